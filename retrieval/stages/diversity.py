"""Stage `diversity`: reordering that avoids repetition."""

from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class Diversify(StageModel):
    """Orders the best candidates by maximal marginal relevance: similar to the question, and unlike those before."""

    novelty: float = Field(default=0.3, ge=0, le=1, description="The weight of novelty against relevance.")
    among: int = Field(default=50, ge=1, description="The number of best candidates to order; the rest is dropped.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        best = recollection.candidates.best(self.among)
        if not len(best):
            return replace(recollection, candidates=best)
        vectors = np.stack([view.pool(best.name_of(row)).vectors[best.number[row]] for row in range(len(best))])
        highest, lowest = float(best.score.max()), float(best.score.min())
        fitting = (best.score - lowest) / max(highest - lowest, 1e-9)
        order: list[int] = []
        nearest = np.zeros(len(best))
        left = np.ones(len(best), dtype=bool)
        for _ in range(len(best)):
            gain = np.where(left, (1 - self.novelty) * fitting - self.novelty * nearest, -np.inf)
            taken = int(gain.argmax())
            order.append(taken)
            left[taken] = False
            nearest = np.maximum(nearest, np.einsum("ij,j->i", vectors, vectors[taken]))
        ordered = best.taken(order)
        # Scores stay as they are; tiers keep the order, because they are the first sort key of every later stage.
        return replace(recollection, candidates=ordered.tiered(np.arange(len(ordered), 0, -1)))
