"""Assertions and facts come back from the properties of their nodes as they went in."""

from dataclasses import fields
from typing import Any

from hypothesis import given
from tests.unit.graph_schema.facts.strategies import assertion, day, groups

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.derivation import derive
from chronomem.graph_schema.facts.rows import assertion_of, assertion_row, fact_properties, fingerprint, record_of


def stored(row: dict[str, Any]) -> dict[str, Any]:
    """Return a node as a query returns it, with null for what it doesn't hold."""
    properties = {**row.pop("plain"), **row}
    return dict.fromkeys(field.name for field in fields(Assertion)) | properties


@given(groups())
def test_an_assertion_comes_back_as_it_was(group: list[Assertion]) -> None:
    assert [assertion_of(stored(assertion_row(one))) for one in group] == group


def test_the_interval_of_an_assertion_is_stored_as_valid_from_and_valid_to() -> None:
    row = assertion_row(assertion("lives_in", "Porto", start=day(1), end=day(5)))
    assert (row["valid_from"], row["valid_to"]) == ("2020-01-02T00:00:00+00:00", "2020-01-06T00:00:00+00:00")
    assert not {"valid_at", "invalid_at"} & {*row, *row["plain"]}


@given(groups())
def test_a_fact_comes_back_as_it_was(group: list[Assertion]) -> None:
    for record in derive(group):
        edges = {"supporters": list(record.supporters), "supersedes": list(record.supersedes)}
        again = record_of({"fact": stored(fact_properties(record)), **edges})
        assert again == record
        assert fingerprint(again) == fingerprint(record)
