"""The shape of the temporal memory tree, without texts: which memories are made from which exchanges, in which order.
 Every memory has a position in one order of time: a segment at the start of its exchange; a session, day, week or
profile at its end. A memory depends only on those before it. So a late exchange is processed by undoing the memories
after its position, and resuming there.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, date, datetime, timedelta
from enum import IntEnum
from itertools import groupby
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.graph_schema.model.exchanges import Exchange, Key, TurnPlace
from chronomem.graph_schema.model.periods import branch, local_day
from chronomem.graph_schema.model.times import utc_text

HISTORY = 3
"""The number of earlier memories of its level shown to the writer of each (w of TiMem, §3.2.1)."""


_TIMES = ("start", "end", "closes")
_NEVER = datetime.max.replace(tzinfo=UTC)


class TemporalLevel(IntEnum):
    """The levels, from the turns upwards."""

    SEGMENT = 1
    SESSION = 2
    DAY = 3
    WEEK = 4
    PROFILE = 5


@dataclass(frozen=True, slots=True)
class PlannedMemory:
    """A memory that is to be made, without its text.

    Attributes:
        id: deterministic: making the same memory again yields the same id.
        ordinal: its position within its level.
        start, end: the times of the first and the last turn.
        above: the id of its future parent; empty for a profile.
        due: its position in the order of all.
        session: for segments and sessions, the session's id.
        seq: for a segment, the number of its exchange's first turn.
        below: the ids of its sources: a segment's turns, or memories.
        history: the ids of the memories of its level before it, oldest first.
    """

    id: str
    level: TemporalLevel
    ordinal: int
    start: datetime
    end: datetime
    above: str
    due: datetime
    session: str
    seq: int
    below: tuple[str, ...]
    history: tuple[str, ...]


@dataclass(slots=True)
class OpenMemory:
    """A memory that is still open: parts may be added to it until it closes."""

    id: str
    level: TemporalLevel
    session: str
    start: datetime
    end: datetime
    closes: datetime = _NEVER
    below: list[str] = field(default_factory=list)

    @property
    def order(self) -> tuple[datetime, TemporalLevel, datetime, str]:
        """The order in which open memories are closed."""
        return self.closes, self.level, self.end, self.id

    def stored(self) -> dict[str, Any]:
        """Return the open memory as plain values."""
        return asdict(self) | {name: getattr(self, name).isoformat() for name in _TIMES}

    @classmethod
    def loaded(cls, row: Mapping[str, Any]) -> "OpenMemory":
        """Return an open memory from plain values."""
        times = {name: datetime.fromisoformat(row[name]) for name in _TIMES}
        return cls(row["id"], TemporalLevel(row["level"]), row["session"], below=list(row["below"]), **times)


@dataclass(slots=True)
class TreeState:
    """The state of the tree: the open memories, the number made, and the last ones of each level.

    Attributes:
        zone: the timezone of days.
        gap: the silence after which a session is over; later turns in it begin a session of their own.
        until: everything positioned before this time is made.
    """

    zone: ZoneInfo
    gap: timedelta
    open: dict[str, OpenMemory] = field(default_factory=dict)
    made: dict[TemporalLevel, int] = field(default_factory=lambda: dict.fromkeys(TemporalLevel, 0))
    last: dict[TemporalLevel, list[str]] = field(default_factory=lambda: {level: [] for level in TemporalLevel})
    until: datetime | None = None

    def add(self, exchange: Exchange) -> Iterator[PlannedMemory]:
        """Yield the memories that the next exchange brings: those that are over before it, then its own segments."""
        yield from self.close(exchange.start)
        self.until = exchange.start
        for day, places in groupby(exchange.places, key=lambda place: local_day(place.said_at, self.zone)):
            yield self._segment(exchange, day, list(places))

    def close(self, until: datetime) -> Iterator[PlannedMemory]:
        """Yield the sessions, days, weeks and profiles that are over at a time."""
        while due := [group for group in self.open.values() if group.closes <= until]:
            group = min(due, key=lambda group: group.order)
            del self.open[group.id]
            self.until = group.closes
            yield self._over(group)

    def closing(self, now: datetime) -> Iterator[datetime]:
        """Yield the closing times of the open memories."""
        return (group.closes for group in self.open.values() if now < group.closes < _NEVER)

    def needed(self) -> list[str]:
        """Return the ids of the memories whose texts are needed to resume."""
        below = [member for group in self.open.values() for member in group.below]
        return list(dict.fromkeys([*below, *(member for own in self.last.values() for member in own)]))

    def stored(self) -> dict[str, Any]:
        """Return the state as plain values."""
        return {
            "open": [group.stored() for group in self.open.values()],
            "made": [self.made[level] for level in TemporalLevel],
            "last": [self.last[level] for level in TemporalLevel],
            "until": None if self.until is None else self.until.isoformat(),
        }

    @classmethod
    def loaded(cls, zone: ZoneInfo, gap: timedelta, stored: Mapping[str, Any] | None) -> "TreeState":
        """Return a state from plain values; without any, an empty one."""
        tree = cls(zone, gap)
        if stored is not None:
            groups = [OpenMemory.loaded(row) for row in stored["open"]]
            tree.open = {group.id: group for group in groups}
            tree.made = dict(zip(TemporalLevel, stored["made"], strict=True))
            tree.last = {level: list(own) for level, own in zip(TemporalLevel, stored["last"], strict=True)}
            tree.until = None if stored["until"] is None else datetime.fromisoformat(stored["until"])
        return tree

    @classmethod
    def kept(
        cls, zone: ZoneInfo, gap: timedelta, nodes: Sequence[PlannedMemory], key: Key
    ) -> tuple["TreeState", list[str]]:
        """Return the tree as it was before an exchange, and the ids of the memories to undo for that."""
        tree = cls(zone, gap)
        kept = sorted((node for node in nodes if _is_before(node, key)), key=lambda node: (node.level, node.ordinal))
        there = {node.id for node in kept}
        for node in kept:
            tree._count(node)
            if node.above and node.above not in there:
                tree._put(node)
        tree.until = max((node.due for node in kept), default=None)
        return tree, [node.id for node in nodes if node.id not in there]

    def _segment(self, exchange: Exchange, day: date, places: Sequence[TurnPlace]) -> PlannedMemory:
        first = places[0]
        node = PlannedMemory(
            id=f"timem:segment:{first.id}",
            level=TemporalLevel.SEGMENT,
            ordinal=self.made[TemporalLevel.SEGMENT],
            start=first.said_at,
            end=places[-1].said_at,
            above=self._session(first, day),
            due=exchange.start,
            session=first.session,
            seq=exchange.places[0].seq,
            below=tuple(place.id for place in places),
            history=tuple(self.last[TemporalLevel.SEGMENT]),
        )
        self._count(node)
        self._put(node)
        return node

    def _session(self, first: TurnPlace, day: date) -> str:
        """Return the id of a segment's session: the one open on its day, or a new one."""
        for group in self.open.values():
            if group.session == first.session and local_day(group.start, self.zone) == day:
                return group.id
        return f"timem:session:{first.id}"

    def _over(self, group: OpenMemory) -> PlannedMemory:
        path = branch(local_day(group.start, self.zone), self.zone)
        node = PlannedMemory(
            id=group.id,
            level=group.level,
            ordinal=self.made[group.level],
            start=group.start,
            end=group.end,
            above=""
            if group.level is TemporalLevel.PROFILE
            else f"timem:{path[group.level - TemporalLevel.SESSION].id}",
            due=group.closes,
            session=group.session,
            seq=0,
            below=tuple(group.below),
            history=tuple(self.last[group.level]),
        )
        self._count(node)
        if node.above:
            self._put(node)
        return node

    def _count(self, node: PlannedMemory) -> None:
        self.made[node.level] += 1
        self.last[node.level] = [*self.last[node.level], node.id][-HISTORY:]

    def _put(self, node: PlannedMemory) -> None:
        """Add a node to its parent, which stays open."""
        group = self.open.get(node.above)
        if group is None:
            level = TemporalLevel(node.level + 1)
            group = OpenMemory(
                node.above, level, node.session if level is TemporalLevel.SESSION else "", node.start, node.end
            )
            self.open[group.id] = group
        group.below.append(node.id)
        group.start, group.end = min(group.start, node.start), max(group.end, node.end)
        group.closes = self._closes(group)

    def _closes(self, group: OpenMemory) -> datetime:
        day, week, month, _ = branch(local_day(group.start, self.zone), self.zone)
        match group.level:
            case TemporalLevel.SESSION:
                return min(group.end + self.gap, day.end)
            case TemporalLevel.DAY:
                return day.end
            case TemporalLevel.WEEK:
                return week.end
            case _:
                return month.end


def _is_before(node: PlannedMemory, key: Key) -> bool:
    """Whether a node is positioned before an exchange."""
    if node.level is TemporalLevel.SEGMENT:
        return (utc_text(node.due), node.session, node.seq) < key
    return node.due <= datetime.fromisoformat(key[0])
