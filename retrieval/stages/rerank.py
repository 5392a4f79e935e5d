"""Stage `rerank`: a slower scorer for the best candidates."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView

Scorer = Callable[[str, Sequence[str]], Sequence[float]]
"""Scores texts against a question, such as a cross-encoder's `predict` over pairs; higher is better."""


class Rerank(StageModel):
    """Orders the best candidates by a scorer of question and texts, and drops the rest."""

    scorer: Scorer = Field(description="A function of the question and the texts that returns a number for each text.")
    among: int = Field(default=30, ge=1, description="The number of best candidates to score.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        best = recollection.candidates.best(self.among)
        texts = [_text(view, best.name_of(row), int(best.number[row])) for row in range(len(best))]
        scores = np.asarray(self.scorer(recollection.text, texts) if texts else (), dtype=float)
        if scores.shape != (len(texts),):
            raise ValueError(
                f"the scorer returned shape {scores.shape} for {len(texts)} texts; return one number per text"
            )
        return replace(recollection, candidates=best.scored(scores, reranked=scores).best(len(best)))


def _text(view: MemoryView, pool: str, number: int) -> str:
    if pool == TURNS:
        turn = view.turns.turns[number]
        return f"{turn.speaker}: {turn.text}"
    return view.pools[pool].nodes[number].text
