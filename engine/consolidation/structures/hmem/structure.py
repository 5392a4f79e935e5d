"""Keeps the tree of time and meaning: its shape from `shape.py`, its texts from the summariser."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import numpy as np

from chronomem.engine.consolidation.calibration import HMEM, thresholds
from chronomem.engine.consolidation.exchanges import Pending, Spoken, advanced, pending, rewound, spoken
from chronomem.engine.consolidation.memories import MemoryNode, delete_memories, store_memories
from chronomem.engine.consolidation.structures.hmem.shape import (
    AGES,
    Changes,
    EventLevel,
    EventNode,
    Forest,
    kept,
    top_at_age,
    window,
)
from chronomem.engine.consolidation.warm_state import WarmState, placed, renewed
from chronomem.engine.consolidation.work import Desk, Progress
from chronomem.extractors.summaries.events import said_events
from chronomem.extractors.summaries.extractive import ExtractiveSummariser
from chronomem.extractors.summaries.summariser import Source, SummaryRequest
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.batches import batches
from chronomem.graph_schema.model.times import utc_time
from chronomem.graph_schema.model.vectors import unpack

WORDS: Mapping[EventLevel, int] = {
    EventLevel.EVENT: 60,
    EventLevel.WEEK: 60,
    EventLevel.MONTH: 100,
    EventLevel.YEAR: 150,
}
"""The maximum number of words of a memory of each level; for events, of all those of one turn together."""

_EXCHANGES_AT_ONCE = 200
"""The number of exchanges processed in one transaction where there is a backlog."""

_EVENT = "hmem:event:"


@dataclass(frozen=True, slots=True)
class MemoryText:
    """The text of a memory."""

    text: str
    when: datetime
    extractive: bool


@dataclass(frozen=True, slots=True)
class Event:
    """A statement of a turn that is remembered by itself."""

    id: str
    turn: Spoken
    text: str
    extractive: bool


@dataclass
class Grown:
    """The in-memory part of one user's tree, so that a further exchange needs no reread.

    Attributes:
        forest: the windows that grew last.
        told: the texts from which the memories in them are made.
    """

    forest: Forest
    told: dict[str, MemoryText]

    def __len__(self) -> int:
        return len(self.told) + sum(map(len, self.forest.windows.values()))

    def keep(self, names: Set[str]) -> None:
        """Drop all windows but these, and the texts that they don't need."""
        if self.forest.windows.keys() <= names:
            return
        self.forest.keep(names)
        needed = {id_ for own in self.forest.windows.values() for node in own for id_ in (node.id, *node.told)}
        self.told = {id_: told for id_, told in self.told.items() if id_ in needed}


class TreeOfMeaning:
    """H-Mem's four levels: events, and clusters of similar ones within a week, a month and a year."""

    name = "hmem"

    def __init__(self) -> None:
        self._grown = WarmState[Grown]()

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        """Do the work due, one unit at a time; see `Structure`."""
        todo = await pending(desk)
        if todo.rewind_to is not None:
            yield await self._take_back(desk, todo)
        state = desk.progress.state
        if "first" not in state and not todo.exchanges:
            return
        first = state.get("first") or todo.exchanges[0].start.isoformat()
        grown = self._grown.take(desk) or Grown(await _forest(desk, state), {})
        forest = grown.forest
        began = datetime.fromisoformat(first)
        before, top = forest.top, top_at_age(desk.now - began)
        for least in AGES.values():
            if desk.now < began + least:
                desk.wake_at(began + least)
        if top > before:
            forest.top = top
            if forest.made[before]:
                grown.keep(set())
                yield await self._activate(desk, grown, before, first)
        for piece in batches(todo.exchanges, _EXCHANGES_AT_ONCE):
            turns = [turn for own in await spoken(desk, piece) for turn in own]
            keys = {place.id: exchange.key for exchange in piece for place in exchange.places}
            events = await _events(desk, turns)
            vectors = await desk.vectors([event.text for event in events])
            await _hold_windows(desk, grown, [event.turn.said_at for event in events])
            for event, vector in zip(events, unpack(vectors, desk.embedder.dimensions), strict=True):
                forest.add(event.id, event.turn.said_at, vector)
            changes = forest.take_changes()
            nodes = await self._nodes(desk, changes, {event.id: event for event in events}, keys, grown.told)
            progress = advanced(desk.progress, todo, piece[-1], is_last=piece[-1] is todo.exchanges[-1])
            await self._commit(desk, _at(progress, forest, first), nodes)
            yield len(nodes)
        self._grown.put(desk, grown)

    async def _take_back(self, desk: Desk, todo: Pending) -> int:
        """Remove the events of some exchanges and later ones, and rewrite the memories that contained them."""
        rows = await desk.store.read("read_memories", user=desk.user, system=self.name)
        gone = {row["id"] for row in rows if row["level"] == EventLevel.EVENT and _key(row) >= (todo.rewind_to or ())}
        left, lost, dropped = kept([_node(row) for row in rows], gone)
        nodes = await self._nodes(desk, Changes({node.id: node for node in lost}), {}, {}, {})

        async def write(tx: Transaction, version: int) -> None:
            await delete_memories(tx, desk.user, [node.id for node in dropped])
            await store_memories(tx, desk.user, version, desk.zone, nodes, grown=True)

        forest = await _forest(desk, desk.progress.state if todo.before else {})
        forest.made = {level: sum(node.level is level for node in left) for level in EventLevel}
        first = todo.before[0].start.isoformat() if todo.before else None
        await desk.commit(renewed(_at(rewound(desk.progress, todo), forest, first)), write, sheds=True)
        return len(nodes)

    async def _activate(self, desk: Desk, grown: Grown, before: EventLevel, first: str) -> int:
        """Join the nodes of the formerly highest level, now that levels above it are active."""
        forest = grown.forest
        rows = await desk.store.read("read_memories", user=desk.user, system=self.name)
        highest = [_node(row) for row in rows if row["level"] == before]
        found = await desk.store.read("read_memory_vectors", user=desk.user, ids=[node.lead for node in highest])
        vectors = dict(zip((r["id"] for r in found), _unpacked(desk, (r["embedding"] for r in found)), strict=True))
        for node in highest:
            node.vector = vectors[node.lead]
            forest.join(node)
        changes = forest.take_changes()
        nodes = await self._nodes(desk, changes, {}, {}, grown.told)
        progress = renewed(_at(desk.progress, forest, first))
        await self._commit(desk, progress, nodes, [{"id": node.id, "above": node.above} for node in highest])
        return len(nodes)

    async def _nodes(
        self,
        desk: Desk,
        changes: Changes,
        events: Mapping[str, Event],
        keys: Mapping[str, Any],
        told: dict[str, MemoryText],
    ) -> list[MemoryNode]:
        """Return the changed nodes with their texts and new links, lower levels first; add the texts to `told`."""
        told |= {id_: MemoryText(event.text, event.turn.said_at, event.extractive) for id_, event in events.items()}
        told |= await _read_told(desk, changes, told)
        for level in (EventLevel.WEEK, EventLevel.MONTH, EventLevel.YEAR):
            await _tell(desk, changes.of(level), told)
        ordered = sorted(changes.nodes.values(), key=lambda node: (node.level, node.ordinal))
        vectors = await desk.vectors([told[node.id].text for node in ordered])
        joined: defaultdict[str, list[str]] = defaultdict(list)
        for parent, child in changes.joined:
            joined[parent].append(child)
        return [
            _memory(self.name, node, told[node.id], vector, joined[node.id], _properties(desk, node, events, keys))
            for node, vector in zip(ordered, vectors, strict=True)
        ]

    async def _commit(
        self, desk: Desk, progress: Progress, nodes: Sequence[MemoryNode], joined: Sequence[Row] = ()
    ) -> None:
        async def write(tx: Transaction, version: int) -> None:
            await store_memories(tx, desk.user, version, desk.zone, nodes, grown=True)
            if joined:
                await tx.run("join_memories", user=desk.user, rows=joined)

        await desk.commit(progress, write)


async def _events(desk: Desk, turns: Sequence[Spoken]) -> list[Event]:
    """Return the statements of turns: written by a language model where there is one, else verbatim."""
    said = [said_events(turn.text, turn.speaker) for turn in turns]
    extractive = [True] * len(turns)
    if not isinstance(desk.summariser, ExtractiveSummariser):
        summaries = await desk.summarise([_of_turn(desk, turn) for turn in turns])
        for number, summary in enumerate(summaries):
            if not summary.extractive:
                said[number] = [line.strip() for line in summary.text.splitlines() if line.strip()]
                extractive[number] = False
    return [
        Event(f"{_EVENT}{turn.id}:{number}", turn, text, is_said)
        for turn, own, is_said in zip(turns, said, extractive, strict=True)
        for number, text in enumerate(own)
    ]


def _of_turn(desk: Desk, turn: Spoken) -> SummaryRequest:
    source = Source(turn.id, turn.text, turn.said_at, turn.speaker)
    return SummaryRequest("hmem.event", [source], WORDS[EventLevel.EVENT], desk.zone)


async def _tell(desk: Desk, nodes: Sequence[EventNode], told: dict[str, MemoryText]) -> None:
    """Add the texts of memories of one level; a memory with one child takes its text."""
    several = [node for node in nodes if node.parts > 1]
    requests = [
        SummaryRequest(
            purpose=f"hmem.{node.level.name.lower()}",
            sources=[
                Source(id_, told[id_].text, told[id_].when) for id_ in sorted(node.told, key=lambda id_: told[id_].when)
            ],
            words=WORDS[node.level],
            zone=desk.zone,
        )
        for node in several
    ]
    summaries = await desk.summarise(requests)
    for node in nodes:
        if node.parts == 1:
            told[node.id] = replace(told[node.told[0]], when=node.start)
    for node, summary in zip(several, summaries, strict=True):
        told[node.id] = MemoryText(summary.text, node.start, summary.extractive)


async def _read_told(desk: Desk, changes: Changes, told: Mapping[str, MemoryText]) -> dict[str, MemoryText]:
    """Return the texts of unchanged children from which changed memories are written."""
    needed = {id_ for node in changes.nodes.values() for id_ in node.told} - set(changes.nodes) - set(told)
    rows = await desk.store.read("read_memory_words", user=desk.user, ids=sorted(needed)) if needed else []
    return {row["id"]: MemoryText(row["text"], utc_time(row["start"]), row["extractive"]) for row in rows}


async def _hold_windows(desk: Desk, grown: Grown, moments: Sequence[datetime]) -> None:
    """Hold the memories that events of these times may be joined to; read the windows that aren't held yet."""
    names = grown.forest.windows_at(moments)
    if moments:
        grown.keep(names)
    windows: dict[str, list[EventNode]] = {name: [] for name in sorted(names - grown.forest.windows.keys())}
    rows = await desk.store.read("read_window", user=desk.user, windows=list(windows)) if windows else []
    for row, vector in zip(rows, _unpacked(desk, (row["vector"] for row in rows)), strict=True):
        node = _node(row)
        node.vector, node.led_at = vector, utc_time(row["led_at"])
        node.parts, node.told = row["parts"], list(row["told"])
        windows[row["window"]].append(node)
    grown.forest.hold(windows)


def _memory(
    system: str, node: EventNode, told: MemoryText, vector: bytes, joined: Sequence[str], properties: Mapping[str, Any]
) -> MemoryNode:
    is_event = node.level is EventLevel.EVENT
    return MemoryNode(
        id=node.id,
        system=system,
        kind=node.level.name.lower(),
        level=node.level,
        ordinal=node.ordinal,
        start=node.start,
        end=node.end,
        text=told.text,
        embedding=vector,
        extractive=told.extractive,
        turns=[_turn(node.id)] if is_event else (),
        memories=joined,
        reinforcements=node.events - 1,
        reinforced_at=node.end,
        properties=properties,
    )


def _properties(desk: Desk, node: EventNode, events: Mapping[str, Event], keys: Mapping[str, Any]) -> dict[str, Any]:
    if node.level is EventLevel.EVENT:
        due, session, seq = keys[events[node.id].turn.id]
        return {"above": node.above, "lead": node.lead, "due": due, "session": session, "seq": seq}
    return {
        "above": node.above,
        "lead": node.lead,
        "window": window(node.level, node.led_at, desk.zone),
        "parts": node.parts,
        "told": node.told,
    }


def _node(row: Row) -> EventNode:
    start = utc_time(row["start"])
    return EventNode(
        id=row["id"],
        level=EventLevel(row["level"]),
        ordinal=row["ordinal"],
        lead=row["lead"],
        vector=np.zeros(0, dtype=np.float32),
        led_at=start,
        start=start,
        end=utc_time(row["end"]),
        events=row["reinforcements"] + 1,
        above=row["above"],
    )


async def _forest(desk: Desk, state: Mapping[str, Any]) -> Forest:
    least: Sequence[float] | None = desk.shapes.hmem_similarity
    if least is None:
        least = await asyncio.to_thread(thresholds, HMEM, desk.embedder)
    by_level = dict(zip((EventLevel.WEEK, EventLevel.MONTH, EventLevel.YEAR), least, strict=True))
    forest = Forest(desk.zone, by_level, EventLevel(state.get("top", EventLevel.WEEK)))
    forest.made |= dict(zip(EventLevel, state.get("made", []), strict=False))
    return forest


def _at(progress: Progress, forest: Forest, first: str | None) -> Progress:
    """Return progress with the state needed to resume growing the tree."""
    state = {name: value for name, value in progress.state.items() if name != "first"}
    place = {} if first is None else {"first": first}
    return placed(
        replace(progress, state=state), top=int(forest.top), made=[forest.made[level] for level in EventLevel], **place
    )


def _unpacked(desk: Desk, stored: Iterable[bytes]) -> np.ndarray[Any, np.dtype[np.float32]]:
    return unpack(list(stored), desk.embedder.dimensions)


def _key(row: Row) -> tuple[str, str, int]:
    return row["due"], row["session"], row["seq"]


def _turn(event: str) -> str:
    return event.removeprefix(_EVENT).rpartition(":")[0]
