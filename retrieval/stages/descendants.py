"""Stage `descendants`: down a tree to the turns that summaries were made from."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class Descendants(StageModel):
    """Adds the turns that are the evidence of a pool's candidates: of each, those most similar to the question.

    A turn's score is its cosine.
    """

    part: ClassVar[Part | None] = "tree"

    pool: str = Field(description="The pool of the nodes to start from.")
    each: int = Field(default=3, ge=1, description="The maximum number of turns of each node.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        pool = view.pools[self.pool]
        candidates = recollection.candidates
        found: dict[int, None] = {}
        for number in candidates.numbers_of(self.pool).tolist():
            for turn in view.turns_of(self.pool, number, recollection.asked)[: self.each]:
                at = view.number_of(turn, recollection.asked)
                assert at is not None  # `turns_of` returns turns of the index only
                found[at] = None
                if view.trace is not None:
                    view.trace.path(TURNS, at, f"below {pool.nodes[number].kind} {pool.nodes[number].id}")
        numbers = np.fromiter(found, dtype=np.int64, count=len(found))
        cosines = np.einsum("ij,j->i", view.turns.vectors[numbers], recollection.asked.vector).astype(float)
        return replace(recollection, candidates=candidates.joined(Candidates.of(TURNS, numbers, cosines)))
