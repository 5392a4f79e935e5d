"""Stage `temporal`: scoring by the proximity of a candidate's time to the time asked about."""

from collections.abc import Iterable
from dataclasses import replace
from typing import ClassVar

import numpy as np
from pydantic import Field

from chronomem.retrieval.index.intervals import Interval, clipped, microseconds
from chronomem.retrieval.index.lexical import Floats, Ints
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class TemporalRelevance(StageModel):
    """Adds the temporal relevance of Eq. 1 of H-Mem, times a weight, to the score; 0 for a question without time.

    `balance * |overlap| / |hull| + (1 - balance) * (1 - |distance of centres| / |hull|)`, where the hull reaches from
    the earlier start to the later end: it is the union of two intervals that meet, and includes the gap between two
    that don't. Open ends are cut at the first turn and at the time of asking.
    """

    part: ClassVar[Part | None] = "time"

    weight: float = Field(default=1.0, description="The addition for exactly the interval asked about.")
    balance: float = Field(default=0.5, ge=0, le=1, description="The weight of overlap against distance.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        if not recollection.times or not len(candidates):
            return recollection
        said_at = view.turns.column("said_at")
        bounds = Interval(int(said_at.min(initial=microseconds(recollection.now))), microseconds(recollection.now))
        added = np.zeros(len(candidates))
        for name in candidates.pools:
            rows = candidates.rows_of(name)
            pool = view.pool(name)
            numbers, starts, ends = pool.spans
            best = np.zeros(len(pool))
            np.maximum.at(best, numbers, relevance(starts, ends, recollection.times, bounds, self.balance))
            added[rows] = self.weight * best[candidates.number[rows]]
        return replace(recollection, candidates=candidates.scored(candidates.score + added, temporal=added))


def relevance(starts: Ints, ends: Ints, asked: Iterable[Interval], bounds: Interval, balance: float = 0.5) -> Floats:
    """Return the temporal relevance of many intervals to the nearest one asked about, 0 to 1, shaped like `starts`."""
    own_starts, own_ends = clipped(starts, ends, bounds)
    best = np.zeros(len(own_starts))
    for time in asked:
        (start,), (end,) = clipped(np.array([time.start]), np.array([time.end]), bounds)
        hull = np.maximum(np.maximum(own_ends, end) - np.minimum(own_starts, start), 1.0)
        overlap = np.maximum(np.minimum(own_ends, end) - np.maximum(own_starts, start), 0.0)
        distance = np.abs((own_starts + own_ends) - (start + end)) / 2
        best = np.maximum(best, balance * overlap / hull + (1 - balance) * (1 - distance / hull))
    return best
