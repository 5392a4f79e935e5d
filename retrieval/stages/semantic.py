"""Stage `semantic`: scoring by meaning."""

from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class SemanticScore(StageModel):
    """Adds the cosine of question and candidate, times a weight, to the score."""

    weight: float = Field(default=1.0, description="The addition for a cosine of 1.")
    anew: bool = Field(default=False, description="Discard the scores of earlier stages.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        added, weight = np.zeros(len(candidates)), self.weight * recollection.asked.trust
        for name in candidates.pools:
            rows = candidates.rows_of(name)
            vectors = view.pool(name).vectors[candidates.number[rows]]
            added[rows] = weight * np.einsum("ij,j->i", vectors, recollection.asked.vector)
        score = added if self.anew else candidates.score + added
        return replace(recollection, candidates=candidates.scored(score, semantic=added))
