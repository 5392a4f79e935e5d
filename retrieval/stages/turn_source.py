"""Every turn as a candidate."""

from dataclasses import replace

import numpy as np

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class EveryTurn(StageModel):
    """Takes all turns of the user; for scores that look at every turn anyway."""

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        every = Candidates.of(TURNS, np.arange(len(view.turns)))
        return replace(recollection, candidates=recollection.candidates.joined(every))
