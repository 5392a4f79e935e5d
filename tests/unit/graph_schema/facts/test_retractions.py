"""Retractions take back what was read, however often it is read again."""

from dataclasses import replace
from typing import Any

import pytest
from tests.unit.graph_schema.facts.strategies import assertion, day

from chronomem.graph_schema.facts.assertion import OPERATOR, Assertion
from chronomem.graph_schema.facts.derivation import derive


def retraction(of: Assertion, **more: Any) -> Assertion:
    """The retraction, on day 100, of all that one assertion states."""
    made: dict[str, Any] = {"id": "retraction", "contradicts": (of.id,), "withdraws": (of.origin,), "retracts": True}
    return replace(of, turn_id=None, source=OPERATOR, said_at=day(100), created_at=day(100), **(made | more))


def held(*assertions: Assertion) -> list[str]:
    return [record.words for record in derive(assertions) if not record.holds_never]


READ = assertion("works_at", "Acme", said_at=day(5), turn_id="t1", extracted_by="pipeline")


@pytest.mark.parametrize(
    "again",
    [
        READ,
        replace(READ, id="again", valid_at=day(1), dating="words"),
        replace(READ, id="by model", extracted_by="model", confidence=0.9),
        replace(READ, id="precise", details=()),
    ],
)
def test_a_turn_that_is_read_again_stays_taken_back(again: Assertion) -> None:
    assert held(again) == ["Acme"]
    assert held(again, retraction(READ)) == []


def test_another_turn_that_says_so_is_believed() -> None:
    assert held(READ, retraction(READ), replace(READ, id="other", turn_id="t2", said_at=day(120))) == ["Acme"]


def test_one_of_two_times_that_a_turn_tells() -> None:
    first = assertion("lives_in", "Porto", start=day(1), end=day(5), turn_id="t1")
    second = assertion("lives_in", "Porto", start=day(9), turn_id="t1")
    [left] = [r for r in derive([first, second, retraction(second)]) if not r.holds_never]
    assert (left.valid_at, left.invalid_at) == (day(1), day(5))


def test_an_operator_wins_at_the_same_start_and_over_what_is_fixed() -> None:
    said = assertion("lives_in", "Porto", start=day(1), said_at=day(1), source=OPERATOR)
    later = assertion("lives_in", "Lisbon", start=day(1), said_at=day(50), turn_id="t1")
    assert held(said, later) == ["Porto"]
    born = assertion("has_birthday", "3 May", said_at=day(1), source=OPERATOR)
    assert held(born, assertion("has_birthday", "4 May", said_at=day(50), turn_id="t1")) == ["3 May"]


def test_a_recount_is_taken_back_by_what_it_meant() -> None:
    hens = assertion("owns", "two hens", said_at=day(1), turn_id="t1")
    more = assertion("owns", "now five", said_at=day(5), turn_id="t2")
    assert held(hens, more) == ["two hens", "five hens"]
    assert held(hens, more, retraction(more, value="five hens")) == ["two hens"]
