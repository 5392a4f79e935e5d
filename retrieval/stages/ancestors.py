"""Stage `ancestors`: up a tree to the summaries above candidates."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Self

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import Candidates
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.question.plan import Complexity
from chronomem.retrieval.view import MemoryView


class Ancestors(StageModel):
    """Adds the ancestors of candidates in their tree. The question's complexity limits the levels and the number of
    each; the most similar to the question are taken. Their score is their cosine.
    """

    pool: str = Field(description="The pool of the tree's nodes.")
    most: Mapping[Complexity, Mapping[int, int]] | None = Field(
        default=None, description="For each complexity, the maximum number of nodes of each level; omitted, all."
    )

    def without(self, part: Part) -> Self | None:
        return None if part in ("tree", "summaries") else self

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        pool = view.pools[self.pool]
        candidates = recollection.candidates
        above: dict[int, None] = {}
        waiting = candidates.numbers_of(self.pool).tolist()
        seen = set(waiting)
        while waiting:
            below = waiting.pop()
            for number in pool.parents[below]:
                if view.trace is not None:
                    view.trace.path(self.pool, number, f"above {pool.nodes[below].kind} {pool.nodes[below].id}")
                if number not in seen:
                    seen.add(number)
                    above[number] = None
                    waiting.append(number)
        numbers = np.fromiter(above, dtype=np.int64, count=len(above))
        cosines = np.einsum("ij,j->i", pool.vectors[numbers], recollection.asked.vector).astype(float)
        found = Candidates.of(self.pool, numbers, cosines).best(len(numbers))
        if self.most is not None:
            found = _bounded(found, pool.levels[found.number].tolist(), self.most[recollection.plan.complexity])
        return replace(recollection, candidates=candidates.joined(found))


def _bounded(found: Candidates, levels: list[int], most: Mapping[int, int]) -> Candidates:
    left = dict(most)
    rows = []
    for row, level in enumerate(levels):
        if left.get(level, 0) > 0:
            left[level] -= 1
            rows.append(row)
    return found.taken(rows)
