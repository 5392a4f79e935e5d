"""Memory nodes made by structures, and how they are stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.engine.dialogue.calendar import store_branches
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.periods import branch, local_day
from chronomem.graph_schema.model.times import utc_text


@dataclass(frozen=True, slots=True)
class MemoryNode:
    """One memory of one system.

    Attributes:
        id: derived from its sources, so that making it twice yields one node.
        system: the system that made it: hmem, timem, recmem or segtree.
        kind: the system's name for it, such as `episode`.
        level: its distance from the turns.
        ordinal: its position within its level.
        start, end: the times of the first and the last turn that it rests on.
        text: its text.
        embedding: the text's vector, as the graph stores it.
        extractive: whether its text was taken from turns rather than written by a language model.
        turns, memories: the ids of its direct sources.
        reinforcements, reinforced_at: how often it recurred, and when last.
        properties: further properties that its system keeps.
    """

    id: str
    system: str
    kind: str
    level: int
    ordinal: int
    start: datetime
    end: datetime
    text: str
    embedding: bytes
    extractive: bool
    turns: Sequence[str] = ()
    memories: Sequence[str] = ()
    reinforcements: int = 0
    reinforced_at: datetime | None = None
    properties: Mapping[str, Any] = field(default_factory=dict)


async def store_memories(
    tx: Transaction, user: str, version: int, zone: ZoneInfo, nodes: Sequence[MemoryNode], *, grown: bool = False
) -> None:
    """Store memories with links to their sources and to the calendar period that each lies within.

    An existing memory is replaced; if `grown`, its earlier links to sources stay. Sources must exist or be among the
    memories.
    """
    if not nodes:
        return
    await tx.run("store_memories", user=user, version=version, rows=[_row(node) for node in nodes])
    if not grown:
        await tx.run("unlink_summarised", user=user, ids=[node.id for node in nodes])
    turns = [{"memory": node.id, "of": turn} for node in nodes for turn in node.turns]
    memories = [{"memory": node.id, "of": below} for node in nodes for below in node.memories]
    if turns:
        await tx.run("link_summarised_Turn", user=user, pairs=turns)
    if memories:
        await tx.run("link_summarised_Memory", user=user, pairs=memories)
    await _link_periods(tx, user, zone, nodes)


async def delete_memories(tx: Transaction, user: str, ids: Sequence[str]) -> None:
    """Delete memories; requires a transaction begun for deletion."""
    if ids:
        await tx.run("delete_memories", user=user, ids=list(ids))


async def _link_periods(tx: Transaction, user: str, zone: ZoneInfo, nodes: Sequence[MemoryNode]) -> None:
    """Link each memory to the smallest period that contains it; one that spans two years lies within none."""
    pairs, paths, outgrown = [], [], []
    for node in nodes:
        path = branch(local_day(node.start, zone), zone)
        until = node.end + timedelta.resolution
        place = next((i for i, period in enumerate(path) if until <= period.end), None)
        if place is not None:
            paths.append(path[place:])
            pairs.append({"memory": node.id, "period": path[place].id})
        else:
            outgrown.append(node.id)
    if outgrown:
        await tx.run("unlink_within", user=user, ids=outgrown)
    if pairs:
        await store_branches(tx, user, paths)
        await tx.run("link_within", user=user, pairs=pairs)


def _row(node: MemoryNode) -> dict[str, Any]:
    return {
        "id": node.id,
        "system": node.system,
        "kind": node.kind,
        "level": node.level,
        "ordinal": node.ordinal,
        "start": utc_text(node.start),
        "end": utc_text(node.end),
        "text": node.text,
        "embedding": node.embedding,
        "extractive": node.extractive,
        "reinforcements": node.reinforcements,
        "reinforced_at": utc_text(node.reinforced_at),
        "properties": dict(node.properties),
    }
