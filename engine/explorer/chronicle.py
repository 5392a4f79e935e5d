"""All facts of one user, ready to be looked at from any moment."""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from chronomem.engine.explorer.positions import Position, positions
from chronomem.engine.memory import AsyncMemory
from chronomem.graph_schema.errors import UnknownUser
from chronomem.graph_schema.facts.views import Entity, Fact
from chronomem.graph_schema.model import zone_of
from chronomem.graph_schema.periods import Grain
from chronomem.graph_schema.statements import statement

RECENT = timedelta(days=30)
"""For so long a fact counts as one that just began, or just ended."""
_PLACED = 300
_KEPT_USERS = 4


@dataclass(frozen=True)
class Dot:
    """An entity in the graph of a moment; `facts` are those about it that hold then."""

    entity: Entity
    facts: int
    at: Position


@dataclass(frozen=True)
class Line:
    """What relates two entities at a moment: facts that hold, or that ended a short while ago."""

    source: str
    target: str
    facts: tuple[Fact, ...]
    began: bool
    ended: bool


@dataclass(frozen=True)
class Moment:
    """The graph at one moment.

    Attributes:
        at: when.
        dots: the entities with the most facts, those first.
        lines: between the dots.
        facts: all facts that hold, those first that began last.
        ended: those that ended within `RECENT` before.
        entities: about how many entities there are facts at this moment.
    """

    at: datetime
    dots: Sequence[Dot]
    lines: Sequence[Line]
    facts: Sequence[Fact]
    ended: Sequence[Fact]
    entities: int


class Chronicle:
    """All that was ever believed of a user's world.

    Attributes:
        zone: the user's timezone.
        first, last: the time that is worth looking at: from the first turn to the last.
        changes: the moments between them at which something began or ended, in order.
    """

    def __init__(self, facts: Sequence[Fact], zone: ZoneInfo, first: datetime, last: datetime) -> None:
        self.facts = [fact for fact in facts if not fact.negated and not _never(fact)]
        self.zone = zone
        self.first = first
        self.last = last
        times = {time for fact in self.facts for time in (fact.valid_at, fact.invalid_at) if time is not None}
        self.changes = sorted(time for time in times if first <= time <= last)
        self._at = positions(_pairs(self.facts), [entity.id for entity in _most_known(self.facts, _PLACED)])

    def moment(self, at: datetime, *, most: int, about: str | None = None) -> Moment:
        """Return the graph at a moment.

        Args:
            at: when.
            most: how many entities it shows.
            about: only the facts of this entity, by id.
        """
        holding = [fact for fact in self.facts if fact.holds_at(at) and _is_about(fact, about)]
        ended = [fact for fact in self.facts if _just_ended(fact, at) and _is_about(fact, about)]
        known = Counter(entity.id for fact in holding for entity in _entities(fact))
        shown = _most_known(holding, most)
        dots = [Dot(entity, known[entity.id], self._place(entity.id)) for entity in shown]
        lines = _lines([*holding, *ended], {entity.id for entity in shown}, at)
        newest = sorted(
            holding, key=lambda fact: (fact.valid_at is not None, fact.valid_at or at, fact.id), reverse=True
        )
        return Moment(at, dots, lines, newest, ended, len(known))

    def fact(self, fact_id: str) -> Fact | None:
        return next((fact for fact in self.facts if fact.id == fact_id), None)

    def change_before(self, at: datetime) -> datetime | None:
        """Return the last moment before `at` at which something began or ended."""
        return max((time for time in self.changes if time < at), default=None)

    def change_after(self, at: datetime) -> datetime | None:
        return min((time for time in self.changes if time > at), default=None)

    def _place(self, entity: str) -> Position:
        return self._at[entity] if entity in self._at else Position.outside(entity)


class Chronicles:
    """The chronicles of the users who were looked at last; each is made anew when something was stored."""

    def __init__(self, memory: AsyncMemory) -> None:
        self._memory = memory
        self._kept: OrderedDict[str, tuple[tuple[int, int], Chronicle | None]] = OrderedDict()

    async def of(self, user: str) -> Chronicle | None:
        """Return a user's chronicle; None where there are no facts. Raise `UnknownUser` where there is nothing."""
        rows = await self._memory.cypher(statement("read_user"), user=user)
        if not rows:
            raise UnknownUser(f"nothing was ever stored for user {user!r}; add turns first, or check the name")
        stamp = (rows[0]["version"], rows[0]["epoch"])
        if user not in self._kept or self._kept[user][0] != stamp:
            self._kept[user] = (stamp, await self._read(user, zone_of(rows[0]["timezone"])))
        self._kept.move_to_end(user)
        if len(self._kept) > _KEPT_USERS:
            self._kept.popitem(last=False)
        return self._kept[user][1]

    async def _read(self, user: str, zone: ZoneInfo) -> Chronicle | None:
        facts = await self._memory.facts(user=user, include_invalid=True)
        if not facts:
            return None
        years = await self._memory.timeline(user=user, grain=Grain.YEAR)
        moments = [fact.valid_at for fact in facts if fact.valid_at is not None]
        told = (years[0].first, years[-1].last) if years else (min(moments), max(moments))
        return Chronicle(facts, zone, *told)


def _never(fact: Fact) -> bool:
    return fact.valid_at is not None and fact.valid_at == fact.invalid_at


def _is_about(fact: Fact, entity: str | None) -> bool:
    return entity is None or any(one.id == entity for one in _entities(fact))


def _just_ended(fact: Fact, at: datetime) -> bool:
    return fact.invalid_at is not None and fact.invalid_at <= at < fact.invalid_at + RECENT


def is_new(fact: Fact, at: datetime) -> bool:
    """Whether a fact began within `RECENT` before a moment."""
    return fact.dated and fact.valid_at is not None and fact.valid_at <= at < fact.valid_at + RECENT


def _entities(fact: Fact) -> tuple[Entity, ...]:
    return (fact.subject,) if fact.object is None or fact.object.id == fact.subject.id else (fact.subject, fact.object)


def _most_known(facts: Sequence[Fact], most: int) -> list[Entity]:
    entities = {entity.id: entity for fact in facts for entity in _entities(fact)}
    counts = Counter(entity.id for fact in facts for entity in _entities(fact))
    ordered = sorted(entities.values(), key=lambda entity: (-counts[entity.id], -entity.mention_count, entity.id))
    return ordered[:most]


def _pairs(facts: Sequence[Fact]) -> list[tuple[str, str]]:
    return [(fact.subject.id, fact.object.id) for fact in facts if fact.object and fact.object.id != fact.subject.id]


def _lines(facts: Sequence[Fact], shown: set[str], at: datetime) -> list[Line]:
    between: defaultdict[tuple[str, str], list[Fact]] = defaultdict(list)
    for fact in facts:
        if fact.object is not None and fact.subject.id != fact.object.id:
            pair = (fact.subject.id, fact.object.id)
            if shown.issuperset(pair):
                between[pair].append(fact)
    return [
        Line(
            *pair,
            tuple(own),
            began=any(is_new(fact, at) for fact in own),
            ended=all(_just_ended(fact, at) for fact in own),
        )
        for pair, own in between.items()
    ]
