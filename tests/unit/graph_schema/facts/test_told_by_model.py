"""Values that a language model tells side by side both hold, and an end that names a successor counts."""

import pytest
from tests.unit.graph_schema.facts.strategies import assertion, day

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.derivation import derive


def told(words: str, at: float, **more: object) -> Assertion:
    return assertion("works_at", words, said_at=day(at), **({"extracted_by": "model", "turn_id": f"t{at}"} | more))


def holding(*assertions: Assertion, at: float) -> set[str]:
    return {fact.words for fact in derive(assertions) if fact.holds_at(day(at))}


@pytest.mark.parametrize("later", [1.0, 1.3], ids=["in one turn", "on one day"])
def test_two_jobs_told_together_both_hold_until_another_day(later: float) -> None:
    jobs = told("Library", 1.0), told("Anchor", later)
    assert holding(*jobs, at=5) == {"Library", "Anchor"}
    assert holding(*jobs, told("Globex", 9), at=10) == {"Globex"}
    assert holding(*jobs, told("Anchor", 9, ended=True), at=10) == {"Library"}


def test_sure_values_that_rules_read_in_one_turn_both_hold() -> None:
    jobs = [told(job, 1, extracted_by="pipeline", confidence=0.8) for job in ("Library", "Anchor")]
    assert holding(*jobs, at=5) == {"Library", "Anchor"}
    assert holding(*jobs, told("Globex", 9, extracted_by="pipeline", confidence=0.8), at=10) == {"Globex"}


def test_of_a_sure_and_a_doubtful_value_that_rules_read_in_one_turn_the_sure_one_holds() -> None:
    sure, doubtful = (
        told(job, 1, extracted_by="pipeline", confidence=c) for job, c in (("Library", 0.8), ("Anchor", 0.55))
    )
    assert holding(sure, doubtful, at=5) == {"Library"}


def test_what_a_turn_corrects_does_not_hold_beside_it() -> None:
    first = told("Acme", 1.0)
    assert holding(first, told("Globex", 1.0, contradicts=(first.id,)), at=5) == {"Globex"}


@pytest.mark.parametrize("object_name", ["Globex", "Acme Two", "Zeta"])
def test_of_an_ending_and_a_new_value_at_one_moment_the_value_takes_the_place(object_name: str) -> None:
    old, over = told("Acme", 1), told("Acme", 9, ended=True)
    facts = derive([old, over, told(object_name, 9, turn_id="other")])
    new = next(fact for fact in facts if fact.words == object_name)
    assert new.supersedes == (old.id,)
