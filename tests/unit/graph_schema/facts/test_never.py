"""What never was, as a later turn says, withdraws the claims before it; values told side by side end each other not."""

from collections.abc import Sequence
from itertools import permutations

import pytest
from tests.unit.graph_schema.facts.strategies import assertion, day, over, say, since

from chronomem.graph_schema.facts.assertion import OPERATOR, Assertion
from chronomem.graph_schema.facts.claims import EVER
from chronomem.graph_schema.facts.derivation import derive

_BOSCH = say("works_at", "Bosch", 1)


def never(predicate: str, words: str, at: float, **more: object) -> Assertion:
    return assertion(predicate, words, said_at=day(at), negated=True, dating="words", grain=EVER, **more)


def holding(assertions: Sequence[Assertion], at: float) -> set[str]:
    return {fact.words for fact in derive(assertions) if fact.holds_at(day(at)) and not fact.negated}


@pytest.mark.parametrize("told", [_BOSCH, since("works_at", "Bosch", -300, at=1)], ids=["undated", "dated"])
def test_what_never_was_held_at_no_time(told: Assertion) -> None:
    both = [told, never("works_at", "Bosch", 9)]
    assert not holding(both, 2)
    assert not holding(both, 20)
    assert not holding(both, -100)


def test_what_is_told_instead_holds_from_the_start_of_what_was_wrong() -> None:
    right = [never("works_at", "Bosch", 9, turn_id="t9"), say("works_at", "Siemens", 9, turn_id="t9")]
    for told in permutations([_BOSCH, *right]):
        assert holding(told, 2) == holding(told, 20) == {"Siemens"}
    other = [never("works_at", "Bosch", 9, turn_id="t9"), say("works_at", "Siemens", 12, turn_id="t12")]
    assert not holding([_BOSCH, *other], 2)


def test_what_an_operator_said_is_not_taken_back_by_a_turn() -> None:
    told = say("works_at", "Bosch", 1, source=OPERATOR)
    assert holding([told, never("works_at", "Bosch", 9)], 2) == {"Bosch"}
    assert not holding([told, never("works_at", "Bosch", 9, source=OPERATOR)], 2)


def test_what_never_was_may_begin_later() -> None:
    told = [never("works_at", "Bosch", 3), since("works_at", "Bosch", 9)]
    assert not holding(told, 4)
    assert holding(told, 10) == {"Bosch"}


def test_what_never_was_leaves_other_values_alone() -> None:
    told = [say("works_at", "Lidl", 1), never("works_at", "Bosch", 3)]
    assert holding(told, 5) == {"Lidl"}


def _beside(*words: str, at: float, **more: object) -> list[Assertion]:
    return [
        say("lives_in", one, at, turn_id=f"t{at}", extracted_by="pipeline", confidence=0.8, **more) for one in words
    ]


def test_one_of_two_homes_that_is_told_again_does_not_end_the_other() -> None:
    homes = _beside("Lisbon", "Evora", at=1)
    assert holding([*homes, *_beside("Evora", at=5)], 6) == {"Lisbon", "Evora"}
    assert holding([*homes, *_beside("Porto", at=5)], 6) == {"Porto"}
    assert holding([*homes, over("lives_in", "Lisbon", 5)], 6) == {"Evora"}
