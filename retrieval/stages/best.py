"""Stage `best`: cutting to the best candidates."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class KeepBest(StageModel):
    """Orders candidates, best first, and keeps a number of them. All passages of a turn count as one candidate."""

    k: int | None = Field(default=None, ge=0, description="The number to keep; omitted, the number of items asked for.")
    more: int = Field(default=0, ge=0, description="The number to keep beyond that, for later stages.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        k = (recollection.k if self.k is None else self.k) + self.more
        size = k + 1
        while True:
            best = candidates.best(size)
            begins = _begins(best, view)
            if size >= len(candidates) or int(begins.sum()) > k:  # with the first that is dropped, all others are there
                break
            size *= 4
        return replace(recollection, candidates=best.taken(np.flatnonzero(np.cumsum(begins) <= k)))


def _begins(candidates: Candidates, view: MemoryView) -> NDArray[np.bool_]:
    """Return for each row whether it is the first of its turn; rows that aren't turns always are."""
    first = np.ones(len(candidates), dtype=bool)
    rows = candidates.rows_of(TURNS)
    turns = view.turns.column("turn")[candidates.number[rows]]
    first[rows] = False
    first[rows[np.unique(turns, return_index=True)[1]]] = True
    return first
