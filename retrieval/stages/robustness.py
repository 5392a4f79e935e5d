"""Stage `robustness`: scoring by retention over time."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
from pydantic import Field

from chronomem.retrieval.index.intervals import microseconds
from chronomem.retrieval.index.lexical import Floats, Ints
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView

_DAY = 24 * 3600 * 1_000_000


class Robustness(StageModel):
    """Adds the robustness of Eq. 2 of H-Mem, times a weight, to the score: the distant past fades, and memories that
    were told repeatedly fade more slowly.
    """

    part: ClassVar[Part | None] = "robustness"

    weight: float = Field(default=1.0, description="The addition for a memory told this moment.")
    days: float = Field(default=365.0, gt=0, description="Days after which a memory told once retains 1/e.")
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
    """Return the retention, 0 to 1, of memories told last at `last` (microseconds) and `times` times after the first:
    `exp(-age / (days * (1 + reinforcement * ln(1 + times))))`.
    """
    age = np.maximum(now - last, 0) / _DAY
    return np.asarray(np.exp(-age / (days * (1 + reinforcement * np.log1p(times)))))
