"""Stage `profiles`: the profiles of the entities that were reached through the graph."""

from dataclasses import replace
from typing import ClassVar

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import Candidates
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.pools.reader import PROFILES
from chronomem.retrieval.view import MemoryView


class AddProfiles(StageModel):
    """Adds the profiles of the entities that `multi_hop` reached, nearest first."""

    part: ClassVar[Part | None] = "profile"

    k: int = Field(default=5, ge=0, description="The maximum number of profiles.")

    @property
    def pools(self) -> frozenset[str]:
        return frozenset({PROFILES})

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        pool = view.pools[PROFILES]
        known = [number for entity in recollection.entities if (number := pool.numbers.get(entity)) is not None]
        found = Candidates.of(PROFILES, np.array(known[: self.k], dtype=np.int64))
        return replace(recollection, candidates=recollection.candidates.joined(found))
