"""Stage `speakers`: scoring by who spoke."""

from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class NamedSpeakers(StageModel):
    """Adds a weight to the score of turns of a speaker whom the question names; if it names several, and asks about one
    of them, of that one's turns. For a memory, the share of its direct turns counts.
    """

    weight: float = Field(default=1.0, description="The addition for a turn of that speaker.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        candidates, asked = recollection.candidates, recollection.asked
        wanted = {asked.subject} if asked.subject is not None else set(asked.speakers)
        numbers = [number for name, number in view.turns.speakers.items() if name in wanted]
        if not numbers:
            return recollection
        own = np.isin(view.turns.column("speaker"), numbers)
        added = np.zeros(len(candidates))
        for name in candidates.pools:
            rows = candidates.rows_of(name)
            if name == TURNS:
                added[rows] = own[candidates.numbers_of(name)]
                continue
            for row in rows.tolist():
                turns = view.pools[name].nodes[int(candidates.number[row])].turns
                said = [own[number] for turn in turns if (number := view.turns.number_of(turn)) is not None]
                added[row] = float(np.mean(said)) if said else 0.0
        added *= self.weight
        return replace(recollection, candidates=candidates.scored(candidates.score + added, speakers=added))
