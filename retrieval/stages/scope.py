"""Stage `scope`: only the levels of memory that the plan asks for."""

from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class KeepScope(StageModel):
    """Keeps turns and the tree's leaves for a question about single events; leaves and summaries for one about lasting
    traits; everything for one about both.
    """

    pool: str = Field(description="The pool of the tree's nodes.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates, scope = recollection.candidates, recollection.plan.scope
        keep = np.ones(len(candidates), dtype=bool)
        if scope == "long" and len(candidates.rows_of(self.pool)):  # a memory without a tree still has its turns
            keep[candidates.rows_of(TURNS)] = False
        if scope == "short":
            rows = candidates.rows_of(self.pool)
            nodes = view.pools[self.pool].nodes
            keep[rows] = [bool(nodes[number].turns) for number in candidates.number[rows].tolist()]
        return replace(recollection, candidates=candidates.taken(np.flatnonzero(keep)))
