"""What a day of a habit, a move that is off, or an age that was reached leaves of what was told before."""

from tests.unit.graph_schema.facts.strategies import assertion, day

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.derivation import derive


def spans(*told: Assertion) -> list[tuple[str | None, float | None, float | None]]:
    def number(moment: object) -> float | None:
        return None if moment is None else (moment - day(0)).total_seconds() / 86400  # type: ignore[operator]

    held = [fact for fact in derive(told) if fact.valid_at != fact.invalid_at]
    return [(fact.object_name or fact.value, number(fact.valid_at), number(fact.invalid_at)) for fact in held]


def on(predicate: str, words: str, start: int, end: int, said: int) -> Assertion:
    return assertion(predicate, words, start=day(start), end=day(end), said_at=day(said), present=False)


def test_a_habit_outlasts_the_day_of_which_somebody_tells() -> None:
    habit = assertion("plays", "guitar", said_at=day(1))
    assert spans(habit, on("plays", "guitar", 60, 61, 64)) == [("guitar", 1, None)]
    assert spans(habit, on("plays", "guitar", 20, 60, 64)) == [("guitar", 1, 60)]


def test_what_is_off_ends_only_what_was_to_come() -> None:
    home = assertion("lives_in", "Hull", said_at=day(1))
    move = assertion("lives_in", "Leeds", start=day(90), said_at=day(1))
    off = assertion("lives_in", "coming", said_at=day(40), ended=True, confidence=0.4)
    late = assertion("lives_in", "coming", said_at=day(100), ended=True, confidence=0.4)
    assert spans(home, move, off) == [("Hull", 1, None)]
    assert spans(home, move, late) == [("Hull", 1, 90), ("Leeds", 90, None)]


def test_an_age_that_was_reached_is_certain_when_it_is_told() -> None:
    four = assertion("has_age", "4", said_at=day(10))
    five = assertion("has_age", "5", start=day(8), said_at=day(11), present=False)
    assert [value for value, _, _ in spans(four, five)] == ["5"]
