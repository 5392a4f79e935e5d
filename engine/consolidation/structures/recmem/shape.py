"""Which exchanges make an episode, without a database.

An exchange joins the episode that it is nearest to, if it is near enough; else, if it is like enough earlier ones, it
begins one with these (section 3.3 of RecMem). Nearness to an episode is the mean cosine with its exchanges: the middle
of many exchanges is near to everything, and one episode would take them all.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.warm_state import room

Vector = NDArray[np.float32]

WIDTH = 12
"""How many exchanges an episode may have: the summary of one with more would say little of each."""
CLUSTER = 7
"""How many of the earlier exchanges that one is like begin an episode with it: the nearest."""


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
    """The episodes of one user, over exchanges with these vectors.

    Attributes:
        made: all episodes, in the order in which they began.
    """

    def __init__(self, dimensions: int) -> None:
        self.made: list[Episode] = []
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
        self._means = room(self._means, len(self.made))
        self._average(len(self.made) - 1)
        return len(self.made) - 1

    def cut_back(self, exchanges: int) -> None:
        """Take back what was made of all but the first exchanges."""
        self._count = min(self._count, exchanges)
        self.made = [episode for episode in self.made if episode.begun_by < exchanges]
        for number, episode in enumerate(self.made):
            if episode.members[-1] >= exchanges:
                episode.members = [member for member in episode.members if member < exchanges]
            self._average(number)

    def nearest(self, exchange: int, count: int = 1) -> list[int]:
        """Return the episodes that an exchange is nearest to, the nearest first."""
        near = self._nearness(exchange)
        return [int(number) for number in np.argsort(-near, kind="stable")[:count]]

    def admitting(self, exchange: int, least: float) -> list[int]:
        """Return the episodes that an exchange is near enough to, and that have room, the nearest first."""
        near = self._nearness(exchange)
        enough = (int(number) for number in np.argsort(-near, kind="stable") if near[number] >= least)
        return [number for number in enough if len(self.made[number].members) < WIDTH]

    def place(self, exchange: int, episode: int | None, alike: Sequence[int]) -> int | None:
        """Put an exchange where it belongs; return the episode, or None where it belongs to none.

        Args:
            exchange: its number.
            episode: the one that it joins.
            alike: the earlier exchanges that it is like, the nearest first, where it recurs; else nothing.
        """
        if episode is not None:
            self.made[episode].members.append(exchange)
            self._average(episode)
            return episode
        return self.add(Episode(exchange, [*sorted(alike[:CLUSTER]), exchange])) if alike else None

    def _nearness(self, exchange: int) -> Vector:
        return np.asarray(np.einsum("nd,d->n", self._means[: len(self.made)], self._vectors[exchange]))

    def _average(self, number: int) -> None:
        self._means[number] = self._vectors[self.made[number].members].mean(axis=0)
