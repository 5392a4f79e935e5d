"""Stage `changes`: the changes in the time asked about."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import ClassVar

import numpy as np

from chronomem.graph_schema.facts.claims import BEGINNING
from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.index.intervals import Interval, moments
from chronomem.retrieval.index.terms import terms
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.view import MemoryView


class ChangesFirst(StageModel):
    """For a question about changes, puts the turns first that state facts which began or ended in the time that it
    names. If the question names speakers, only facts about them count.
    """

    part: ClassVar[Part | None] = "time"

    async def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        if recollection.plan.tense != "changes" or not recollection.times:
            return recollection
        named = {term for name in recollection.asked.speakers for term in terms(name)}
        found: dict[int, str] = {}
        for start, end in (_window(time, recollection) for time in recollection.times):
            for row in await view.read("find_changes", start=start, end=end):
                if named and not named & set(terms(row["text"])):
                    continue
                for turn in row["turns"] or ():
                    number = view.number_of(turn, recollection.asked)
                    if number is not None:
                        found.setdefault(number, row["text"])
        return replace(recollection, candidates=_promoted(recollection.candidates, found, view))


def _window(time: Interval, recollection: Recollection) -> tuple[datetime, datetime]:
    start, end = moments(time)
    return start or BEGINNING, end or recollection.now


def _promoted(candidates: Candidates, found: Mapping[int, str], view: MemoryView) -> Candidates:
    """Return the candidates with the turns that were found before all others."""
    numbers = np.array(sorted(found), dtype=np.int64)
    joined = candidates.joined(Candidates.of(TURNS, numbers))
    tier = joined.tier.copy()
    rows = joined.rows_of(TURNS)
    tier[rows[np.isin(joined.number[rows], numbers)]] += 1
    if view.trace is not None:
        for number, text in found.items():
            view.trace.path(TURNS, number, f"tells of a change: {text}")
    return joined.tiered(tier)
