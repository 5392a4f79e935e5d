"""The growing edge of a segment tree, read from the graph; and the tree cut back to an earlier state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from chronomem.engine.consolidation.exchanges import Spoken
from chronomem.engine.consolidation.structures.segtree.annotation import BranchText, annotate
from chronomem.engine.consolidation.structures.segtree.compatibility import Choose
from chronomem.engine.consolidation.structures.segtree.links import Link, Segments
from chronomem.engine.consolidation.structures.segtree.shape import (
    Branch,
    BranchSpan,
    GrowingEdge,
    Leaf,
    Sum,
    cut_back,
    whole,
)
from chronomem.engine.consolidation.work import Desk
from chronomem.extractors.summaries.summariser import Source, turn_of
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.model.vectors import unpack

_TOTAL = np.dtype("<i4")


@dataclass
class Edge:
    """The part of a tree that can still grow.

    Attributes:
        tree: the branches.
        told: the texts of branches, by id.
        turns: the turns added to branches of level 1 since the edge was read, by branch id.
        segments: the branches of level 1 that are closed.
        links: the links of those that the graph doesn't have yet.
    """

    tree: GrowingEdge
    told: dict[str, BranchText]
    segments: Segments
    turns: dict[str, list[Source]] = field(default_factory=dict)
    links: list[Link] = field(default_factory=list)

    async def grow(self, turns: Sequence[Spoken], choose: Choose, linked: float) -> list[Branch]:
        """Add turns; return the branches that cover them.

        Args:
            turns: the turns, in order.
            choose: chooses the branch for each turn.
            linked: the minimum cosine for two segments to be linked.
        """
        closed: list[Branch] = []
        for turn in turns:
            chosen = await choose(self.tree.frontier, turn, self.told)
            done = self.tree.insert(Leaf(turn.id, turn.said_at, turn.vector), self.tree.admitted(chosen))
            if done:
                above = done[1] if len(done) > 1 else self.tree.frontier[1]
                self.links += self.segments.links(done[0], above, linked)
                self.segments.add(done[0])
            closed += done
            segment = self.turns.setdefault(self.tree.frontier[0].id, [])
            segment.append(Source(turn.id, turn.text, turn.said_at, turn.speaker))
        return [branch for branch in (*closed, *self.tree.frontier) if branch.is_changed]

    def stored(self) -> None:
        """Mark everything as stored; keep only the parts that can still change."""
        frontier = {branch.id for branch in self.tree.frontier}
        self.told = {one: told for one, told in self.told.items() if one in frontier}
        self.turns, self.links = {}, []
        for branch in self.tree.frontier:
            branch.fresh, branch.is_changed = [], False


@dataclass(frozen=True)
class Stump:
    """A tree that was cut back.

    Attributes:
        tree: the edge that the tree had then.
        gone: the ids of the branches that didn't exist then.
        changed: the branches to rewrite: those that were cut, and those whose text was erased.
        told: the new texts of those.
    """

    tree: GrowingEdge
    gone: Sequence[str]
    changed: Sequence[Branch]
    told: Mapping[str, BranchText]


def packed(total: Sum) -> bytes:
    """Return a sum of vectors in the form in which the graph stores it."""
    return total.astype(_TOTAL).tobytes()


async def read_segments(desk: Desk) -> Segments:
    """Read the branches of level 1 that are closed."""
    segments = Segments(desk.embedder.dimensions)
    for row in (await desk.store.read("read_segments", user=desk.user))[:-1]:
        segments.add(_branch(row, ""))
    return segments


async def read_edge(desk: Desk, frontier: Sequence[str], leaves: int, segments: Segments) -> Edge:
    """Read the branches of a frontier, and their texts."""
    rows = {row["id"]: row for row in await _read(desk, "read_branches", frontier)}
    tree = GrowingEdge(leaves=leaves, limited=desk.shapes.segtree_limits)
    edge = Edge(tree, {one: _told(row) for one, row in rows.items()}, segments)
    last = ""
    for one in frontier:
        edge.tree.frontier.append(_branch(rows[one], last))
        last = one
    return edge


async def read_cut(desk: Desk, turns: Sequence[str]) -> Stump:
    """Read the state of a tree when it had exactly these turns."""
    rows = await desk.store.read("read_spans", user=desk.user)
    before = {row["id"]: BranchSpan(row["id"], row["level"], row["first"], row["leaves"]) for row in rows}
    cut = cut_back(before.values(), len(turns))
    dirty = {row["id"] for row in rows if row["dirty"]}
    shorter = {one for one, span in cut.kept.items() if span.count < before[one].count}
    wanted = sorted((shorter | dirty | set(cut.edge)) & cut.kept.keys(), key=lambda one: cut.kept[one].level)
    branches: dict[str, Branch] = {}
    told: dict[str, BranchText] = {}
    for row in await _read(desk, "read_branches", wanted):
        span = cut.kept[row["id"]]
        parts = list(cut.parts.get(span.id, turns[span.first : span.first + span.count]))
        branch = branches[span.id] = _branch(row, parts[-1])
        if span.id in shorter | dirty:
            branch.count, branch.size, branch.fresh, branch.is_changed = span.count, len(parts), parts, True
        else:
            told[span.id] = _told(row)
    changed = [branches[one] for one in wanted if branches[one].is_changed]
    words = await _add_up(desk, branches, changed)
    below = [one for one in {branch.last for branch in changed if branch.level > 1} if one not in branches]
    told |= {row["id"]: _told(row) for row in await _read(desk, "read_branches", below)}
    return Stump(
        GrowingEdge([branches[one] for one in cut.edge], len(turns)),
        cut.gone,
        changed,
        await annotate(desk, changed, told, words),
    )


async def _add_up(desk: Desk, known: Mapping[str, Branch], changed: Sequence[Branch]) -> dict[str, list[Source]]:
    """Set times and vector sums of branches from their parts, lowest first; return the turns of those of level 1."""
    below = [part for branch in changed if branch.level > 1 for part in branch.fresh if part not in known]
    others = {row["id"]: _branch(row, "") for row in await _read(desk, "read_branches", below)}
    turns = [part for branch in changed if branch.level == 1 for part in branch.fresh]
    rows = {row["id"]: row for row in await _read(desk, "read_turns_told", turns)}
    words: dict[str, list[Source]] = {}
    for branch in changed:
        if branch.level == 1:
            own = [rows[part] for part in branch.fresh]
            words[branch.id] = [turn_of(row) for row in own]
            times = [turn.when for turn in words[branch.id]]
            vectors = unpack([row["embedding"] for row in own], desk.embedder.dimensions)
            branch.start, branch.end, branch.total = min(times), max(times), whole(vectors).sum(axis=0)
        else:
            parts = [known.get(part) or others[part] for part in branch.fresh]
            branch.start, branch.end = min(p.start for p in parts), max(p.end for p in parts)
            branch.total = np.sum([part.total for part in parts], axis=0)
    return words


async def _read(desk: Desk, statement: str, ids: Sequence[str]) -> list[Row]:
    return await desk.store.read(statement, user=desk.user, ids=list(ids)) if ids else []


def _branch(row: Row, last: str) -> Branch:
    return Branch(
        level=row["level"],
        ordinal=row["ordinal"],
        begins=row["begins"],
        first=row["first"],
        count=row["leaves"],
        start=datetime.fromisoformat(row["start"]),
        end=datetime.fromisoformat(row["end"]),
        total=np.frombuffer(row["total"] or b"", dtype=_TOTAL).astype(np.int64),
        size=row["size"],
        last=last,
    )


def _told(row: Row) -> BranchText:
    return BranchText(
        datetime.fromisoformat(row["start"]), row["text"] or "", row["extractive"], row["settled"] or "", row["size"]
    )
