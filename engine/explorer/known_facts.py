"""Facts as the graph of a moment needs them: few fields, since a long history has very many."""

from datetime import UTC, datetime
from typing import Any, NamedTuple

from chronomem.engine.memory import AsyncMemory
from chronomem.graph_schema.facts.predicates import VIEWS
from chronomem.graph_schema.statements import statement

_FIRST = datetime.min.replace(tzinfo=UTC)


class Thing(NamedTuple):
    """Somebody or something that facts are about."""

    id: str
    name: str
    type: str = "other"


class KnownFact(NamedTuple):
    """A fact; its other fields are read when it is opened. `says` is the object's name, or the value."""

    id: str
    subject: Thing
    predicate: str
    object: Thing | None
    says: str
    valid_at: datetime | None
    invalid_at: datetime | None
    dated: bool


async def known_facts(memory: AsyncMemory, user: str) -> list[KnownFact]:
    """Return the facts of a user that hold at any time, but for opinions and denials; those that begin first first."""
    rows = await memory.cypher(statement("explore_facts"), user=user)
    things: dict[str, Thing] = {}
    found = [
        fact
        for row in rows
        for one in row["facts"]
        if (fact := _known(things.setdefault(row["id"], Thing(row["id"], row["name"], row["type"])), one, things))
    ]
    return sorted(found, key=lambda fact: (fact.valid_at or _FIRST, fact.id))


def _known(subject: Thing, row: list[Any], things: dict[str, Thing]) -> KnownFact | None:
    fact_id, predicate, value, valid_at, invalid_at, dated, thing, name, kind = row
    if predicate in VIEWS:
        return None
    known = None if thing is None else things.setdefault(thing, Thing(thing, name, kind))
    says = value or "" if known is None else known.name
    return KnownFact(fact_id, subject, predicate, known, says, time_of(valid_at), time_of(invalid_at), bool(dated))


def time_of(text: str | None) -> datetime | None:
    """Return a time that a statement gave as text."""
    return None if text is None else datetime.fromisoformat(text)
