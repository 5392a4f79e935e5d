"""Keeping the best candidates."""

from dataclasses import replace

from pydantic import Field

from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class KeepBest(StageModel):
    """Orders candidates, best first, and keeps so many of them."""

    k: int | None = Field(default=None, ge=0, description="How many; left out, as many as items are asked for.")
    more: int = Field(default=0, ge=0, description="How many more than that, for stages that come after.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:  # noqa: ARG002 - a stage's form
        k = recollection.k if self.k is None else self.k
        return replace(recollection, candidates=recollection.candidates.best(k + self.more))
