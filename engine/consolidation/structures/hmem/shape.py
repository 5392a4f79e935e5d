"""The shape of the tree of time and meaning, without texts: which events are joined under which memory.

A memory above events is represented by its lead, the first event that it was made from. A later node of the same window
joins the memory with the nearest lead, if it is near enough (the thresholds of H-Mem, §3.2, are about a node and its
child), and leads a new memory otherwise. A lead never changes, so a node's place depends only on earlier ones.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import IntEnum
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from chronomem.graph_schema.model.periods import branch, local_day

Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]


class EventLevel(IntEnum):
    """The levels, from the turns upwards, named after the window within which their memories may be joined."""

    EVENT = 1
    WEEK = 2
    MONTH = 3
    YEAR = 4


AGES: Mapping[EventLevel, timedelta] = {EventLevel.MONTH: timedelta(days=7), EventLevel.YEAR: timedelta(days=30)}
"""The minimum age of a history for a level to be active (Appendix A.2 of H-Mem)."""

TOLD = 40
"""The number of children from which a memory's text is made: the first, and the last ones."""


@dataclass(slots=True)
class EventNode:
    """An event, or a memory of similar ones.

    Attributes:
        id: deterministic: making the same node again yields the same id.
        ordinal: its position within its level.
        lead: the id of the event that represents it; for an event, its own id.
        vector: the lead's vector.
        led_at: the time of the lead.
        start, end: the times of the first and the last event.
        events: the number of events in it.
        parts: the number of its direct children.
        told: the ids of the children from which its text is made.
        above: the id of its parent; empty as long as it has none.
    """

    id: str
    level: EventLevel
    ordinal: int
    lead: str
    vector: Vector
    led_at: datetime
    start: datetime
    end: datetime
    events: int = 1
    parts: int = 0
    told: list[str] = field(default_factory=list)
    above: str = ""


@dataclass(slots=True)
class Changes:
    """Nodes that were made or grew.

    Attributes:
        nodes: the nodes by id; children before parents.
        joined: pairs of a memory and a node that was joined to it.
    """

    nodes: dict[str, EventNode] = field(default_factory=dict)
    joined: list[tuple[str, str]] = field(default_factory=list)

    def of(self, level: EventLevel) -> list[EventNode]:
        return [node for node in self.nodes.values() if node.level is level]


@dataclass(slots=True)
class Forest:
    """The memories of the current windows, and the nodes joined to them.

    Attributes:
        zone: the timezone of weeks, months and years.
        thresholds: by a memory's level, the minimum cosine with its lead for a node to be joined to it.
        top: the highest active level.
        made: the number of nodes of each level.
        windows: by window, the memories that may still grow, in order.
    """

    zone: ZoneInfo
    thresholds: Mapping[EventLevel, float]
    top: EventLevel = EventLevel.WEEK
    made: dict[EventLevel, int] = field(default_factory=lambda: dict.fromkeys(EventLevel, 0))
    windows: dict[str, list[EventNode]] = field(default_factory=dict)
    changes: Changes = field(default_factory=Changes)
    _nodes: dict[str, EventNode] = field(default_factory=dict)
    _leads: dict[str, Matrix] = field(default_factory=dict)

    def windows_at(self, moments: Iterable[datetime]) -> set[str]:
        """Return the windows in which events of these times may be joined."""
        levels = [level for level in EventLevel if EventLevel.EVENT < level <= self.top]
        return {window(level, moment, self.zone) for moment in moments for level in levels}

    def keep(self, names: Set[str]) -> None:
        """Drop all windows but these."""
        for name in self.windows.keys() - names:
            for node in self.windows.pop(name):
                del self._nodes[node.id]
            self._leads.pop(name, None)

    def hold(self, windows: Mapping[str, Sequence[EventNode]]) -> None:
        """Add windows to the present ones."""
        for name, nodes in windows.items():
            own = self.windows[name] = sorted(nodes, key=lambda node: node.ordinal)
            self._nodes |= {node.id: node for node in own}
            if own:
                self._leads[name] = np.stack([node.vector for node in own])

    def add(self, id_: str, moment: datetime, vector: Vector) -> EventNode:
        """Create an event, and join it."""
        node = EventNode(id_, EventLevel.EVENT, self._next(EventLevel.EVENT), id_, vector, moment, moment, moment)
        self.changes.nodes[id_] = node
        self.join(node)
        return node

    def join(self, node: EventNode) -> None:
        """Join a node to the nearest memory in its window, and so on up to the highest active level."""
        if node.level >= self.top:
            return
        level = EventLevel(node.level + 1)
        name = window(level, node.led_at, self.zone)
        parent = self._nearest(name, node.vector, self.thresholds[level])
        is_new = parent is None
        if parent is None:
            id_ = f"hmem:{level.name.lower()}:{node.lead.removeprefix('hmem:event:')}"
            parent = EventNode(
                id_, level, self._next(level), node.lead, node.vector, node.led_at, node.start, node.end, events=0
            )
            self._open(name, parent)
        put_below(parent, node)
        self.changes.joined.append((parent.id, node.id))
        for above in [parent, *self._above(parent)]:
            above.start, above.end = min(above.start, node.start), max(above.end, node.end)
            above.events += node.events
            self.changes.nodes.setdefault(above.id, above)
        if is_new:
            self.join(parent)

    def take_changes(self) -> Changes:
        """Return the changes since the last call."""
        changes, self.changes = self.changes, Changes()
        return changes

    def _nearest(self, name: str, vector: Vector, threshold: float) -> EventNode | None:
        """Return the memory of a window with the nearest lead, the earliest of several, if it is near enough."""
        own = self.windows.get(name)
        if not own:
            return None
        likeness = np.einsum("nd,d->n", self._leads[name][: len(own)], vector)
        best = int(np.argmax(likeness))
        return own[best] if likeness[best] >= threshold else None

    def _open(self, name: str, node: EventNode) -> None:
        """Add a new memory to a window; the capacity for leads doubles when it is full."""
        own = self.windows.setdefault(name, [])
        leads = self._leads.get(name)
        if leads is None:
            leads = self._leads[name] = np.zeros((1, len(node.vector)), dtype=np.float32)
        if len(own) == len(leads):
            leads = self._leads[name] = np.concatenate([leads, np.zeros_like(leads)])
        leads[len(own)] = node.vector
        own.append(node)
        self._nodes[node.id] = node

    def _above(self, node: EventNode) -> Iterator[EventNode]:
        while node.above:
            node = self._nodes[node.above]
            yield node

    def _next(self, level: EventLevel) -> int:
        self.made[level] += 1
        return self.made[level] - 1


def window(level: EventLevel, moment: datetime, zone: ZoneInfo) -> str:
    """Return the name of a level's window that contains a moment."""
    return f"hmem:{branch(local_day(moment, zone), zone)[level - 1].id}"


def top_at_age(age: timedelta) -> EventLevel:
    """Return the highest level that is active in a history of an age."""
    return max([EventLevel.WEEK, *(level for level, least in AGES.items() if age >= least)])


def put_below(parent: EventNode, node: EventNode) -> None:
    """Count a node among a memory's children."""
    node.above = parent.id
    parent.parts += 1
    parent.told.append(node.id)
    if len(parent.told) > TOLD:
        del parent.told[1]


def kept(nodes: Sequence[EventNode], gone: set[str]) -> tuple[list[EventNode], list[EventNode], list[EventNode]]:
    """Remove events from a tree; return the remaining nodes, those of them that lost events, and the removed nodes.

    Args:
        nodes: the whole tree, with `above` as it was; the counts of the remaining nodes are recomputed.
        gone: the ids of the events.
    """
    said = {node.id for node in nodes if node.level is EventLevel.EVENT} - gone
    left = sorted((node for node in nodes if node.lead in said), key=lambda node: (node.level, node.ordinal))
    there = {node.id: node for node in left}
    before = {node.id: node.events for node in left}
    for node in left:
        if node.level is not EventLevel.EVENT:
            node.events, node.parts, node.told = 0, 0, []
    for node in left:
        parent = there.get(node.above)
        if parent is None:
            node.above = ""
            continue
        put_below(parent, node)
        first = parent.parts == 1
        parent.start = node.start if first else min(parent.start, node.start)
        parent.end = node.end if first else max(parent.end, node.end)
        parent.events += node.events
    lost = [node for node in left if node.events != before[node.id]]
    return left, lost, [node for node in nodes if node.id not in there]
