"""What can't go on beside what a message tells: a spouse of the divorced, a job of the retired."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from chronomem.extractors.language.consequences import with_consequences
from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.frames.occupations import occupation_of


def told(predicate: str, value: str, *, rule: str = "verb", ended: bool = False) -> Statement:
    return Statement(
        "Ann", predicate, None, value, "affirmed", "actual", "present", ended,
        datetime(2024, 5, 1, tzinfo=UTC), None, None, 0.8, f"Ann {predicate} {value}", (0, 9), rule=rule,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("statement", "over"),
    [
        (told("has_partner", "Tom"), ("has_status", "single")),
        (told("works_at", "Acme"), ("is", "unemployed")),
        (told("lives_in", "Leeds"), ("is", "homeless")),
        (told("has_status", "divorced"), ("married_to", None)),
        (told("has_status", "single"), ("has_partner", None)),
        (told("is", "retired"), ("works_at", None)),
        (told("prefers", "tea to coffee"), ("prefers", "coffee to tea")),
        (told("stopped", "waitressing"), ("works_as", "waitress")),
    ],
)
def test_what_cannot_go_on_is_over(statement: Statement, over: tuple[str, str | None]) -> None:
    [first, *implied] = with_consequences([statement])
    assert first == statement
    assert over in {(s.predicate, s.value) for s in implied}
    assert all(s.ended and s.confidence <= 0.4 and s.invalid_at == datetime(2024, 5, 1, tzinfo=UTC) for s in implied)


@pytest.mark.parametrize(
    "statement",
    [
        told("has_partner", "Tom", rule="possessive"),
        told("has_partner", "Tom", ended=True),
        told("has_status", "engaged"),
        replace(told("is", "retired"), tense="past"),
        told("stopped", "smoking"),
        told("likes", "tea"),
    ],
)
def test_nothing_else_is_over(statement: Statement) -> None:
    assert with_consequences([statement]) == (statement,)


@pytest.mark.parametrize(
    ("doing", "occupation"),
    [
        ("waitressing", "waitress"), ("teaching", "teacher"), ("nursing", "nurse"), ("plumbing", "plumber"),
        ("gardening", "gardener"), ("smoking", None), ("coffee", None), ("ing", None),
    ],
)  # fmt: skip
def test_a_gerund_names_an_occupation(doing: str, occupation: str | None) -> None:
    assert occupation_of(doing) == occupation
