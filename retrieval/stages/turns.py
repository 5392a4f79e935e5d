"""Stage `turns`: every turn as a candidate."""

from dataclasses import replace

import numpy as np

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.scoring.nearest_sessions import likely
from chronomem.retrieval.view import MemoryView


class EveryTurn(StageModel):
    """Takes all turns of the user, for scores that cover every turn anyway.

    For a user with many turns it takes only promising sessions, provided that the question has been analysed.
    """

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        question, turns = recollection.question, view.turns
        numbers = np.arange(len(turns)) if question is None else likely(turns, question, view.admitted)
        every = Candidates.of(TURNS, numbers)
        return replace(recollection, candidates=recollection.candidates.joined(every))
