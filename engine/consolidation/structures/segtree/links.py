"""Links between segments far from each other: what a tree over time alone keeps apart, though it is on one topic."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.structures.segtree.shape import Branch
from chronomem.engine.consolidation.warm_state import room

AT_MOST = 2
"""To how many earlier segments one is linked: those that it is most like."""
_TURNS = 2
"""How many turns a segment has to have: of a single one, such as thanks, the topic can't be told."""


@dataclass(frozen=True, slots=True)
class Link:
    """A segment is like an earlier one, which it does not share the branch above with."""

    later: str
    earlier: str
    likeness: float


class Segments:
    """The segments of one user that can't grow any more, in order."""

    def __init__(self, dimensions: int) -> None:
        self._ids: list[str] = []
        self._firsts: list[int] = []
        self._directions = np.zeros((0, dimensions), dtype=np.float32)

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, segment: Branch) -> None:
        """Add a segment that comes after all others."""
        if segment.count < _TURNS:
            return
        self._directions = room(self._directions, len(self) + 1)
        self._directions[len(self)] = _direction(segment)
        self._ids.append(segment.id)
        self._firsts.append(segment.first)

    def links(self, segment: Branch, above: Branch, least: float) -> list[Link]:
        """Return the links of a segment to those that it is like, the likest first.

        Args:
            segment: can't grow any more.
            above: the branch above it: what is below that is near enough without a link.
            least: the cosine from which on two segments are on one topic.
        """
        if segment.count < _TURNS:
            return []
        earlier = int(np.searchsorted(self._firsts, above.first))
        alike = np.einsum("nd,d->n", self._directions[:earlier], _direction(segment))
        relevant = np.flatnonzero(alike >= least)
        nearest = relevant[np.argsort(-alike[relevant], kind="stable")][:AT_MOST]
        return [Link(segment.id, self._ids[n], round(float(alike[n]), 4)) for n in nearest]


def _direction(segment: Branch) -> NDArray[np.float32]:
    total = segment.total.astype(np.float64)
    return np.asarray(total / max(float(np.sqrt(np.einsum("d,d->", total, total))), 1.0), dtype=np.float32)
