"""Stage `best`: cutting to the best candidates."""

from dataclasses import replace

from pydantic import Field

from chronomem.retrieval.pipeline import Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class KeepBest(StageModel):
    """Orders candidates, best first, and keeps a number of them."""

    k: int | None = Field(default=None, ge=0, description="The number to keep; omitted, the number of items asked for.")
    more: int = Field(default=0, ge=0, description="The number to keep beyond that, for later stages.")

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:  # noqa: ARG002 - stage signature
        k = recollection.k if self.k is None else self.k
        return replace(recollection, candidates=recollection.candidates.best(k + self.more))
