"""The two grades of facts: which assertions make a fact worth listing."""

from typing import Any

import pytest
from tests.unit.graph_schema.facts.strategies import assertion, day

from chronomem.graph_schema.facts.derivation import derive
from chronomem.graph_schema.facts.fact_filter import FactFilter
from chronomem.graph_schema.facts.rows import fact_properties, record_of


def told(predicate: str, *turns: str, **changes: Any) -> bool:
    """Return whether the one fact that these turns tell is minor."""
    [record] = derive(assertion(predicate, "stamps", turn_id=turn, id=turn, **changes) for turn in turns)
    return record.minor


@pytest.mark.parametrize(
    ("predicate", "is_minor"), [("owns", False), ("likes", False), ("thinks", True), ("does", True), ("collect", True)]
)
def test_the_predicate_decides_what_a_turn_is_worth(predicate: str, is_minor: bool) -> None:
    assert told(predicate, "t1") is is_minor
    assert not told(predicate, "t1", minor=False)
    assert told(predicate, "t1", minor=True)


def test_an_open_predicate_needs_a_date_or_a_second_turn() -> None:
    assert not told("collect", "t1", "t2")
    assert not told("collect", "t1", start=day(1))
    assert told("thinks", "t1", "t2", start=day(1))


def test_two_assertions_of_one_turn_are_one_telling() -> None:
    [record] = derive(assertion("collect", "stamps", turn_id="t1", id=own) for own in ("a", "b"))
    assert record.minor


def test_a_given_fact_is_not_minor_unless_it_says_so() -> None:
    given = assertion("thinks", "so", source="given")
    assert not derive([given])[0].minor
    assert derive([assertion("lives_in", "Porto", source="given", minor=True)])[0].minor


def test_one_assertion_that_is_not_minor_makes_the_fact_worth_listing() -> None:
    slight = assertion("likes", "day", turn_id="t1", minor=True, id="a")
    [record] = derive([slight, assertion("likes", "day", turn_id="t2", id="b", said_at=day(1))])
    assert not record.minor
    [record] = derive([slight, assertion("likes", "day", turn_id="t2", id="b", said_at=day(1), minor=True)])
    assert record.minor


@pytest.mark.parametrize("predicate", ["likes", "thinks"])
def test_a_fact_without_a_stored_grade_is_minor_if_its_predicate_is(predicate: str) -> None:
    [record] = derive([assertion(predicate, "stamps", turn_id="t1")])
    row = fact_properties(record)
    stored = {**row.pop("plain"), **row}
    assert record_of({"fact": stored, "supporters": record.supporters}) == record
    assert record_of({"fact": stored | {"minor": None}, "supporters": record.supporters}) == record


@pytest.mark.parametrize(
    ("asked", "shows"),
    [
        ({}, False),
        ({"include_minor": True}, True),
        ({"predicate": "likes"}, False),
        ({"predicate": "thinks"}, True),
        ({"predicate": "collect"}, True),
        ({"predicate": "favorite_food"}, False),
    ],
)
def test_minor_facts_are_shown_on_request_or_by_the_name_of_such_a_predicate(
    asked: dict[str, Any], shows: bool
) -> None:
    assert FactFilter.of(**asked).shows_minor is shows


def test_what_holds_at_no_time_and_was_never_ended_is_minor() -> None:
    recount = assertion("owns", "now five", said_at=day(5), turn_id="t2", minor=False)
    [alone] = derive([recount])
    assert alone.minor
    known = derive([assertion("owns", "two hens", said_at=day(1), turn_id="t1"), recount])
    assert not any(record.minor for record in known)


def test_what_was_ended_at_its_start_is_not_minor() -> None:
    both = [
        assertion("lives_in", town, start=day(1), said_at=day(n), turn_id=town)
        for n, town in ((1, "Rome"), (2, "Bonn"))
    ]
    assert not any(record.minor for record in derive(both))
