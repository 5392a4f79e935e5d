"""The growth of a segment tree at its right edge, without a database.

Every turn is a leaf, all leaves are at the same level, and every node above covers consecutive turns. Only the nodes
that end with the last turn can still grow: one at each level, the frontier (Eq. 2 of SegTreeMem).
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
"""The maximum number of parts of a node: the summary of more would say little of each."""
_NARROW = 4
"""A tree higher than one of this branching factor doesn't grow a new root for a turn without a matching topic."""
_SPARE = 3
"""The number of levels by which a tree may exceed that height."""
_UNIT = 4096
"""The fixed-point unit of vector sums: with whole numbers, a sum is the same in whatever order it is added up."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A turn in the tree."""

    id: str
    said_at: datetime
    vector: Vector


@dataclass(slots=True)
class Branch:
    """A node above the turns.

    Attributes:
        level: its distance from the turns.
        ordinal: its position within its level.
        begins: the id of its first turn.
        first, count: the number of its first turn, and the number of turns that it covers.
        start, end: the times of its earliest and its latest turn.
        total: the sum of their vectors.
        size: the number of its parts: turns at level 1, else branches of the level below.
        last: the id of the last part.
        fresh: the ids of the last parts, those that the graph doesn't link yet.
        is_changed: whether it covers turns that the graph doesn't link yet.
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
"""Returns the branch of a frontier, lowest first, that a turn belongs to; None if it belongs to none."""


def whole(vector: Vector) -> Sum:
    """Return a vector in the fixed-point numbers of sums."""
    return np.rint(vector * _UNIT).astype(np.int64)


def by_likeness(thresholds: Sequence[float]) -> Choose:
    """Return the choice of the lowest branch whose turns are near enough to a turn.

    Args:
        thresholds: the minimum mean cosine, by level from the lowest; the last one applies to all higher levels too.
    """

    def choose(frontier: Sequence[Branch], leaf: Sum) -> int | None:
        for number, branch in enumerate(frontier):
            if branch.has_room and branch.likeness(leaf) >= thresholds[min(number, len(thresholds) - 1)]:
                return number
        return None

    return choose


def by_annotation(asked: Sequence[int], likeness: Vector, thresholds: Sequence[float]) -> int | None:
    """Return the branch whose annotation is nearest to a turn, of those near enough; None if none is.

    Args:
        asked: the numbers of branches of the frontier.
        likeness: the cosine of each one's annotation with the turn, shape `(asked,)`.
        thresholds: as for `by_likeness`.
    """
    near = [
        (float(cosine), -number)
        for number, cosine in zip(asked, likeness, strict=True)
        if cosine >= thresholds[min(number, len(thresholds) - 1)]
    ]
    return -max(near)[1] if near else None


def height_limit(leaves: int) -> int:
    """Return the height up to which turns that fit nowhere get a new root; beyond it, only a full tree gets one."""
    return _SPARE + math.ceil(math.log(max(leaves, 1), _NARROW))


class GrowingEdge:
    """The growing edge of a segment tree.

    Attributes:
        frontier: the branches that end with the last turn, lowest first.
        leaves: the number of turns.
        limited: whether the tree's height is limited.
    """

    def __init__(self, frontier: Iterable[Branch] = (), leaves: int = 0, *, limited: bool = True) -> None:
        self.frontier = list(frontier)
        self.leaves = leaves
        self.limited = limited

    def insert(self, leaf: Leaf, choice: int | None) -> list[Branch]:
        """Add a turn to a branch of the frontier, or, for None, next to the whole tree below a new root.

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
        """Return the branch of the frontier that takes a turn, given the chosen one; None is a new root.

        A turn that belongs nowhere gets a new root while the tree isn't too high for its number of turns. In a tree
        that is, it goes to the lowest branch with room, whatever its topic, until the tree has filled up to its height.
        """
        if self.leaves < 2:
            return 0
        if chosen is not None or not self.limited or len(self.frontier) < height_limit(self.leaves):
            return chosen
        return next((number for number, branch in enumerate(self.frontier) if branch.has_room), None)

    def _single(self, leaf: Leaf, vector: Sum, level: int, ordinal: int) -> Branch:
        part = leaf.id if level == 1 else f"segtree:{level - 1}:{leaf.id}"
        at = leaf.said_at
        return Branch(level, ordinal, leaf.id, self.leaves, 1, at, at, vector, 1, part, [part], is_changed=True)


@dataclass(frozen=True, slots=True)
class BranchSpan:
    """The data on a branch that a cut needs."""

    id: str
    level: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Cut:
    """The result of cutting a tree back to its first turns.

    Attributes:
        gone: the ids of branches that didn't exist after these turns.
        kept: the other branches; `count` is the number of turns they had then.
        edge: the ids of the frontier then, lowest first.
        parts: the branches directly below each kept one above level 1.
    """

    gone: Sequence[str]
    kept: Mapping[str, BranchSpan]
    edge: Sequence[str]
    parts: Mapping[str, Sequence[str]]


def cut_back(spans: Iterable[BranchSpan], leaves: int) -> Cut:
    """Return the state of a tree after its first `leaves` turns."""
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
        if len(firsts) == 1 and len(parts[levels[level][0].id]) == 1:  # a single branch has no root above it
            gone += [span.id for higher in list(levels) if higher >= level for span in levels.pop(higher)]
            break
    kept = {span.id: span for own in levels.values() for span in own}
    edge = [own[-1].id for _, own in sorted(levels.items())]
    return Cut(gone, kept, edge, {one: below for one, below in parts.items() if one in kept})
