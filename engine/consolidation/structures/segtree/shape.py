"""How a segment tree grows at its right edge, without a database.

Every turn is a leaf, all leaves are at the same level, and every node above covers a run of turns without a gap. Only
the nodes that end with the last turn can still grow: one at each level, the frontier (Eq. 2 of SegTreeMem).
"""

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float32]
Sum = NDArray[np.int64]

WIDTH = 12
"""How many parts a node may have: the summary of one with more would say little of each."""
_NARROW = 4
"""A tree that is higher than one of this branching would be grows no further for want of a topic in common."""
_SPARE = 3
"""How many levels more are no harm."""
_UNIT = 4096
"""Vectors are added up in whole numbers of this part of one: a sum then is the same whatever it was added up from."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A turn."""

    id: str
    said_at: datetime
    vector: Vector


@dataclass(slots=True)
class Branch:
    """A node above the turns.

    Attributes:
        level: how far above the turns.
        ordinal: its place among those of its level.
        begins: the id of its first turn.
        first, count: the number of its first turn, and how many turns it covers.
        start, end: the earliest and the latest time at which one of them was said.
        total: the sum of their vectors.
        size: how many parts it has: turns at level 1, else branches of the level below.
        last: the id of the last part.
        fresh: the ids of those parts, the last ones, that the graph does not know of yet.
        is_changed: it covers turns that the graph does not know of yet.
    """

    level: int
    ordinal: int
    begins: str
    first: int
    count: int
    start: datetime
    end: datetime
    total: Sum
    size: int
    last: str
    fresh: list[str] = field(default_factory=list)
    is_changed: bool = False

    @property
    def id(self) -> str:
        return f"segtree:{self.level}:{self.begins}"

    @property
    def has_room(self) -> bool:
        return self.size < WIDTH

    def likeness(self, leaf: Sum) -> float:
        """Return the mean cosine of a turn with the turns below."""
        return float(np.einsum("d,d->", self.total, leaf)) / (self.count * _UNIT * _UNIT)


Choose = Callable[[Sequence[Branch], Sum], int | None]
"""Returns which of the branches of a frontier, lowest first, a turn belongs to; None where it belongs to none."""


def whole(vector: Vector) -> Sum:
    """Return a vector in the whole numbers that sums are kept in."""
    return np.rint(vector * _UNIT).astype(np.int64)


def by_likeness(thresholds: Sequence[float]) -> Choose:
    """Return the choice of the lowest branch to whose turns a turn is near enough.

    Args:
        thresholds: the mean cosine that it takes, by level from the lowest; the last is that of all above as well.
    """

    def choose(frontier: Sequence[Branch], leaf: Sum) -> int | None:
        for number, branch in enumerate(frontier):
            if branch.has_room and branch.likeness(leaf) >= thresholds[min(number, len(thresholds) - 1)]:
                return number
        return None

    return choose


def height_limit(leaves: int) -> int:
    """Return how many levels a tree may have because turns fit nowhere; it gets one more only when it is full."""
    return _SPARE + math.ceil(math.log(max(leaves, 1), _NARROW))


class GrowingEdge:
    """The growing edge of a segment tree.

    Attributes:
        frontier: the branches that end with the last turn, lowest first.
        leaves: how many turns there are.
    """

    def __init__(self, frontier: Iterable[Branch] = (), leaves: int = 0) -> None:
        self.frontier = list(frontier)
        self.leaves = leaves

    def insert(self, leaf: Leaf, choice: int | None) -> list[Branch]:
        """Add a turn to a branch of the frontier, or, where that is None, beside all that there is, below a new root.

        Returns the branches that can't grow any more.
        """
        vector = whole(leaf.vector)
        if not self.frontier:
            self.frontier = [self._single(leaf, vector, 1, 0)]
            self.leaves = 1
            return []
        if choice is None:
            root = self.frontier[-1]
            above = replace(root, level=root.level + 1, ordinal=0, size=1, last=root.id, fresh=[root.id])
            choice = len(self.frontier)
            self.frontier.append(above)
        closed = self.frontier[:choice]
        below = [self._single(leaf, vector, branch.level, branch.ordinal + 1) for branch in closed]
        for branch in self.frontier[choice:]:
            branch.count += 1
            branch.start = min(branch.start, leaf.said_at)
            branch.end = max(branch.end, leaf.said_at)
            branch.total = branch.total + vector
            branch.is_changed = True
        grown = self.frontier[choice]
        grown.last = below[-1].id if below else leaf.id
        grown.fresh.append(grown.last)
        grown.size += 1
        self.frontier[:choice] = below
        self.leaves += 1
        return closed

    def admitted(self, chosen: int | None) -> int | None:
        """Return the branch of the frontier that takes a turn, given the one it belongs to; None is a new root.

        A turn that belongs nowhere gets a new root while the tree is not too high for the number of its turns. In one
        that is, it goes where the lowest room is, whatever it is about, until the tree has filled up to its height.
        """
        if self.leaves < 2:
            return 0
        if chosen is not None or len(self.frontier) < height_limit(self.leaves):
            return chosen
        return next((number for number, branch in enumerate(self.frontier) if branch.has_room), None)

    def _single(self, leaf: Leaf, vector: Sum, level: int, ordinal: int) -> Branch:
        part = leaf.id if level == 1 else f"segtree:{level - 1}:{leaf.id}"
        at = leaf.said_at
        return Branch(level, ordinal, leaf.id, self.leaves, 1, at, at, vector, 1, part, [part], is_changed=True)


@dataclass(frozen=True, slots=True)
class BranchSpan:
    """What a cut has to know of a branch."""

    id: str
    level: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Cut:
    """What becomes of a tree of which the first turns are kept.

    Attributes:
        gone: the ids of branches that did not exist yet after these turns.
        kept: the others; `count` is what it was then.
        edge: which of them were the frontier, lowest first.
        parts: the branches directly below each of the kept ones above level 1.
    """

    gone: Sequence[str]
    kept: Mapping[str, BranchSpan]
    edge: Sequence[str]
    parts: Mapping[str, Sequence[str]]


def cut_back(spans: Iterable[BranchSpan], leaves: int) -> Cut:
    """Return what a tree was like after its first `leaves` turns."""
    gone: list[str] = []
    levels: defaultdict[int, list[BranchSpan]] = defaultdict(list)
    for span in sorted(spans, key=lambda span: (span.level, span.first)):
        if span.first < leaves:
            levels[span.level].append(replace(span, count=min(span.count, leaves - span.first)))
        else:
            gone.append(span.id)
    parts: dict[str, list[str]] = {}
    for level in sorted(levels)[1:]:
        firsts = [span.first for span in levels[level]]
        for span in levels[level]:
            parts[span.id] = []
        for below in levels[level - 1]:
            parts[levels[level][bisect_right(firsts, below.first) - 1].id].append(below.id)
        if len(firsts) == 1 and len(parts[levels[level][0].id]) == 1:  # no root is made above a single branch
            gone += [span.id for higher in list(levels) if higher >= level for span in levels.pop(higher)]
            break
    kept = {span.id: span for own in levels.values() for span in own}
    edge = [own[-1].id for _, own in sorted(levels.items())]
    return Cut(gone, kept, edge, {one: below for one, below in parts.items() if one in kept})
