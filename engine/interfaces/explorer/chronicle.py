"""All facts of one user, prepared for viewing at any moment."""

import asyncio
import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.interfaces.explorer.activity import span_of_turns
from chronomem.engine.interfaces.explorer.known_facts import GraphEntity, GraphFact, known_facts
from chronomem.engine.interfaces.explorer.owners import OwnerCache
from chronomem.engine.interfaces.explorer.positions import Position, positions
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.model.dialogue import User

RECENT = timedelta(days=30)
"""How long a fact counts as having just begun or just ended."""
_PLACED = 300
_KEPT = 4
_NOTHING = -1
_EPOCH = datetime.fromtimestamp(0, UTC)

Numbers = NDArray[np.int64]


@dataclass(frozen=True)
class Dot:
    """An entity in the graph at a moment; `facts` is the number of facts about it that hold then."""

    entity: GraphEntity
    facts: int
    at: Position


@dataclass(frozen=True)
class GraphEdge:
    """The relation between two entities at a moment: facts that hold, or that ended shortly before, newest first."""

    source: str
    target: str
    facts: tuple[GraphFact, ...]
    began: bool
    ended: bool


@dataclass(frozen=True)
class Moment:
    """The graph at one moment.

    Attributes:
        at: the moment.
        dots: the entities with the most facts, in that order.
        lines: the edges between the dots.
        facts: all facts that hold, those that began last first.
        ended: the facts that ended within `RECENT` before.
        entities: the number of entities with facts at this moment.
    """

    at: datetime
    dots: Sequence[Dot]
    lines: Sequence[GraphEdge]
    facts: Sequence[GraphFact]
    ended: Sequence[GraphFact]
    entities: int


class Chronicle:
    """All facts that were ever believed about a user's world.

    Facts are held as columns, so that the slider can show many moments of a long history per second.

    Attributes:
        owner: the user.
        first, last: the times of the first and the last turn.
    """

    def __init__(self, facts: Sequence[GraphFact], owner: User, first: datetime, last: datetime) -> None:
        self.owner = owner
        self.first = first
        self.last = last
        self._facts = facts
        things = {thing.id: thing for fact in facts for thing in (fact.subject, fact.object) if thing is not None}
        self._things = list(things.values())
        number = {thing: place for place, thing in enumerate(things)}
        others = [fact.object if fact.object and fact.object.id != fact.subject.id else None for fact in facts]
        self._subjects = np.array([number[fact.subject.id] for fact in facts], dtype=np.int64)
        self._objects = np.array([_NOTHING if one is None else number[one.id] for one in others], dtype=np.int64)
        self._from = np.array([_seconds(fact.valid_at, -math.inf) for fact in facts])
        self._until = np.array([_seconds(fact.invalid_at, math.inf) for fact in facts])
        self._dated = np.array([fact.dated for fact in facts], dtype=bool)
        times = {time for fact in facts for time in (fact.valid_at, fact.invalid_at) if time is not None}
        self._changes = sorted(time for time in times if first <= time <= last)
        self._number = number
        self._places = self._placed()

    def moment(self, at: datetime, *, most: int, about: str | None = None) -> Moment:
        """Return the graph at a moment.

        Args:
            at: the moment.
            most: the maximum number of entities to show.
            about: the id of an entity, to show only facts about it.
        """
        now = at.timestamp()
        own = self._is_about(about)
        holding = np.flatnonzero((self._from <= now) & (now < self._until) & own)
        lately = (self._until <= now) & (now < self._until + RECENT.total_seconds()) & (self._from <= now)
        ended = np.flatnonzero(lately & own)
        counts = self._counts(holding)
        shown = np.argsort(-counts, kind="stable")[: min(most, np.count_nonzero(counts))]
        return Moment(
            at,
            [Dot(self._things[n], int(counts[n]), self._place(n)) for n in shown],
            self._lines(np.concatenate([holding, ended])[::-1], shown, now),
            [self._facts[n] for n in holding[::-1]],
            [self._facts[n] for n in ended[::-1]],
            int(np.count_nonzero(counts)),
        )

    def change_before(self, at: datetime) -> datetime | None:
        """Return the last moment before `at` at which a fact began or ended."""
        place = bisect_left(self._changes, at)
        return self._changes[place - 1] if place else None

    def change_after(self, at: datetime) -> datetime | None:
        """Return the next moment after `at` at which a fact began or ended."""
        place = bisect_right(self._changes, at)
        return self._changes[place] if place < len(self._changes) else None

    def _is_about(self, entity: str | None) -> NDArray[np.bool_]:
        if entity is None:
            return np.ones(len(self._facts), dtype=bool)
        number = self._number.get(entity, _NOTHING - 1)
        own: NDArray[np.bool_] = (self._subjects == number) | (self._objects == number)
        return own

    def _counts(self, facts: Numbers) -> Numbers:
        """Return for each thing the number of these facts that are about it."""
        objects = self._objects[facts]
        both = np.concatenate([self._subjects[facts], objects[objects != _NOTHING]])
        return np.bincount(both, minlength=len(self._things))

    def _lines(self, facts: Numbers, shown: Numbers, now: float) -> list[GraphEdge]:
        is_shown = np.zeros(len(self._things) + 1, dtype=bool)  # the last place serves -1
        is_shown[shown] = True
        between: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        for n in facts[is_shown[self._subjects[facts]] & is_shown[self._objects[facts]]].tolist():
            between[int(self._subjects[n]), int(self._objects[n])].append(n)
        began = self._dated & (self._from <= now) & (now < self._from + RECENT.total_seconds())
        return [
            GraphEdge(
                self._things[source].id,
                self._things[target].id,
                tuple(self._facts[n] for n in own),
                began=bool(began[own].any()),
                ended=bool((self._until[own] <= now).all()),
            )
            for (source, target), own in between.items()
        ]

    def _placed(self) -> dict[str, Position]:
        counts = self._counts(np.arange(len(self._facts)))
        names = [self._things[n].id for n in np.argsort(-counts, kind="stable")[:_PLACED]]
        pairs = {(f.subject.id, f.object.id) for f in self._facts if f.object and f.object.id != f.subject.id}
        return positions(sorted(pairs), names)

    def _place(self, number: int) -> Position:
        thing = self._things[number].id
        return self._places[thing] if thing in self._places else Position.outside(thing)


class Chronicles:
    """The chronicles of the most recently viewed users."""

    def __init__(self, memory: AsyncMemory) -> None:
        self._memory = memory
        self._kept: OwnerCache[Chronicle | None] = OwnerCache(_KEPT)

    async def of(self, owner: User, *, include_minor: bool = False) -> Chronicle | None:
        """Return a user's chronicle; None if there are no facts."""
        return await self._kept.of(owner, include_minor, lambda: self._read(owner, include_minor=include_minor))

    async def _read(self, owner: User, *, include_minor: bool) -> Chronicle | None:
        facts = await known_facts(self._memory, owner.id, include_minor=include_minor)
        if not facts:
            return None
        span = await span_of_turns(self._memory, owner)
        if span is None:  # facts without any turns
            begun = [fact.valid_at for fact in facts if fact.valid_at is not None] or [_EPOCH]
            span = (begun[0], begun[-1])
        return await asyncio.to_thread(Chronicle, facts, owner, *span)


def is_new(fact: GraphFact, at: datetime) -> bool:
    """Whether a fact began within `RECENT` before a moment."""
    return fact.dated and fact.valid_at is not None and fact.valid_at <= at < fact.valid_at + RECENT


def _seconds(time: datetime | None, otherwise: float) -> float:
    return otherwise if time is None else time.timestamp()
