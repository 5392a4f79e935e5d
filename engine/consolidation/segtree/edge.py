"""The growing edge of a segment tree, read from the graph; and the tree cut back to an earlier one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from chronomem.engine.consolidation.segtree.growth import Branch, Span, Sum, Tree, cut_back, whole
from chronomem.engine.consolidation.structure import Desk
from chronomem.extractors.summaries import Source
from chronomem.graph_schema.results import Row
from chronomem.graph_schema.vectors import unpack

_TOTAL = np.dtype("<i4")


@dataclass
class Edge:
    """What can still grow.

    Attributes:
        tree: the branches.
        said: what their parts say, by id.
    """

    tree: Tree
    said: dict[str, Source] = field(default_factory=dict)

    def forget_closed(self) -> None:
        """Keep only what a branch that can still grow is told from."""
        needed = {part for branch in self.tree.frontier for part in branch.parts}
        self.said = {part: source for part, source in self.said.items() if part in needed}


@dataclass(frozen=True)
class Stump:
    """A tree that was cut back.

    Attributes:
        tree: the edge that it had then.
        gone: the ids of the branches that it did not have yet.
        changed: the branches that are to be told anew: those that were cut, and those whose words were taken out.
        said: what those of their parts say that are not among them.
    """

    tree: Tree
    gone: Sequence[str]
    changed: Sequence[Branch]
    said: Mapping[str, Source]


def packed(total: Sum) -> bytes:
    """Return a sum of vectors as the graph stores it."""
    return total.astype(_TOTAL).tobytes()


async def read_edge(desk: Desk, frontier: Sequence[str], leaves: int) -> Edge:
    """Read the branches of a frontier, and what their parts say."""
    branches = {branch.id: branch for branch in await _read_branches(desk, frontier)}
    said: dict[str, Source] = {}
    for kind, of in (("Turn", frontier[:1]), ("Memory", frontier[1:])):
        for row in await desk.store.read(f"read_parts_{kind}", user=desk.user, ids=of) if of else []:
            said[row["id"]] = _turn(row) if kind == "Turn" else _memory(row)
            branches[row["branch"]].parts.append(row["id"])
    for branch in branches.values():
        branch.linked = len(branch.parts)
    return Edge(Tree([branches[one] for one in frontier], leaves), said)


async def read_cut(desk: Desk, turns: Sequence[str]) -> Stump:
    """Read what a tree was like when it had these turns."""
    rows = await desk.store.read("read_spans", user=desk.user)
    before = {row["id"]: Span(row["id"], row["level"], row["first"], row["leaves"]) for row in rows}
    cut = cut_back(before.values(), len(turns))
    dirty = {row["id"] for row in rows if row["dirty"]}
    shorter = {one for one, span in cut.kept.items() if span.count < before[one].count}
    wanted = sorted((shorter | dirty | set(cut.edge)) & cut.kept.keys(), key=lambda one: cut.kept[one].level)
    branches: dict[str, Branch] = {}
    changed = []
    for branch in await _read_branches(desk, wanted):
        span = cut.kept[branch.id]
        branch.parts = list(cut.parts.get(branch.id, turns[span.first : span.first + span.count]))
        if branch.id in shorter | dirty:
            branch.count = span.count
            changed.append(branch)
        else:
            branch.linked = len(branch.parts)
        branches[branch.id] = branch
    said = await _add_up(desk, branches, changed)
    return Stump(Tree([branches[one] for one in cut.edge], len(turns)), cut.gone, changed, said)


async def _add_up(desk: Desk, known: Mapping[str, Branch], changed: Sequence[Branch]) -> dict[str, Source]:
    """Give branches the times and sums of their parts, from the lowest on; return what unchanged parts say."""
    anew = {branch.id for branch in changed}
    below = [part for branch in changed if branch.level > 1 for part in branch.parts if part not in anew]
    others = {branch.id: branch for branch in await _read_branches(desk, [one for one in below if one not in known])}
    said = {row["id"]: _memory(row) for row in await _read(desk, "read_told", below)}
    turns = [part for branch in changed if branch.level == 1 for part in branch.parts]
    rows = {row["id"]: row for row in await _read(desk, "read_turns_told", turns)}
    said |= {one: _turn(row) for one, row in rows.items()}
    for branch in changed:
        if branch.level == 1:
            own = [rows[part] for part in branch.parts]
            times = [said[part].when for part in branch.parts]
            vectors = unpack([row["embedding"] for row in own], desk.embedder.dimensions)
            branch.start, branch.end, branch.total = min(times), max(times), whole(vectors).sum(axis=0)
        else:
            parts = [known.get(part) or others[part] for part in branch.parts]
            branch.start, branch.end = min(p.start for p in parts), max(p.end for p in parts)
            branch.total = np.sum([part.total for part in parts], axis=0)
    return said


async def _read_branches(desk: Desk, ids: Sequence[str]) -> list[Branch]:
    return [_branch(row) for row in await _read(desk, "read_branches", ids)]


async def _read(desk: Desk, statement: str, ids: Sequence[str]) -> list[Row]:
    return await desk.store.read(statement, user=desk.user, ids=list(ids)) if ids else []


def _branch(row: Row) -> Branch:
    total = np.frombuffer(row["total"] or b"", dtype=_TOTAL).astype(np.int64)
    start, end = datetime.fromisoformat(row["start"]), datetime.fromisoformat(row["end"])
    return Branch(row["level"], row["ordinal"], row["begins"], row["first"], row["leaves"], start, end, total, parts=[])


def _turn(row: Row) -> Source:
    return Source(row["id"], row["text"], datetime.fromisoformat(row["said_at"]), row["speaker"])


def _memory(row: Row) -> Source:
    return Source(row["id"], row["text"], datetime.fromisoformat(row["start"]))
