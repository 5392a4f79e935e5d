"""Sheets of wanted and unwanted facts, samples, and the calibration of confidence."""

from collections.abc import Iterator
from datetime import UTC, datetime
from types import ModuleType
from typing import Any

import pytest
from tests.scripts import FOLDER, load_script

from chronomem import Entity, Fact

SAID = datetime(2024, 5, 20, tzinfo=UTC)


@pytest.fixture(scope="module")
def sheets() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(FOLDER))
        yield load_script("fact_sheets")


def fact(**fields: Any) -> Fact:
    given: dict[str, Any] = {
        "id": "1",
        "subject": Entity("entity:ann", "Ann"),
        "predicate": "attended",
        "object": None,
        "value": "a concert",
        "text": "Ann went to a concert in Oslo",
        "valid_at": datetime(2024, 5, 18, tzinfo=UTC),
        "invalid_at": None,
        "occurred_until": None,
        "created_at": SAID,
        "expired_at": None,
        "confidence": 0.8,
        "negated": False,
        "dated": True,
        "turn_ids": ("t1",),
        "reinforced_at": SAID,
        "reinforcements": 0,
        "supersedes": (),
    }
    return Fact(**given | fields)


WANTED = {
    "conv": "c", "turns": ["t1", "t9"], "subject": "Ann", "predicate": "attended", "also": ["went_to"],
    "object": "gig|concert", "from": "2024-05-18", "to": "2024-05-18",
}  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "right", "predicate", "time"),
    [
        ({}, 100.0, 100.0, 100.0),
        ({"predicate": "went_to"}, 100.0, 0.0, 100.0),
        ({"valid_at": datetime(2024, 5, 19, tzinfo=UTC)}, 100.0, 100.0, 0.0),
        ({"dated": False}, 100.0, 100.0, 0.0),
        ({"turn_ids": ("t2",)}, 0.0, 0.0, None),
        ({"value": "a match"}, 0.0, 0.0, None),
        ({"subject": Entity("entity:ben", "Ben")}, 0.0, 0.0, None),
        ({"subject": Entity("entity:anna", "Anna", aliases=("Ann",))}, 100.0, 100.0, 100.0),
    ],
)
def test_wanted_facts_are_compared_by_turn_subject_object_predicate_and_time(
    sheets: ModuleType, changes: dict[str, Any], right: float, predicate: float, time: float | None
) -> None:
    figures = sheets.compare({"c": [fact(**changes)]}, [WANTED], [])
    assert (figures["right"], figures["right_predicate"], figures["right_time"]) == (right, predicate, time)


@pytest.mark.parametrize(
    ("start", "end", "inside"),
    [("2024", None, True), ("2024-05", None, True), ("2024-05-13", "2024-05-19", True), ("2024-04", None, False)],
)
def test_times_of_less_precision_are_compared_as_far_as_they_go(
    sheets: ModuleType, start: str, end: str | None, inside: bool
) -> None:
    figures = sheets.compare({"c": [fact()]}, [WANTED | {"from": start, "to": end}], [])
    assert figures["right_time"] == (100.0 if inside else 0.0)


def test_an_unwanted_statement_is_kept_if_a_fact_of_its_turn_has_its_words(sheets: ModuleType) -> None:
    rows = [
        {"conv": "c", "turns": ["t1"], "text": "That concert in Oslo!"},
        {"conv": "c", "turns": ["t1"], "text": "How are you?"},
        {"conv": "c", "turns": ["t2"], "text": "That concert in Oslo!"},
    ]
    assert sheets.compare({"c": [fact()]}, [], rows)["unwanted_kept"] == 33.3


def test_a_sample_is_the_same_for_the_same_seed(sheets: ModuleType) -> None:
    facts = {"c": [fact(id=str(n), text=f"fact {n}") for n in range(50)]}
    texts = {("c", "t1"): "Ann: we went"}
    one, again, other = (sheets.sample(facts, texts, 5, seed) for seed in (1, 1, 2))
    assert one == again != other
    assert one[0]["turns"] == ["t1: Ann: we went"]


@pytest.mark.parametrize(
    ("judged", "error"),
    [([(0.75, True)] * 3 + [(0.75, False)], 0.0), ([(0.95, False)] * 2, 0.95), ([(0.15, False), (0.95, True)], 0.1)],
)
def test_the_error_is_the_mean_distance_of_confidence_and_share(
    sheets: ModuleType, judged: list[tuple[float, bool]], error: float
) -> None:
    assert sheets.calibration(judged)["expected_calibration_error"] == pytest.approx(error)
