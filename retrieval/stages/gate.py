"""Stage `gate`: dropping weak candidates."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.question.plan import Complexity
from chronomem.retrieval.view import MemoryView


class Gate(StageModel):
    """Keeps the best candidates: as many as the question's complexity calls for, and none that scores far below the
    best. It stands in for a language model's judgement, and leaves everything where that follows.
    """

    most: Mapping[Complexity, int] = Field(
        default={"simple": 8, "hybrid": 15, "complex": 25},
        description="The maximum number of candidates, by complexity.",
    )
    share: float = Field(default=0.0, ge=0, le=1, description="The minimum share of the best score.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:  # noqa: ARG002 - stage signature
        if recollection.is_gated:
            return recollection
        best = recollection.candidates.best(self.most[recollection.plan.complexity])
        if len(best) and best.score[0] > 0:
            best = best.taken(np.flatnonzero(best.score >= self.share * best.score[0]))
        return replace(recollection, candidates=best)
