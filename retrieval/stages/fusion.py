"""Stage `fusion`: several rankings merged into one."""

from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.index.lexical import Floats
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class ReciprocalRanks(StageModel):
    """Scores each candidate by reciprocal rank fusion: the sum of 1 / (offset + rank) over BM25 and cosine rankings."""

    offset: float = Field(
        default=60.0, gt=0, description="The constant added to each rank; the higher, the less the first ranks differ."
    )

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates, question = recollection.candidates, recollection.asked
        by_words, by_meaning = np.zeros(len(candidates)), np.zeros(len(candidates))
        for name in candidates.pools:
            rows, pool = candidates.rows_of(name), view.pool(name)
            by_words[rows] = pool.lexical(question.terms)[candidates.number[rows]]
            by_meaning[rows] = pool.similarity(question.vector)[candidates.number[rows]]
        words, meaning = self._share(by_words), self._share(by_meaning)
        return replace(
            recollection, candidates=candidates.scored(words + meaning, fused_words=words, fused_meaning=meaning)
        )

    def _share(self, scores: Floats) -> Floats:
        ranks = np.empty(len(scores))
        ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
        return np.where(scores > 0, 1 / (self.offset + ranks), 0.0)
