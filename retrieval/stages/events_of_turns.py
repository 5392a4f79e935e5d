"""Stage `events_of_turns`: from turns to the memories that were made from them."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class EventsOfTurns(StageModel):
    """Adds the leaves of a tree that were made from candidate turns."""

    part: ClassVar[Part | None] = "tree"

    pool: str = Field(description="The pool of the tree's nodes.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        pool = view.pools[self.pool]
        candidates = recollection.candidates
        found: dict[int, None] = {}
        for number in candidates.numbers_of(TURNS).tolist():
            turn = view.turns.turns[number]
            for leaf in pool.by_turn.get(turn.id, ()):
                found[leaf] = None
                if view.trace is not None:
                    view.trace.path(self.pool, leaf, f"drawn from turn {turn.id}")
        numbers = np.fromiter(found, dtype=np.int64, count=len(found))
        return replace(recollection, candidates=candidates.joined(Candidates.of(self.pool, numbers)))
