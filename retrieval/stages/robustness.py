"""Scoring by how well something is retained."""

from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.index.intervals import microseconds
from chronomem.retrieval.index.lexical import Floats, Ints
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView

_DAY = 24 * 3600 * 1_000_000


class Robustness(StageModel):
    """Adds the robustness of Eq. 2 of H-Mem, times a weight, to the score: what is long past fades, what was told
    again and again fades more slowly.
    """

    weight: float = Field(default=1.0, description="What something told this moment adds.")
    days: float = Field(default=365.0, gt=0, description="After how many days 1/e is left of what was told once.")
    reinforcement: float = Field(default=0.5, ge=0, description="How much each retelling slows the fading.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        added = np.zeros(len(candidates))
        for name in candidates.pools:
            rows = candidates.rows_of(name)
            last, times = (column[candidates.number[rows]] for column in view.pool(name).reinforced)
            kept = retained(last, times, microseconds(recollection.now), self.days, self.reinforcement)
            added[rows] = self.weight * kept
        return replace(recollection, candidates=candidates.scored(candidates.score + added, robustness=added))


def retained(last: Ints, times: Ints, now: int, days: float = 365.0, reinforcement: float = 0.5) -> Floats:
    """Return how much is left, 0 to 1, of what was told last at `last` (microseconds) and `times` times after the
    first: `exp(-age / (days * (1 + reinforcement * ln(1 + times))))`.
    """
    age = np.maximum(now - last, 0) / _DAY
    return np.asarray(np.exp(-age / (days * (1 + reinforcement * np.log1p(times)))))
