"""Stage `spread`: turns from several sessions where several things are wanted."""

from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS
from chronomem.retrieval.index.lexical import Floats, Ints
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class SpreadOverSessions(StageModel):
    """Puts turns of other sessions before further ones of the same, if the question asks for several things.

    Each turn loses the same amount for every better one of its session.
    """

    cost: float = Field(default=0.1, ge=0, description="The loss of a turn for each better one of its session.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        if not recollection.asked.several:
            return recollection
        candidates = recollection.candidates
        rows, numbers = candidates.rows_of(TURNS), candidates.numbers_of(TURNS)
        lost = np.zeros(len(candidates))
        lost[rows] = -self.cost * better_ones(candidates.score[rows], view.turns.column("session")[numbers])
        return replace(recollection, candidates=candidates.scored(candidates.score + lost, spread=lost))


def better_ones(scores: Floats, groups: Ints) -> Floats:
    """Return how many of its group are better than each, shape `(scores,)`; among equals, the earlier is better."""
    order = np.lexsort((-scores, groups))
    sizes = np.unique(groups, return_counts=True)[1]
    before = np.zeros(len(scores))
    before[order] = np.arange(len(scores)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    return before
