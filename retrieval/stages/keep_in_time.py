"""Stage `keep_in_time`: only candidates in the time asked about."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
from pydantic import Field

from chronomem.retrieval.index.intervals import overlapping
from chronomem.retrieval.index.lexical import Ints
from chronomem.retrieval.index.metadata import Mask
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class KeepInTime(StageModel):
    """Drops candidates of some pools whose interval overlaps none that the question names (Eq. 14 of TSM)."""

    part: ClassVar[Part | None] = "time"

    only: tuple[str, ...] = Field(description="The pools to filter; candidates of others stay.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        keep = np.ones(len(candidates), dtype=bool)
        for name in candidates.pools if recollection.times else ():
            if name not in self.only:
                continue
            rows, inside = rows_in_time(name, recollection, view)
            keep[rows] = inside
        return replace(recollection, candidates=candidates.taken(np.flatnonzero(keep)))


def rows_in_time(name: str, recollection: Recollection, view: MemoryView) -> tuple[Ints, Mask]:
    """Return the rows of a pool's candidates, and which of them overlap a time that the question names."""
    pool, rows = view.pool(name), recollection.candidates.rows_of(name)
    numbers, starts, ends = pool.spans
    inside = np.zeros(len(pool), dtype=bool)
    inside[numbers[overlapping(starts, ends, recollection.times)]] = True
    return rows, inside[recollection.candidates.number[rows]]
