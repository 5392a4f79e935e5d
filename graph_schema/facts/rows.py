"""Convert assertions and facts to properties of nodes, and back.

Times travel as ISO 8601 text, and the statements convert them to datetimes: the driver takes thirty times as long to
pack a datetime as its text, and ten times as long to unpack it.
"""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from chronomem.graph_schema.facts.assertion import Assertion, digest, group_key
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.predicates import MINOR
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary
from chronomem.graph_schema.model.times import utc_text, utc_time

_LISTS = ("repeats", "refines", "contradicts", "details")
_ASSERTION_TIMES = {
    "valid_at": "valid_from",
    "invalid_at": "valid_to",
    "said_at": "said_at",
    "created_at": "created_at",
    "expires_at": "expires_at",
}
"""The times of an assertion, with the properties that hold them."""
_ASSERTION_VALUES = tuple(field.name for field in fields(Assertion) if field.name not in _ASSERTION_TIMES)
_FACT_TIMES = ("valid_at", "invalid_at", "occurred_until", "created_at", "expired_at", "reinforced_at")
_FACT_LISTS = ("turn_ids", "details")
_LATER_FIELDS = ("details", "reason", "operator", "extracted_by")
"""Fields that count in a fingerprint only if they are set, so that facts stored before them keep theirs."""
_EDGES = ("supporters", "supersedes")
_FACT_FIELDS = tuple(field.name for field in fields(FactRecord) if field.name not in _EDGES)


def assertion_row(assertion: Assertion, vocabulary: FactVocabulary = PACKAGED) -> dict[str, Any]:
    """Return the properties of an assertion's node."""
    values = {name: getattr(assertion, name) for name in _ASSERTION_VALUES}
    times = {stored: utc_text(getattr(assertion, name)) for name, stored in _ASSERTION_TIMES.items()}
    values |= {name: list(values[name]) for name in _LISTS}
    values |= {"withdraws": list(assertion.withdraws) or None, "retracts": assertion.retracts or None}
    values["group_key"] = group_key(assertion.subject, assertion.predicate, vocabulary)
    return {"id": assertion.id, "plain": _present(values), **times}


def assertion_of(row: Mapping[str, Any]) -> Assertion:
    """Return the assertion from its node's properties."""
    values: dict[str, Any] = {name: row[name] for name in _ASSERTION_VALUES}
    values |= {name: tuple(row[name] or ()) for name in (*_LISTS, "withdraws")}
    values |= {"retracts": bool(row["retracts"]), "seq": row["seq"] or 0}  # version 0.1 stored no place in the session
    values |= {name: utc_time(row[stored]) for name, stored in _ASSERTION_TIMES.items()}
    return Assertion(**values)


def fingerprint(record: FactRecord) -> str:
    """Return a digest of all properties of a fact; if it is unchanged, nothing has to be written."""
    of_all = (getattr(record, name) for name in _FACT_FIELDS if name not in _LATER_FIELDS)
    corrected = ("operator", record.reason) if record.operator else ()
    return digest(*of_all, *record.details, *corrected, *filter(None, [record.extracted_by]))


def fact_properties(record: FactRecord, vocabulary: FactVocabulary = PACKAGED) -> dict[str, Any]:
    """Return the properties of a fact's node, including those that are None, which are removed from it."""
    values = {name: getattr(record, name) for name in _FACT_FIELDS}
    times = {name: utc_text(values.pop(name)) for name in _FACT_TIMES}
    values |= {name: list(values[name]) for name in _FACT_LISTS}
    values["group_key"] = group_key(record.subject, record.predicate, vocabulary)
    values["operator"] = record.operator or None
    values["fingerprint"] = fingerprint(record)
    return {"id": record.id, "plain": values, **times}


def record_of(row: Mapping[str, Any]) -> FactRecord:
    """Return the fact from a query result that includes its edges."""
    values: dict[str, Any] = {name: row["fact"][name] for name in _FACT_FIELDS}
    if values["minor"] is None:  # version 0.1 stored no grade
        values["minor"] = values["predicate"] in MINOR
    values["operator"] = bool(values["operator"])
    values |= {name: utc_time(row["fact"][name]) for name in _FACT_TIMES}
    values |= {name: tuple(values[name] or ()) for name in _FACT_LISTS}
    edges = {name: tuple(sorted(row.get(name) or ())) for name in _EDGES}
    return FactRecord(**(values | edges))


def relation_row(record: FactRecord) -> dict[str, Any]:
    """Return the interval of a fact's relation."""
    return {
        "id": record.id,
        "object": record.object,
        "valid_at": utc_text(record.valid_at),
        "invalid_at": utc_text(record.invalid_at),
    }


def _present(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
