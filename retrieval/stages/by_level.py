"""Stage `by_level`: the order of TiMem, by level, then by proximity in time."""

from dataclasses import replace

import numpy as np

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.index.intervals import microseconds
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView

_HOUR = 3600 * 1_000_000


class ByLevelAndTime(StageModel):
    """Orders candidates by level, lowest first, and within a level by the proximity of their end to the time of asking
    (Eq. 11 of TiMem). The score becomes 1 for a candidate that ends then, and falls with the distance.

    Of more candidates than items are wanted, the best stay, and the best one of each level above the lowest.
    """

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = _within(recollection.candidates, recollection.k, view)
        tier, ends = candidates.tier.copy(), np.zeros(len(candidates))
        for name in candidates.pools:
            rows = candidates.rows_of(name)
            numbers = candidates.number[rows]
            tier[rows] = -view.pool(name).levels[numbers]
            ends[rows] = view.turns.column("said_at")[numbers] if name == TURNS else view.pools[name].spans[2][numbers]
        away = np.abs(microseconds(recollection.now) - ends) / _HOUR
        ordered = candidates.scored(1 / (1 + away)).tiered(tier)
        return replace(recollection, candidates=ordered.best(len(candidates)))


def _within(candidates: Candidates, k: int, view: MemoryView) -> Candidates:
    """Return `k` candidates: the best of each level above the lowest, and the best of the others."""
    if len(candidates) <= k:
        return candidates
    best = candidates.best(len(candidates))
    levels = [int(view.pool(best.name_of(row)).levels[best.number[row]]) for row in range(len(best))]
    first = {level: row for row, level in reversed([*enumerate(levels)])}
    kept = sorted((row for level, row in first.items() if level > min(levels)), key=lambda row: -levels[row])[:k]
    others = [row for row in range(len(best)) if row not in kept]
    return best.taken(sorted([*kept, *others[: k - len(kept)]]))
