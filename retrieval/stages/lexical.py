"""Stage `lexical`: scoring by words."""

from dataclasses import replace
from typing import Literal

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS
from chronomem.retrieval.index.terms import terms
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class LexicalScore(StageModel):
    """Adds BM25, scaled to the highest of its pool, times a weight, to the score."""

    weight: float = Field(default=1.0, description="The addition for the highest BM25 score.")
    words: Literal["question", "keywords"] = Field(default="question", description="The words to search for.")
    kinds: tuple[str, ...] = Field(
        default=(), description="The kinds of node among which words are counted; empty, all."
    )

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        query = recollection.asked.terms
        if self.words == "keywords":
            query = tuple(terms(" ".join(recollection.plan.keywords)))
        added = np.zeros(len(candidates))
        for name in candidates.pools:
            rows = candidates.rows_of(name)
            among = self.kinds and name != TURNS
            scores = view.pools[name].lexical(query, self.kinds) if among else view.pool(name).lexical(query)
            highest = float(scores.max(initial=0.0))
            if highest > 0:
                added[rows] = self.weight * scores[candidates.number[rows]] / highest
        return replace(recollection, candidates=candidates.scored(candidates.score + added, lexical=added))
