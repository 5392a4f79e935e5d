"""Stage `by_level`: the order of TiMem, by level, then by proximity in time."""

from dataclasses import replace

import numpy as np

from chronomem.retrieval.candidates import TURNS
from chronomem.retrieval.index.intervals import microseconds
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView

_HOUR = 3600 * 1_000_000


class ByLevelAndTime(StageModel):
    """Orders candidates by level, lowest first, and within a level by the proximity of their end to the time of asking
    (Eq. 11 of TiMem). The score becomes 1 for a candidate that ends then, and falls with the distance.
    """

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        tier, ends = candidates.tier.copy(), np.zeros(len(candidates))
        for name in candidates.pools:
            rows = candidates.rows_of(name)
            numbers = candidates.number[rows]
            tier[rows] = -view.pool(name).levels[numbers]
            ends[rows] = view.turns.column("said_at")[numbers] if name == TURNS else view.pools[name].spans[2][numbers]
        away = np.abs(microseconds(recollection.now) - ends) / _HOUR
        ordered = candidates.scored(1 / (1 + away)).tiered(tier)
        return replace(recollection, candidates=ordered.best(len(candidates)))
