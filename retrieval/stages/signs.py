"""Stage `signs`: scoring turns by signs of relevance."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Self

import numpy as np
from pydantic import Field, field_validator

from chronomem.retrieval.candidates import TURNS
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.scoring.nearest_sessions import around
from chronomem.retrieval.scoring.signs import SIGNS
from chronomem.retrieval.scoring.similarities import Match
from chronomem.retrieval.view import MemoryView

TIME_SIGNS = frozenset({"asked_time", "soon_after", "tells_when"})
"""The signs that use times."""


class SumSigns(StageModel):
    """Adds the weighted sum of signs of relevance (`signs.SIGNS`) to the scores of turns."""

    weights: Mapping[str, float] = Field(
        description="The weight of each sign, by name; signs without a weight don't count."
    )

    @field_validator("weights")
    @classmethod
    def _known(cls, weights: Mapping[str, float]) -> Mapping[str, float]:
        if unknown := sorted(set(weights) - set(SIGNS)):
            raise ValueError(f"unknown signs {', '.join(unknown)}; choose from: {', '.join(SIGNS)}")
        return weights

    def without(self, part: Part) -> Self | None:
        if part != "time":
            return self
        weights = {name: weight for name, weight in self.weights.items() if name not in TIME_SIGNS}
        return self.model_copy(update={"weights": weights})

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        rows, numbers = candidates.rows_of(TURNS), candidates.numbers_of(TURNS)
        turns = around(view.turns, numbers)
        places = turns.places_of(numbers)
        match = Match(turns, recollection.asked, view.context_of(recollection.asked))
        sums, parts = np.zeros(len(turns)), {}
        for name, weight in self.weights.items():
            given = weight * SIGNS[name](match)
            sums += given
            if view.trace is not None:
                parts[name] = np.zeros(len(candidates))
                parts[name][rows] = given[places]
        score = candidates.score.copy()
        score[rows] += sums[places]
        return replace(recollection, candidates=candidates.scored(score, **parts))
