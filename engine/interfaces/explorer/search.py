"""One search over a memory: people, places and things, facts, days, topics and turns."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from chronomem.engine.interfaces.explorer.known_facts import GraphEntity, GraphFact, graph_fact
from chronomem.engine.interfaces.explorer.wording import day_of, moment_of, predicate_of, span_of
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.timeline.topics import Topic
from chronomem.graph_schema.facts.views import Entity, Fact
from chronomem.graph_schema.model.counts import count_of
from chronomem.graph_schema.model.dialogue import User

MOST_OF_A_KIND = 5
SHORTEST = 2
"""A text of fewer characters is not searched for."""

Target = GraphEntity | GraphFact | datetime
"""The target of a hit: an entity, a fact, or a day of the timeline."""


@dataclass(frozen=True)
class Hit:
    """A hit. `detail` tells more about it; `opens` is shown when the hit is chosen."""

    title: str
    detail: str
    opens: Target


@dataclass(frozen=True)
class Hits:
    """The hits of one kind, in words such as "People, places and things"."""

    kind: str
    hits: Sequence[Hit]


async def search(memory: AsyncMemory, owner: User, text: str) -> list[Hits]:
    """Return the hits of a text by kind; kinds without hits are left out.

    Names may be misspelt, in lower case, or parts of names.

    Raises:
        InvalidText, InvalidInput: the text can't be searched for.
    """
    wanted = " ".join(text.split())
    if len(wanted) < SHORTEST:
        return []
    entities, facts, topics, context = await asyncio.gather(
        memory.entities(wanted, user=owner.id, limit=MOST_OF_A_KIND),
        memory.facts(matching=wanted, user=owner.id, limit=MOST_OF_A_KIND, include_invalid=True),
        memory.topics(user=owner.id),
        memory.recall(wanted, user=owner.id, k=MOST_OF_A_KIND, explain=True),
    )
    words = wanted.casefold()
    about = [topic for topic in topics if any(words in thing.casefold() for thing in (topic.name, *topic.things))]
    times = [] if context.explanation is None else [start for start, _ in context.explanation.times if start]
    days = [datetime.fromisoformat(start).astimezone(owner.zone) for start in times]
    turns = [
        Hit(" ".join(item.text.split()), f"{item.speaker}, {moment_of(item.when)}", item.when)
        for item in context
        if item.kind == "turn"
    ]
    found = [
        Hits("People, places and things", [_entity(entity) for entity in entities]),
        Hits("Days", [Hit(day_of(day), "on the timeline", day) for day in days]),
        Hits("Facts", [_fact(fact, owner) for fact in facts]),
        Hits("Topics", [_topic(topic) for topic in about[:MOST_OF_A_KIND]]),
        Hits("Turns", turns),
    ]
    return [one for one in found if one.hits]


def _entity(entity: Entity) -> Hit:
    names = f"; also {', '.join(entity.aliases[:3])}" if entity.aliases else ""
    detail = f"{entity.type}, in {count_of(entity.mention_count, 'turn')}{names}"
    return Hit(entity.name, detail, GraphEntity(entity.id, entity.name, entity.type))


def _fact(fact: Fact, owner: User) -> Hit:
    title = f"{fact.subject.name} {predicate_of(fact.predicate)} {fact.says}"
    return Hit(title, span_of(fact.valid_at, fact.invalid_at, owner.zone), graph_fact(fact))


def _topic(topic: Topic) -> Hit:
    return Hit(topic.name, f"{topic.start:%B %Y}, {count_of(len(topic.turn_ids), 'turn')}", topic.start)
