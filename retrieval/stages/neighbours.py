"""Stage `neighbours`: the turns just before and after."""

from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class Neighbours(StageModel):
    """Adds the turns around candidate turns in their session, with a share of their scores for each step away."""

    reach: int = Field(default=1, ge=1, description="The number of turns on either side.")
    share: float = Field(default=0.5, gt=0, le=1, description="The share of the score left after each step.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        rows = candidates.rows_of(TURNS)
        found: dict[int, float] = {}
        for side in ("previous", "following"):
            beside = view.turns.column(side)
            for row in rows.tolist():
                number, score = int(candidates.number[row]), float(candidates.score[row])
                for _ in range(self.reach):
                    origin, number = number, int(beside[number])
                    if number < 0:
                        break
                    score *= self.share
                    found[number] = max(score, found.get(number, 0.0))
                    if view.trace is not None:
                        view.trace.path(TURNS, number, f"next to turn {view.turns.turns[origin].id}")
        numbers = np.fromiter(found, dtype=np.int64, count=len(found))
        scores = np.fromiter(found.values(), dtype=float, count=len(found))
        return replace(recollection, candidates=candidates.joined(Candidates.of(TURNS, numbers, scores)))
