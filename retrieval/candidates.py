"""The table of candidates for a question, which stages extend, score, order and cut."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray

from chronomem.retrieval.index.lexical import Floats, Ints

TURNS = "turn"
"""The pool of turns. Every other pool is named after the kind of node that it holds."""


@dataclass(frozen=True)
class Candidates:
    """One row per candidate, from any number of pools. Immutable: every method returns a new table.

    Attributes:
        pools: the names of the pools that the rows come from.
        pool: for each row, its pool as an index into `pools`, shape `(rows,)`.
        number: for each row, the candidate's number in its pool.
        score: how well the candidate fits; higher is better.
        tier: the first sort key, higher first; `score` decides within a tier.
        parts: the components of the score by name; kept for recalls that explain themselves.
    """

    pools: tuple[str, ...]
    pool: Ints
    number: Ints
    score: Floats
    tier: Ints
    parts: Mapping[str, Floats] = field(default_factory=dict)

    @classmethod
    def none(cls) -> Self:
        return cls((), _zeros(0), _zeros(0), np.zeros(0), _zeros(0))

    @classmethod
    def of(cls, pool: str, numbers: Ints, score: Floats | None = None) -> Self:
        """Return a table of one pool's candidates."""
        size = len(numbers)
        return cls((pool,), _zeros(size), numbers, np.zeros(size) if score is None else score, _zeros(size))

    def __len__(self) -> int:
        return len(self.number)

    def rows_of(self, pool: str) -> Ints:
        """Return the rows that come from a pool."""
        if self.pools == (pool,):
            return np.arange(len(self))
        if pool not in self.pools:
            return _zeros(0)
        return np.flatnonzero(self.pool == self.pools.index(pool))

    def numbers_of(self, pool: str) -> Ints:
        """Return the numbers of the candidates that come from a pool."""
        return self.number[self.rows_of(pool)]

    def name_of(self, row: int) -> str:
        """Return the name of the pool that a row comes from."""
        return self.pools[int(self.pool[row])]

    def taken(self, rows: Ints | NDArray[np.bool_] | Sequence[int]) -> Self:
        """Return some rows, in the order given."""
        rows = np.asarray(rows) if len(rows) else _zeros(0)
        return replace(
            self,
            pool=self.pool[rows],
            number=self.number[rows],
            score=self.score[rows],
            tier=self.tier[rows],
            parts={name: values[rows] for name, values in self.parts.items()},
        )

    def joined(self, other: "Candidates") -> "Candidates":
        """Return the rows of both tables; of a candidate in both, the row of this table."""
        if not len(self):
            return other
        fresh = np.ones(len(other), dtype=bool)
        for name in set(self.pools).intersection(other.pools):
            rows = other.rows_of(name)
            fresh[rows] = ~np.isin(other.number[rows], self.numbers_of(name))
        added = other.taken(np.flatnonzero(fresh))
        pools = (*self.pools, *(name for name in other.pools if name not in self.pools))
        moved = np.array([pools.index(name) for name in other.pools], dtype=np.int64)
        names = {**self.parts, **added.parts}
        return Candidates(
            pools,
            np.concatenate([self.pool, moved[added.pool] if len(added) else _zeros(0)]),
            np.concatenate([self.number, added.number]),
            np.concatenate([self.score, added.score]),
            np.concatenate([self.tier, added.tier]),
            {name: np.concatenate([_part(self, name), _part(added, name)]) for name in names},
        )

    def scored(self, score: Floats, **parts: Floats) -> Self:
        """Return the same rows with new scores and the components of these scores."""
        return replace(self, score=score, parts={**self.parts, **parts})

    def tiered(self, tier: Ints) -> Self:
        """Return the same rows with new tiers."""
        return replace(self, tier=tier)

    def best(self, k: int) -> Self:
        """Return the `k` best rows, best first; ties keep their order."""
        if self.tier.any():
            return self.taken(np.lexsort((-self.score, -self.tier))[:k])
        return self.taken(best(self.score, k))


def _zeros(size: int) -> Ints:
    return np.zeros(size, dtype=np.int64)


def _part(table: Candidates, name: str) -> Floats:
    return table.parts[name] if name in table.parts else np.zeros(len(table))


def best(scores: Floats, k: int) -> Ints:
    """Return the positions of the `k` highest scores, best first; ties keep their order."""
    k = min(k, len(scores))
    if k < 1:
        return np.zeros(0, dtype=np.int64)
    threshold = np.partition(scores, len(scores) - k)[len(scores) - k]
    candidates = np.flatnonzero(scores >= threshold)
    return candidates[np.argsort(-scores[candidates], kind="stable")][:k]
