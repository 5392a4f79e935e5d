"""Stage `propagation`: relevance that spreads through a tree."""

from dataclasses import replace
from typing import Literal, Self

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.index.lexical import Floats, Ints
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class Propagate(StageModel):
    """Scores the turns and nodes of a tree by their cosines, scaled to the sum 1, and lets the scores spread along its
    edges (Eq. 3 and 4 of SegTreeMem). It creates the candidates itself.

    The matrix is column-normalised: downwards, a node's score is divided among its children; upwards, a child passes
    all of its score to its parent. The score of a node without outgoing edges is lost.
    """

    pool: str = Field(default="segtree", description="The pool of the tree's nodes; turns are its leaves.")
    direction: Literal["top-down", "bottom-up"] = Field(
        default="top-down", description="The direction in which scores spread."
    )
    alpha: float = Field(default=0.1, ge=0, lt=1, description="The weight of each further step.")
    horizon: int = Field(default=2, ge=0, description="The number of steps; 0 leaves the scores as they are.")
    admissible: Literal["all", "leaves"] = Field(default="all", description="The nodes that may be returned.")

    def without(self, part: Part) -> Self | None:
        if part in ("propagation", "tree"):
            return self.model_copy(update={"horizon": 0, **({"admissible": "leaves"} if part == "tree" else {})})
        return self.model_copy(update={"admissible": "leaves"}) if part == "summaries" else self

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        pool, turns = view.pools[self.pool], view.turns
        vector = recollection.asked.vector
        cosines = np.maximum(np.concatenate([turns.turn_similarity(vector), pool.similarity(vector)]), 0.0)
        initial = cosines / max(float(cosines.sum()), 1e-12)
        parents, children = pool.edges(turns)
        scores = propagated(initial, parents, children, self.direction, self.alpha, self.horizon)
        leaves = Candidates.of(TURNS, np.arange(len(turns)), scores[: len(turns)])
        local = initial
        if self.admissible == "all":
            leaves = leaves.joined(Candidates.of(self.pool, np.arange(len(pool)), scores[len(turns) :]))
        else:
            scores, local = scores[: len(turns)], initial[: len(turns)]
        found = leaves.scored(scores, local=local, propagated=scores - local)
        return replace(recollection, candidates=recollection.candidates.joined(found))


def propagated(
    initial: Floats,
    parents: Ints,
    children: Ints,
    direction: Literal["top-down", "bottom-up"] = "top-down",
    alpha: float = 0.1,
    horizon: int = 2,
) -> Floats:
    """Return the scores after spreading: the mean over the steps, weighted by alpha to the power of the step.

    Args:
        initial: the score of each node, shape `(nodes,)`.
        parents, children: the two ends of each edge, shape `(edges,)`.
        direction: from parents to children, or back.
        alpha: the weight of each further step, below 1.
        horizon: the number of steps.
    """
    source, target = (parents, children) if direction == "top-down" else (children, parents)
    outgoing = np.bincount(source, minlength=len(initial))
    total, weight = initial.copy(), 1.0
    current = initial
    for step in range(1, horizon + 1):
        given = current[source] / outgoing[source]
        current = np.bincount(target, weights=given, minlength=len(initial)).astype(float)
        total += alpha**step * current
        weight += alpha**step
    return np.asarray(total / weight)
