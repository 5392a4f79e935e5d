"""Stage `similar`: the candidates most similar to the question."""

from dataclasses import replace
from typing import Self

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class MostSimilar(StageModel):
    """Adds the nodes of one pool that are most similar in meaning. The score is the cosine."""

    pool: str = Field(default=TURNS, description="The pool to search: 'turn', 'fact', 'topic', 'timem' …")
    k: int | None = Field(default=None, ge=0, description="The maximum number of nodes; omitted, all.")
    kinds: tuple[str, ...] = Field(default=(), description="The kinds of node; empty, all.")
    highest_level: int | None = Field(default=None, ge=0, description="The highest level; omitted, all levels.")
    are_summaries: bool = Field(
        default=False, description="Whether the nodes are summaries, which a recall may leave out."
    )

    def without(self, part: Part) -> Self | None:
        return None if part == "summaries" and self.are_summaries else self

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        pool = view.pool(self.pool)
        fitting = np.ones(len(pool), dtype=bool)
        if self.kinds:
            fitting &= np.array([node.kind in self.kinds for node in view.pools[self.pool].nodes], dtype=bool)
        if self.highest_level is not None:
            fitting &= pool.levels <= self.highest_level
        if view.admitted is not None and self.pool == TURNS:
            fitting &= view.admitted
        numbers = np.flatnonzero(fitting)
        found = Candidates.of(self.pool, numbers, pool.similarity(recollection.asked.vector)[numbers])
        if self.k is not None:
            found = found.best(self.k)
        return replace(recollection, candidates=recollection.candidates.joined(found))
