"""Stage `in_time`: candidates in the time asked about, first."""

from dataclasses import replace
from typing import ClassVar

from pydantic import Field

from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.stages.keep_in_time import rows_in_time
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
            rows, inside = rows_in_time(name, recollection, view)
            tier[rows[inside]] += 1
        return replace(recollection, candidates=candidates.tiered(tier))
