"""Stage `facts_in_time`: turns about facts from the time asked about, first."""

from dataclasses import replace
from typing import ClassVar

import numpy as np

from chronomem.retrieval.candidates import TURNS
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class FactsInTime(StageModel):
    """Puts first the candidate turns that state a fact whose interval lies in one that the question names.

    The facts come from the graph (Eq. 15 of TSM); they add no candidates.
    """

    part: ClassVar[Part | None] = "time"

    async def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates = recollection.candidates
        rows = candidates.rows_of(TURNS)
        if not recollection.times or not len(rows):
            return recollection
        place = {int(candidates.number[row]): int(row) for row in rows}
        tier = candidates.tier.copy()
        told: set[int] = set()
        for fact in await view.read("find_facts_in_times", times=view.bounds(recollection.times)):
            for turn in fact["turns"] or ():
                for number in set(view.turns.turns.numbers_of(turn)) & set(place):
                    told.add(place[number])
                    if view.trace is not None:
                        view.trace.path(TURNS, number, f"tells of {fact['valid_at'][:10]}: {fact['text']}")
        tier[np.array(sorted(told), dtype=np.int64)] += 1
        return replace(recollection, candidates=candidates.tiered(tier))
