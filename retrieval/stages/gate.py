"""What isn't worth its place, left out."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.question.plan import Complexity
from chronomem.retrieval.view import MemoryView


class Gate(StageModel):
    """Keeps the best candidates: so many as the question's complexity wants, and none that fits far worse than the
    best. It does without a language model what one would be asked for.
    """

    most: Mapping[Complexity, int] = Field(
        default={"simple": 8, "hybrid": 15, "complex": 25}, description="How many, by complexity."
    )
    share: float = Field(default=0.0, ge=0, le=1, description="What of the best one's score each must have.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:  # noqa: ARG002 - a stage's form
        best = recollection.candidates.best(self.most[recollection.plan.complexity])
        if len(best) and best.score[0] > 0:
            best = best.taken(np.flatnonzero(best.score >= self.share * best.score[0]))
        return replace(recollection, candidates=best)
