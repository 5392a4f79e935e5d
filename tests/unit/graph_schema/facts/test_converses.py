"""Relations from the side of their object: nobody is told of twice, and nobody gets a partner back."""

from dataclasses import replace
from typing import Any

from tests.unit.graph_schema.facts.strategies import assertion, day

from chronomem.graph_schema.facts.converses import from_side_of
from chronomem.graph_schema.facts.derivation import derive
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.predicates import VOCABULARY
from chronomem.graph_schema.facts.vocabulary import PACKAGED


def told(predicate: str, words: str, **changes: Any) -> FactRecord:
    [record] = derive([assertion(predicate, words, **changes)])
    return record


def of_tom(*records: FactRecord) -> list[tuple[str, str, str | None]]:
    return [(r.subject, r.predicate, r.object) for r in from_side_of("entity:Tom", records, PACKAGED)]


def test_what_a_converse_says_can_be_said_back() -> None:
    for predicate in VOCABULARY.values():
        if predicate.converse:
            back = VOCABULARY[predicate.converse]
            assert (back.object_type, back.subject_type) == (predicate.subject_type, predicate.object_type)
            assert back.kind == predicate.kind
            assert back.converse


def test_a_relation_is_told_from_the_side_of_its_object() -> None:
    assert of_tom(told("has_child", "Tom")) == [("entity:Tom", "has_parent", "entity:ann")]
    assert of_tom(told("married_to", "Tom")) == [("entity:Tom", "married_to", "entity:ann")]


def test_what_has_no_converse_stays_as_it_is() -> None:
    assert of_tom(told("has_mentor", "Tom")) == [("entity:ann", "has_mentor", "entity:Tom")]


def test_what_was_told_from_both_sides_counts_once() -> None:
    own = replace(told("has_parent", "Ann"), subject="entity:Tom", object="entity:ann")
    assert of_tom(own, told("has_child", "Tom")) == [("entity:Tom", "has_parent", "entity:ann")]


def test_a_later_partner_of_ones_own_counts_more() -> None:
    own = replace(told("engaged_to", "Eva", start=day(100)), subject="entity:Tom")
    before = told("married_to", "Tom", start=day(10))
    after = told("married_to", "Tom", start=day(200))
    assert of_tom(own, before) == [("entity:Tom", "engaged_to", "entity:Eva")]
    assert ("entity:Tom", "married_to", "entity:ann") in of_tom(own, after)
