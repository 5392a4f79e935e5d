"""Stage `asked_times`: the time that a question asks about."""

from dataclasses import replace
from typing import ClassVar

from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class ReadAskedTimes(StageModel):
    """Finds the intervals that the question names, or else its plan; events that a time is counted from are looked up
    among the facts.
    """

    part: ClassVar[Part | None] = "time"

    async def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        named = await view.times.read(recollection.text, view.user, recollection.now)
        places = named.places
        if not named.intervals and recollection.plan.when:
            named = await view.times.read(recollection.plan.when, view.user, recollection.now)
        return replace(recollection, times=named.intervals, time_terms=named.terms, time_places=places)
