"""All facts of one user, prepared for viewing at any moment."""

import asyncio
import math
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.interfaces.explorer.activity import span_of_turns
from chronomem.engine.interfaces.explorer.focus import EVERYTHING, Focus, path, within
from chronomem.engine.interfaces.explorer.known_facts import GraphEntity, GraphFact, known_facts
from chronomem.engine.interfaces.explorer.owners import OwnerCache
from chronomem.engine.interfaces.explorer.positions import Position, positions, satellites
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
        facts: all of them, ordered by start.
        entities: the entities by name.
        kinds: the types of the entities, and how many entities have each, the most frequent first.
        predicates: the predicates, and how many facts have each, the most frequent first.
    """

    def __init__(self, facts: Sequence[GraphFact], owner: User, first: datetime, last: datetime) -> None:
        self.owner = owner
        self.first = first
        self.last = last
        self.facts = facts
        things = {thing.id: thing for fact in facts for thing in (fact.subject, fact.object) if thing is not None}
        self._things = list(things.values())
        self.kinds = Counter(thing.type for thing in self._things).most_common()
        self.predicates = Counter(fact.predicate for fact in facts).most_common()
        self.entities = sorted(self._things, key=lambda thing: (thing.name.casefold(), thing.id))
        number = {thing: place for place, thing in enumerate(things)}
        others = [fact.object if fact.object and fact.object.id != fact.subject.id else None for fact in facts]
        self._subjects = np.array([number[fact.subject.id] for fact in facts], dtype=np.int64)
        self._objects = np.array([_NOTHING if one is None else number[one.id] for one in others], dtype=np.int64)
        self._from = np.array([_seconds(fact.valid_at, -math.inf) for fact in facts])
        self._until = np.array([_seconds(fact.invalid_at, math.inf) for fact in facts])
        self._dated = np.array([fact.dated for fact in facts], dtype=bool)
        self._confidence = np.array([fact.confidence for fact in facts])
        self._predicates = np.array([fact.predicate for fact in facts], dtype=object)
        times = {time for fact in facts for time in (fact.valid_at, fact.invalid_at) if time is not None}
        self._changes = sorted(time for time in times if first <= time <= last)
        self._number = number
        self._places = self._placed()

    def moment(self, at: datetime, *, most: int, focus: Focus = EVERYTHING) -> Moment:
        """Return the graph at a moment.

        Args:
            at: the moment.
            most: the maximum number of entities to show.
            focus: the part of it to show.
        """
        now = at.timestamp()
        open_then = (self._from <= now) & self._is_wanted(focus)
        lasts = open_then & (now < self._until)
        lately = open_then & (self._until <= now) & (now < self._until + RECENT.total_seconds())
        both = np.flatnonzero(lasts | lately)
        near = both[self._is_near(both, focus)]
        holding, ended = near[lasts[near]], near[lately[near]]
        counts = self._counts(holding)
        drawn = counts if focus.loose else self._linked(near, counts)
        shown = self._shown(near, drawn, most, focus)
        return Moment(
            at,
            [Dot(self._things[n], int(counts[n]), self._place(n)) for n in shown],
            self._lines(np.concatenate([ended, holding])[::-1], shown, now),
            [self.facts[n] for n in holding[::-1]],
            [self.facts[n] for n in ended[::-1]],
            int(np.count_nonzero(drawn)),
        )

    def change_before(self, at: datetime) -> datetime | None:
        """Return the last moment before `at` at which a fact began or ended."""
        place = bisect_left(self._changes, at)
        return self._changes[place - 1] if place else None

    def change_after(self, at: datetime) -> datetime | None:
        """Return the next moment after `at` at which a fact began or ended."""
        place = bisect_right(self._changes, at)
        return self._changes[place] if place < len(self._changes) else None

    def _is_wanted(self, focus: Focus) -> NDArray[np.bool_]:
        """Return which facts pass the filters by kind, predicate and confidence."""
        wanted = self._confidence >= focus.confidence
        if focus.predicate:
            wanted &= self._predicates == focus.predicate
        if focus.hidden_kinds:
            hidden = np.array([*(thing.type in focus.hidden_kinds for thing in self._things), False], dtype=bool)
            wanted &= ~(hidden[self._subjects] | hidden[self._objects])
        return wanted

    def _is_near(self, facts: Numbers, focus: Focus) -> NDArray[np.bool_]:
        """Return which of these facts belong to the neighbourhood, or to the path, that the focus names."""
        if focus.about is None:
            return np.ones(len(facts), dtype=bool)
        subjects, objects = self._subjects[facts], self._objects[facts]
        start = self._number.get(focus.about)
        if start is None:
            return np.zeros(len(facts), dtype=bool)
        end = self._number.get(focus.to or "")
        if end is None:
            return within(subjects, objects, start, focus.hops, len(self._things))
        steps = path(subjects, objects, start, end)
        pairs = {frozenset(pair) for pair in pairwise(steps)}
        ends = zip(subjects.tolist(), objects.tolist(), strict=True)
        return np.array([frozenset(one) in pairs for one in ends], dtype=bool)

    def _shown(self, facts: Numbers, drawn: Numbers, most: int, focus: Focus) -> Numbers:
        """Return the things with the most facts, in that order, and those that were opened, with their neighbours."""
        shown = np.argsort(-drawn, kind="stable")[: min(most, np.count_nonzero(drawn))]
        starts = [number for thing in focus.opened if (number := self._number.get(thing)) is not None]
        if not starts:
            return shown
        subjects, objects = self._subjects[facts], self._objects[facts]
        touched = np.isin(subjects, starts) | np.isin(objects, starts)
        near = np.unique(np.concatenate([subjects[touched], objects[touched]]))
        more = near[(near != _NOTHING) & ~np.isin(near, shown)]
        return np.concatenate([shown, more[drawn[more] > 0]])

    def _linked(self, facts: Numbers, counts: Numbers) -> Numbers:
        """Return the counts of the things that are related to another one; all, where none is."""
        related = facts[self._objects[facts] != _NOTHING]
        is_linked = np.zeros(len(counts), dtype=bool)
        is_linked[self._subjects[related]] = True
        is_linked[self._objects[related]] = True
        return np.where(is_linked, np.maximum(counts, 1), 0) if is_linked.any() else counts

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
                tuple(self.facts[n] for n in own),
                began=bool(began[own].any()),
                ended=bool((self._until[own] <= now).all()),
            )
            for (source, target), own in between.items()
        ]

    def _placed(self) -> dict[str, Position]:
        counts = self._counts(np.arange(len(self.facts)))
        counts = np.where(self._linked(np.arange(len(self.facts)), counts) > 0, counts, 0)  # the others stand outside
        names = [self._things[n].id for n in np.argsort(-counts, kind="stable") if counts[n]]
        pairs = sorted({(f.subject.id, f.object.id) for f in self.facts if f.object and f.object.id != f.subject.id})
        places = positions(pairs, names[:_PLACED])
        return places | satellites(places, pairs, names[_PLACED:])

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
