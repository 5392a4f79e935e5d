"""The grouping of exchanges into episodes, without a database.

An exchange joins the nearest episode, if it is near enough; otherwise, if it is similar to enough earlier exchanges, it
begins an episode with these (section 3.3 of RecMem). Nearness to an episode is the mean cosine with its exchanges: the
centroid of many exchanges is near to everything, and one episode would take them all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.warm_state import room

Vector = NDArray[np.float32]

WIDTH = 12
"""The maximum number of exchanges of an episode: the summary of more would say little of each."""
CLUSTER = 7
"""The number of similar earlier exchanges, the nearest, that begin an episode with a new one."""

FEWEST = 2
"""The number of similar earlier exchanges in no other episode that an episode begins with at least."""


@dataclass(slots=True)
class Episode:
    """An episode.

    Attributes:
        begun_by: the number of the exchange that began it.
        members: the numbers of its exchanges, in order.
    """

    begun_by: int
    members: list[int]


class Episodes:
    """The episodes of one user, over exchanges given by their vectors.

    Attributes:
        made: all episodes, in the order in which they began.
    """

    def __init__(self, dimensions: int) -> None:
        self.made: list[Episode] = []
        self._placed: set[int] = set()
        self._vectors = np.zeros((0, dimensions), dtype=np.float32)
        self._means = np.zeros((0, dimensions), dtype=np.float32)
        self._count = 0

    @property
    def vectors(self) -> NDArray[np.float32]:
        """The unit vectors of all exchanges, by number."""
        return self._vectors[: self._count]

    def append(self, vectors: NDArray[np.float32]) -> range:
        """Add exchanges, which belong to no episode yet; return their numbers."""
        first, self._count = self._count, self._count + len(vectors)
        self._vectors = room(self._vectors, self._count)
        self._vectors[first : self._count] = vectors
        return range(first, self._count)

    def add(self, episode: Episode) -> int:
        """Add an episode; return its number."""
        self.made.append(episode)
        self._placed.update(episode.members)
        self._means = room(self._means, len(self.made))
        self._average(len(self.made) - 1)
        return len(self.made) - 1

    def cut_back(self, exchanges: int) -> None:
        """Undo all but the first exchanges."""
        self._count = min(self._count, exchanges)
        self.made = [episode for episode in self.made if episode.begun_by < exchanges]
        for number, episode in enumerate(self.made):
            if episode.members[-1] >= exchanges:
                episode.members = [member for member in episode.members if member < exchanges]
            self._average(number)
        self._placed = {member for episode in self.made for member in episode.members}

    def nearest(self, exchange: int, count: int = 1) -> list[int]:
        """Return the episodes nearest to an exchange, nearest first."""
        near = self._nearness(exchange)
        return [int(number) for number in np.argsort(-near, kind="stable")[:count]]

    def admitting(self, exchange: int, least: float) -> list[int]:
        """Return the episodes near enough to an exchange that have room for it, nearest first."""
        near = self._nearness(exchange)
        enough = (int(number) for number in np.argsort(-near, kind="stable") if near[number] >= least)
        return [number for number in enough if len(self.made[number].members) < WIDTH]

    def place(self, exchange: int, episode: int | None, alike: Sequence[int], *, disjoint: bool = True) -> int | None:
        """Put an exchange where it belongs; return the episode, or None if it belongs to none.

        Args:
            exchange: its number.
            episode: the episode that it joins, or None.
            alike: the similar earlier exchanges, nearest first, if it recurs; else empty.
            disjoint: whether an episode begins only with exchanges that are in no other. Otherwise most episodes have
                more than a fifth of their exchanges in common with another.
        """
        if episode is not None:
            self.made[episode].members.append(exchange)
            self._placed.add(exchange)
            self._average(episode)
            return episode
        if disjoint:
            free = [one for one in alike if one not in self._placed]
            alike = free if len(free) >= FEWEST else ()
        return self.add(Episode(exchange, [*sorted(alike[:CLUSTER]), exchange])) if alike else None

    def _nearness(self, exchange: int) -> Vector:
        return np.asarray(np.einsum("nd,d->n", self._means[: len(self.made)], self._vectors[exchange]))

    def _average(self, number: int) -> None:
        self._means[number] = self._vectors[self.made[number].members].mean(axis=0)
