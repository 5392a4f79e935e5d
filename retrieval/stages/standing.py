"""Stage `standing`: people's requests for every answer."""

import re
from collections.abc import Set
from dataclasses import replace

import numpy as np
from pydantic import Field

from chronomem.extractors.embeddings.embedder import Vectors
from chronomem.retrieval.candidates import Candidates
from chronomem.retrieval.index.lexical import Floats, Ints
from chronomem.retrieval.index.terms import terms
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.pools.node_pool import NodePool
from chronomem.retrieval.pools.reader import INSTRUCTIONS
from chronomem.retrieval.view import MemoryView

_CONDITION = re.compile(r"\b(?:when|whenever|if|each time|every time|any ?time)\b(.*)", re.IGNORECASE)
_ASKING = frozenset(terms("I ask about mention talk want need request asking details concepts questions"))
"""Words of a condition that don't tell its subject."""


class StandingFirst(StageModel):
    """Puts the standing instructions and preferences that bear on the question before all other candidates.

    An instruction without a condition bears on every question; one with a condition ("when I ask about libraries"), and
    a preference, on questions that it resembles: by the cosine of its text, plus the share of its condition's words
    that the question has. Those that hold at the time of the question, and no more, are kept for `Context.standing`.
    """

    most: int = Field(default=3, ge=0, description="The maximum number put before the other candidates.")
    kept: int = Field(default=20, ge=0, description="The maximum number kept for `Context.standing`.")
    least: float = Field(
        default=0.45, description="The resemblance from which on a conditional one bears on a question."
    )
    shared: float = Field(default=0.5, description="The weight of the shared words of a condition.")

    @property
    def pools(self) -> frozenset[str]:
        return frozenset({INSTRUCTIONS})

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        pool = view.pools[INSTRUCTIONS]
        holding = _holding(pool, recollection)
        if not len(holding):
            return recollection
        own = recollection.asked.vector
        if hasattr(view.embedder, "embed_questions"):  # instructions resemble the question's text, and don't answer it
            [own] = view.embedder.embed([recollection.asked.matter])
        fits = self._fits(pool, holding, own, set(recollection.asked.terms))
        order = np.argsort(-fits, kind="stable")
        kept = holding[order][: self.kept]
        bearing = holding[order][fits[order] >= self.least][: min(self.most, recollection.k)]
        first = Candidates.of(INSTRUCTIONS, bearing, fits[order][: len(bearing)])
        ranked = recollection.candidates.best(len(recollection.candidates))
        return replace(recollection, candidates=first.joined(ranked), standing=tuple(kept.tolist()))

    def _fits(self, pool: NodePool, numbers: Ints, vector: Vectors, asked: Set[str]) -> Floats:
        """Return how much instructions bear on a question with this vector and these terms, shape `(numbers,)`."""
        fits: Floats = np.einsum("ij,j->i", pool.vectors[numbers], vector).astype(float)
        for place, number in enumerate(numbers.tolist()):
            node = pool.nodes[number]
            condition = _CONDITION.search(node.text)
            about = set(terms(condition[1] if condition is not None else node.text)) - _ASKING
            if condition is None and node.kind == "instruction":
                fits[place] = max(fits[place], self.least)
            elif about:
                fits[place] += self.shared * len(about & asked) / len(about)
        return fits


def _holding(pool: NodePool, recollection: Recollection) -> Ints:
    """Return the numbers of the instructions that hold at the time of the question."""
    now = recollection.now
    return np.array(
        [
            number
            for number, node in enumerate(pool.nodes)
            if (node.start is None or node.start <= now) and (node.end is None or node.end > now)
        ],
        dtype=np.int64,
    )
