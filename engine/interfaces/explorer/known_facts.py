"""Facts in the form of the explorer's graph: few fields, since a long history has very many facts."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.facts.claims import BEGINNING
from chronomem.graph_schema.facts.predicates import MINOR
from chronomem.graph_schema.facts.views import Entity, Fact
from chronomem.graph_schema.model.times import utc_time


class GraphEntity(NamedTuple):
    """An entity that facts are about."""

    id: str
    name: str
    type: str = "other"


class GraphFact(NamedTuple):
    """A fact; its other fields are read when it is opened. `says` is the object's name, or the value."""

    id: str
    subject: GraphEntity
    predicate: str
    object: GraphEntity | None
    says: str
    valid_at: datetime | None
    invalid_at: datetime | None
    dated: bool
    confidence: float = 1.0

    @property
    def object_id(self) -> str | None:
        return None if self.object is None else self.object.id


def graph_fact(fact: Fact) -> GraphFact:
    """Return a fact in the form of the graph."""
    thing = None if fact.object is None else _graph_entity(fact.object)
    subject, since, until = _graph_entity(fact.subject), fact.valid_at, fact.invalid_at
    return GraphFact(fact.id, subject, fact.predicate, thing, fact.says, since, until, fact.dated, fact.confidence)


def _graph_entity(entity: Entity) -> GraphEntity:
    return GraphEntity(entity.id, entity.name, entity.type)


async def known_facts(memory: AsyncMemory, user: str, *, include_minor: bool = False) -> list[GraphFact]:
    """Return a user's facts of all times, except denials and, unless asked for, minor ones, ordered by start."""
    rows = await memory.cypher(statement("explore_facts"), user=user, all=include_minor, minor=sorted(MINOR))
    [entities] = await memory.cypher(statement("explore_entities"), user=user)
    things = {one[0]: GraphEntity(*one) for one in entities["entities"]}
    found = [
        _known(one, things[row["subject"]], things)
        for row in rows
        if row["subject"] in things  # otherwise it was stored between the two queries
        for one in row["facts"]
    ]
    return sorted(found, key=lambda fact: (fact.valid_at or BEGINNING, fact.id))


def _known(row: list[Any], subject: GraphEntity, things: Mapping[str, GraphEntity]) -> GraphFact:
    fact_id, predicate, thing, value, valid_at, invalid_at, dated, confidence = row
    known = things.get(thing)
    says = value or "" if known is None else known.name
    since, until = utc_time(valid_at), utc_time(invalid_at)
    return GraphFact(fact_id, subject, predicate, known, says, since, until, bool(dated), float(confidence))
