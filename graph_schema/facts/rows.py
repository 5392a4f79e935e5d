"""Assertions and facts as properties of nodes, and back."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from chronomem.graph_schema.facts.assertion import Assertion, group_key
from chronomem.graph_schema.facts.fact import FactRecord

_LINKS = ("repeats", "refines", "contradicts")
_ASSERTION_FIELDS = tuple(field.name for field in fields(Assertion))
_EDGES = ("supporters", "supersedes")
_FACT_FIELDS = tuple(field.name for field in fields(FactRecord) if field.name not in _EDGES)


def assertion_row(assertion: Assertion) -> dict[str, Any]:
    """Return what the node of an assertion holds."""
    row = {name: getattr(assertion, name) for name in _ASSERTION_FIELDS}
    row |= {name: list(row[name]) for name in _LINKS}
    row["group_key"] = assertion.group
    return {name: value for name, value in row.items() if value is not None}


def assertion_of(row: Mapping[str, Any]) -> Assertion:
    """Return the assertion that a node holds."""
    values = {name: row[name] for name in _ASSERTION_FIELDS if name in row}
    values |= {name: tuple(row.get(name) or ()) for name in _LINKS}
    return Assertion(**(dict.fromkeys(("object", "object_name", "value", "valid_from", "valid_to")) | values))


@dataclass(frozen=True, slots=True)
class StoredFact:
    """A fact as the graph holds it: its properties, and the ids at the other ends of its edges."""

    properties: dict[str, Any]
    supporters: frozenset[str]
    supersedes: frozenset[str]

    @property
    def has_relation(self) -> bool:
        """Whether it is also a relation between two entities."""
        return self.properties.get("object") is not None and not self.properties["negated"]

    def is_about_the_same(self, other: "StoredFact") -> bool:
        """Whether its edges to entities are the same as another's."""
        names = ("subject", "object", "predicate", "negated")
        return all(self.properties.get(n) == other.properties.get(n) for n in names)


def fact_row(record: FactRecord) -> StoredFact:
    """Return what the node and the edges of a fact hold; what is None is named, so that it is taken away."""
    properties = {name: getattr(record, name) for name in _FACT_FIELDS}
    properties["turn_ids"] = list(record.turn_ids)
    properties["group_key"] = group_key(record.subject, record.predicate)
    return StoredFact(properties, frozenset(record.supporters), frozenset(record.supersedes))


def stored_fact(row: Mapping[str, Any]) -> StoredFact:
    """Return a fact as a query found it."""
    names = (*_FACT_FIELDS, "group_key")
    properties = {name: row["fact"].get(name) for name in names}
    return StoredFact(properties, frozenset(row["supporters"]), frozenset(row["supersedes"]))


def record_of(row: Mapping[str, Any]) -> FactRecord:
    """Return the fact that a query found, with the edges that it was found with."""
    values = {name: row["fact"].get(name) for name in _FACT_FIELDS}
    values["turn_ids"] = tuple(values["turn_ids"] or ())
    edges = {name: tuple(sorted(row.get(name) or ())) for name in _EDGES}
    return FactRecord(**(values | edges))
