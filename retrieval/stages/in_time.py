"""Stage `in_time`: candidates in the time asked about, first."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
from pydantic import Field

from chronomem.retrieval.index.intervals import overlapping
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class InTimeFirst(StageModel):
    """Puts candidates whose interval overlaps one that the question names before all others, whatever their scores."""

    part: ClassVar[Part | None] = "time"

    only: tuple[str, ...] = Field(default=(), description="The pools to consider; empty, all.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        tier = candidates.tier.copy()
        for name in candidates.pools if recollection.times else ():
            if self.only and name not in self.only:
                continue
            pool, rows = view.pool(name), candidates.rows_of(name)
            numbers, starts, ends = pool.spans
            inside = np.zeros(len(pool), dtype=bool)
            inside[numbers[overlapping(starts, ends, recollection.times)]] = True
            tier[rows[inside[candidates.number[rows]]]] += 1
        return replace(recollection, candidates=candidates.tiered(tier))
