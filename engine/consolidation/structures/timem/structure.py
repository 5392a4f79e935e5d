"""Keeps the temporal memory tree: its shape from `shape.py`, its texts from the summariser."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any

from chronomem.engine.consolidation.exchanges import Pending, Spoken, advanced, left_out, pending, rewound, spoken
from chronomem.engine.consolidation.memories import MemoryNode, delete_memories, store_memories
from chronomem.engine.consolidation.structures.timem.shape import PlannedMemory, TemporalLevel, TreeState
from chronomem.engine.consolidation.work import Desk, Progress
from chronomem.extractors.summaries.summariser import Source, SummaryRequest
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.batches import batches
from chronomem.graph_schema.model.exchanges import Exchange, Key
from chronomem.graph_schema.model.times import utc_text, utc_time

WORDS: Mapping[TemporalLevel, int] = {
    TemporalLevel.SEGMENT: 60,
    TemporalLevel.SESSION: 120,
    TemporalLevel.DAY: 150,
    TemporalLevel.WEEK: 200,
    TemporalLevel.PROFILE: 300,
}
"""The maximum number of words of a memory of each level."""

_EXCHANGES_AT_ONCE = 50
"""The number of exchanges processed in one transaction where there is a backlog."""
_DELETED_AT_ONCE = 2_000

Words = dict[str, tuple[datetime, str]]
"""The starts and texts of memories, by id."""


class TemporalTree:
    """TiMem's five levels. A segment is made once its exchange is over, other memories once their time is over."""

    name = "timem"

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        """Do the work due, one unit at a time; see `Structure`."""
        todo = await pending(desk)
        tree = TreeState.loaded(desk.zone, desk.session_gap, desk.progress.state.get("tree"))
        key = todo.rewind_to or _overtaken(tree, todo)
        if key is not None:
            tree = await self._take_back(desk, todo, key)
            yield 0
        words: Words = {}
        for piece in batches(todo.exchanges, _EXCHANGES_AT_ONCE):
            planned = [node for exchange in piece for node in tree.add(exchange)]
            progress = advanced(desk.progress, todo, piece[-1], is_last=piece[-1] is todo.exchanges[-1])
            yield await self._make(desk, progress, tree, planned, words, piece)
        planned = list(tree.close(todo.open_since or desk.now))
        if planned or (todo.rewind_to is not None and not todo.exchanges):
            state = desk.progress.state | left_out(todo)
            progress = replace(desk.progress, seen=todo.target, target=todo.target, state=state)
            yield await self._make(desk, progress, tree, planned, words, ())
        for closes in tree.closing(desk.now):
            desk.wake_at(closes)

    async def _take_back(self, desk: Desk, todo: Pending, key: Key) -> TreeState:
        """Delete the memories after a position, last first; return the tree as it was there."""
        rows = await desk.store.read("read_memories", user=desk.user, system=self.name)
        tree, gone = TreeState.kept(desk.zone, desk.session_gap, list(map(_planned, rows)), key)
        gone = gone[::-1]
        while len(gone) > _DELETED_AT_ONCE:
            await desk.commit(desk.progress, _deletion(desk, gone[:_DELETED_AT_ONCE]), sheds=True)
            gone = gone[_DELETED_AT_ONCE:]
        progress = _with_tree(rewound(desk.progress, todo), tree)
        await desk.commit(progress, _deletion(desk, gone), sheds=True)
        return tree

    async def _make(
        self,
        desk: Desk,
        progress: Progress,
        tree: TreeState,
        planned: Sequence[PlannedMemory],
        words: Words,
        exchanges: Sequence[Exchange],
    ) -> int:
        """Write the texts of planned memories, and commit them; `words` then holds the texts needed to resume."""
        words |= await _read_words(desk, planned, words)
        turns = {turn.id: turn for own in await spoken(desk, exchanges) for turn in own}
        extractive = await self._tell(desk, planned, words, turns)
        vectors = await desk.vectors([words[node.id][1] for node in planned])
        nodes = [
            _node(self.name, node, words[node.id][1], vector, extractive[node.id])
            for node, vector in zip(planned, vectors, strict=True)
        ]
        write = partial(_store, user=desk.user, zone=desk.zone, nodes=nodes)
        await desk.commit(_with_tree(progress, tree), write)
        needed = set(tree.needed())
        for known in [known for known in words if known not in needed]:
            del words[known]
        return len(nodes)

    async def _tell(
        self, desk: Desk, planned: Sequence[PlannedMemory], words: Words, turns: Mapping[str, Spoken]
    ) -> dict[str, bool]:
        """Add the texts of planned memories to `words`; return whether each is extractive.

        Memories whose sources and history are complete are written together.
        """
        extractive: dict[str, bool] = {}
        left = list(planned)
        while left:
            to_come = {node.id for node in left}
            ready = [node for node in left if to_come.isdisjoint(node.below) and to_come.isdisjoint(node.history)]
            requests = [_request(desk, node, words, turns) for node in ready]
            summaries = await desk.summarise(requests)
            for node, summary in zip(ready, summaries, strict=True):
                words[node.id] = (node.start, summary.text)
                extractive[node.id] = summary.extractive
            left = [node for node in left if node.id not in words]
        return extractive


def _request(desk: Desk, node: PlannedMemory, words: Words, turns: Mapping[str, Spoken]) -> SummaryRequest:
    """Return the request for a memory; a profile continues the one before it, which is among its sources."""
    if node.level is TemporalLevel.SEGMENT:
        said = [turns[turn] for turn in node.below if turn in turns]
        sources = [Source(turn.id, turn.text, turn.said_at, turn.speaker) for turn in said]
    else:
        below = node.history[-1:] + node.below if node.level is TemporalLevel.PROFILE else node.below
        sources = [Source(memory, words[memory][1], words[memory][0]) for memory in below]
    return SummaryRequest(
        purpose=f"timem.{node.level.name.lower()}",
        sources=sources,
        words=WORDS[node.level],
        zone=desk.zone,
        history=[words[memory][1] for memory in node.history],
    )


def _node(system: str, node: PlannedMemory, text: str, vector: bytes, extractive: bool) -> MemoryNode:
    is_leaf = node.level is TemporalLevel.SEGMENT
    return MemoryNode(
        id=node.id,
        system=system,
        kind=node.level.name.lower(),
        level=node.level,
        ordinal=node.ordinal,
        start=node.start,
        end=node.end,
        text=text,
        embedding=vector,
        extractive=extractive,
        turns=node.below if is_leaf else (),
        memories=() if is_leaf else node.below,
        properties={"above": node.above, "due": utc_text(node.due), "session": node.session, "seq": node.seq},
    )


def _planned(row: Row) -> PlannedMemory:
    return PlannedMemory(
        id=row["id"],
        level=TemporalLevel(row["level"]),
        ordinal=row["ordinal"],
        start=utc_time(row["start"]),
        end=utc_time(row["end"]),
        above=row["above"],
        due=datetime.fromisoformat(row["due"]),
        session=row["session"],
        seq=row["seq"],
        below=(),
        history=(),
    )


def _overtaken(tree: TreeState, todo: Pending) -> Key | None:
    """Return the key of the first exchange if memories after its position were already made, else None."""
    if not todo.exchanges or tree.until is None or tree.until <= todo.exchanges[0].start:
        return None
    return todo.exchanges[0].key


async def _read_words(desk: Desk, planned: Sequence[PlannedMemory], known: Words) -> Words:
    """Return the texts that planned memories need as sources or history."""
    wanted = {one for node in planned for one in node.history}
    wanted |= {one for node in planned if node.level is not TemporalLevel.SEGMENT for one in node.below}
    ids = sorted(wanted - {node.id for node in planned} - known.keys())
    rows = await desk.store.read("read_memory_words", user=desk.user, ids=ids) if ids else []
    return {row["id"]: (utc_time(row["start"]), row["text"]) for row in rows}


def _with_tree(progress: Progress, tree: TreeState) -> Progress:
    state: dict[str, Any] = progress.state | {"tree": tree.stored()}
    return replace(progress, state=state)


def _deletion(desk: Desk, ids: Sequence[str]) -> Any:
    return lambda tx, _: delete_memories(tx, desk.user, ids)


async def _store(tx: Transaction, version: int, *, user: str, zone: Any, nodes: Sequence[MemoryNode]) -> None:
    await store_memories(tx, user, version, zone, nodes)
