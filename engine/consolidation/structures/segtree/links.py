"""Links between distant segments on one topic, which a tree ordered by time alone keeps apart."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.structures.segtree.shape import Branch
from chronomem.engine.consolidation.warm_state import room

AT_MOST = 2
"""The maximum number of earlier segments, the most similar ones, that a segment is linked to."""
_TURNS = 2
"""The minimum number of turns of a segment: a single turn, such as thanks, doesn't show its topic."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link from a segment to a similar earlier one under another parent."""

    later: str
    earlier: str
    likeness: float


class Segments:
    """The closed segments of one user, in order."""

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
        """Return the links of a segment to similar earlier ones, most similar first.

        Args:
            segment: a closed segment.
            above: its parent; segments below it need no link.
            least: the cosine from which on two segments share a topic.
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
