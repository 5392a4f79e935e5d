"""What is nearest to the question in meaning."""

from dataclasses import replace
from typing import Self

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class MostSimilar(StageModel):
    """Adds what is nearest in meaning, from one pool. The score is the cosine."""

    pool: str = Field(default=TURNS, description="Where to look: 'turn', 'fact', 'topic', 'timem' …")
    k: int | None = Field(default=None, ge=0, description="How many; left out, all.")
    kinds: tuple[str, ...] = Field(default=(), description="Of which kinds; none named, of all.")
    highest_level: int | None = Field(default=None, ge=0, description="Up to which level; left out, of all levels.")
    are_summaries: bool = Field(default=False, description="They are summaries, which a recall may leave out.")

    @property
    def pools(self) -> frozenset[str]:
        return frozenset() if self.pool == TURNS else frozenset({self.pool})

    def without(self, part: Part) -> Self | None:
        return None if part == "summaries" and self.are_summaries else self

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        pool = view.pool(self.pool)
        fitting = np.ones(len(pool), dtype=bool)
        if self.kinds:
            fitting &= np.array([node.kind in self.kinds for node in view.pools[self.pool].nodes], dtype=bool)
        if self.highest_level is not None:
            fitting &= pool.levels <= self.highest_level
        numbers = np.flatnonzero(fitting)
        found = Candidates.of(self.pool, numbers, pool.similarity(recollection.asked.vector)[numbers])
        if self.k is not None:
            found = found.best(self.k)
        return replace(recollection, candidates=recollection.candidates.joined(found))
