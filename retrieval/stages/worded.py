"""Stage `worded`: the candidates that share most words with the question."""

from dataclasses import replace

from pydantic import Field

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.index.lexical import Ints
from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class MostWorded(StageModel):
    """Adds the nodes of one pool that share most words with the question. The score is BM25."""

    pool: str = Field(default=TURNS, description="The pool to search: 'turn', 'fact', 'topic', 'timem' …")
    k: int = Field(default=20, ge=0, description="The maximum number of nodes.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        scores = view.pool(self.pool).lexical(recollection.asked.terms)
        numbers: Ints = scores.nonzero()[0]
        found = Candidates.of(self.pool, numbers, scores[numbers]).best(self.k)
        return replace(recollection, candidates=recollection.candidates.joined(found))
