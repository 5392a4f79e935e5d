"""Keeps a user's segment tree in the graph: each turn goes to its branch at the tree's right edge."""

from collections.abc import AsyncIterator, Mapping, Sequence

from chronomem.engine.consolidation.calibration import SEGTREE_LINKED, thresholds
from chronomem.engine.consolidation.exchanges import Pending, advanced, pending, rewound, spoken
from chronomem.engine.consolidation.memories import MemoryNode, delete_memories, store_memories
from chronomem.engine.consolidation.structures.segtree.annotation import BranchText, annotate
from chronomem.engine.consolidation.structures.segtree.compatibility import compatibility
from chronomem.engine.consolidation.structures.segtree.edge import packed, read_cut, read_edge, read_segments
from chronomem.engine.consolidation.structures.segtree.links import Link, Segments
from chronomem.engine.consolidation.structures.segtree.shape import Branch, GrowingEdge
from chronomem.engine.consolidation.warm_state import WarmState, placed, renewed
from chronomem.engine.consolidation.work import Desk, Progress
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.batches import batches

_AT_ONCE = 100


class SegmentTree:
    """Keeps the segment tree of a user: segments of consecutive turns on one topic, and segments of segments."""

    name = "segtree"

    def __init__(self) -> None:
        self._segments = WarmState[Segments]()

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        """Add the new exchanges; if a turn came late or was forgotten, redo the work from an earlier one on."""
        todo = await pending(desk)
        if todo.rewind_to is not None:
            yield await self._cut(desk, todo)
        if not todo.exchanges:
            return
        state = desk.progress.state
        segments = self._segments.take(desk) or await read_segments(desk)
        edge = await read_edge(desk, state.get("frontier", []), state.get("leaves", 0), segments)
        choose = compatibility(desk)
        by_vectors = desk.judge is None and desk.shapes.segtree_choice == "lowest"
        linked = thresholds(SEGTREE_LINKED, desk.embedder)[0]
        for batch in batches(todo.exchanges, _AT_ONCE):
            turns = [turn for own in await spoken(desk, batch) for turn in own]
            grown: dict[str, Branch] = {}
            # Who compares texts must see those of the branches before the next turn is assigned.
            for piece in [turns] if by_vectors else [[turn] for turn in turns]:
                changed = await edge.grow(piece, choose, linked)
                edge.told |= await annotate(desk, changed, edge.told, edge.turns)
                grown |= {branch.id: branch for branch in changed}
            changed = list(grown.values())
            progress = advanced(desk.progress, todo, batch[-1], is_last=batch[-1] is todo.exchanges[-1])
            await self._commit(desk, _at(progress, edge.tree), await _nodes(desk, changed, edge.told), edge.links)
            edge.stored()
            yield len(changed)
        self._segments.put(desk, edge.segments)

    async def _cut(self, desk: Desk, todo: Pending) -> int:
        """Undo the work on turns from a position on."""
        kept = [place.id for exchange in todo.before for place in exchange.places]
        stump = await read_cut(desk, kept)
        nodes = await _nodes(desk, stump.changed, stump.told)

        async def write(tx: Transaction, version: int) -> None:
            await delete_memories(tx, desk.user, stump.gone)
            await tx.run("unlink_segments", user=desk.user, ids=[branch.id for branch in stump.tree.frontier[:1]])
            await store_memories(tx, desk.user, version, desk.zone, nodes)

        await desk.commit(renewed(_at(rewound(desk.progress, todo), stump.tree)), write, sheds=True)
        return len(nodes)

    async def _commit(self, desk: Desk, progress: Progress, nodes: Sequence[MemoryNode], links: Sequence[Link]) -> None:
        rows = [{"later": link.later, "earlier": link.earlier, "likeness": link.likeness} for link in links]

        async def write(tx: Transaction, version: int) -> None:
            await store_memories(tx, desk.user, version, desk.zone, nodes, grown=True)
            if rows:
                await tx.run("link_segments", user=desk.user, rows=rows)

        await desk.commit(progress, write)


def _at(progress: Progress, tree: GrowingEdge) -> Progress:
    """Return progress with the state needed to resume growing the tree."""
    return placed(progress, leaves=tree.leaves, frontier=[branch.id for branch in tree.frontier])


async def _nodes(desk: Desk, branches: Sequence[Branch], told: Mapping[str, BranchText]) -> list[MemoryNode]:
    """Return branches as memory nodes, linked to those of their parts that the graph doesn't link yet."""
    vectors = await desk.vectors([told[branch.id].text for branch in branches])
    return [_node(branch, told[branch.id], vector) for branch, vector in zip(branches, vectors, strict=True)]


def _node(branch: Branch, told: BranchText, embedding: bytes) -> MemoryNode:
    return MemoryNode(
        id=branch.id,
        system=SegmentTree.name,
        kind="segment",
        level=branch.level,
        ordinal=branch.ordinal,
        start=branch.start,
        end=branch.end,
        text=told.text,
        embedding=embedding,
        extractive=told.extractive,
        turns=branch.fresh if branch.level == 1 else (),
        memories=branch.fresh if branch.level > 1 else (),
        properties={
            "begins": branch.begins,
            "first": branch.first,
            "leaves": branch.count,
            "total": packed(branch.total),
            "size": branch.size,
            "settled": told.settled,
        },
    )
