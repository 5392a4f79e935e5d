"""What was announced along with a plan ends with it, or begins on its other day."""

from datetime import UTC, datetime

import pytest
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.test_states import told

from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.frames.announcements import with_announced_states

STATES = {"lives_in", "works_at", "studies_at"}


def announced(read: Reader, text: str) -> dict[tuple[str, str], Statement]:
    """Return what is said of announced states, by predicate and value."""
    statements = with_announced_states(told(read, text).statements)
    return {(s.predicate, s.value): s for s in statements if s.value and s.value.startswith("coming")}


@pytest.mark.parametrize(
    "text",
    [
        "I'm not going to Globex after all.",
        "I decided against Globex.",
        "We're not moving to Globex any more.",
        "We're going to Rome instead of Globex.",
        "I turned down the job at Globex.",
        "Globex cancelled my contract.",
    ],
)
def test_a_plan_that_is_off_ends_what_was_announced_with_it(read: Reader, text: str) -> None:
    assert announced(read, text)["works_at", "coming Globex"].ended


def test_a_plan_that_has_another_day_moves_what_was_announced(read: Reader) -> None:
    moved = announced(read, "My start at Globex got pushed to 1 June.")["works_at", "coming Globex"]
    assert moved.invalid_at == datetime(2023, 6, 1, tzinfo=UTC)
    assert announced(read, "The move got postponed to 1 June.").keys() == {("lives_in", "coming")}


@pytest.mark.parametrize(
    "text",
    [
        "I went to Globex yesterday.",
        "I ran the Globex marathon.",
        "I'm going to Globex.",
        "I cancelled dinner on Friday.",
    ],
)
def test_a_plan_that_was_met_and_one_without_a_name_end_no_state(read: Reader, text: str) -> None:
    assert not announced(read, text)


def test_what_the_turn_itself_tells_to_hold_goes_on(read: Reader) -> None:
    found = announced(read, "I'm not going to Rome, I live in Rome.")
    assert not [predicate for predicate, _ in found if predicate == "lives_in"]
