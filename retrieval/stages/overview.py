"""Stage `overview`: the calendar's summaries, where the question asks for an overview."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import ClassVar

import numpy as np
from pydantic import Field

from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.model.periods import Grain
from chronomem.retrieval.candidates import Candidates
from chronomem.retrieval.index.intervals import Interval, moments
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.pools.node_pool import NodePool, PoolNode
from chronomem.retrieval.view import MemoryView

PERIODS = "period"
"""The pool of the summaries of calendar periods."""

_OVERVIEW = re.compile(
    r"\b(?:overview|summar(?:y|ise|ize|ies)|recap|sum up|catch me up|been up to|been doing|"
    r"what(?:'s| is| has been) new)\b",
    re.IGNORECASE,
)
_TIME = (
    r"(?:\d|(?:the )?(?:last|past|this|previous|first|week|month|year|summer|winter|spring|autumn|fall)\b"
    r"|early\b|late\b|mid|jan|feb|mar|apr|may\b|june?\b|july?\b|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)"
)
_NAME = r"[A-Z]\w+"
_HAPPENED = re.compile(
    r"\bwhat (?:all )?(?:has |had |was |were )?(?:happen(?:ed|ing)|went on|going on) "
    rf"(?:(?:to|with|for|between) {_NAME}(?: and {_NAME})? )?"
    rf"(?:yesterday|today|tonight|(?:(?:in|on|during|over|between|from|since|around) )?{_TIME})"
    rf"|\bhow (?:was|were|did) (?:my|our|the|{_NAME}'s|{_NAME}s') (?:\w+ )?(?:day|week|weekend|month|year)\b",
    re.IGNORECASE,
)
_GRAINS = ((timedelta(days=2), (Grain.DAY,)), (timedelta(days=16), (Grain.WEEK, Grain.DAY)))
"""The grains whose summaries fit a time asked about up to a length, the best first."""
_LONG_GRAINS = (Grain.MONTH, Grain.WEEK, Grain.DAY)
_YEARS = timedelta(days=200)


class OverviewFirst(StageModel):
    """Puts summaries of the time that the question names before all other candidates, if it asks for an overview; of
    the last months, if it names none.

    The summaries are of days, weeks, months or years, whichever is nearest in length to the time asked about.
    """

    part: ClassVar[Part | None] = "summaries"

    most: int = Field(default=2, ge=0, description="The maximum number of summaries.")

    async def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        if not self.most or not wants_overview(recollection):
            return recollection
        rows: list[Row] = []
        for time in recollection.times or (None,):
            rows += await self._summaries(time, recollection, view)
        by_id = {row["id"]: row for row in rows[: self.most]}
        if not by_id:
            return recollection
        nodes = [
            PoolNode.of(row | {"text": row["summary"]}, row["grain"], extractive=bool(row["extractive"]))
            for row in by_id.values()
        ]
        view.add_pool(PERIODS, NodePool(nodes, np.zeros((len(nodes), 0), dtype=np.float32)))
        ranked = recollection.candidates.best(len(recollection.candidates))
        score = float(ranked.score.max(initial=0.0))
        first = Candidates.of(PERIODS, np.arange(len(nodes)), np.full(len(nodes), score))
        first = first.tiered(np.full(len(nodes), ranked.tier.max(initial=0) + 1))
        return replace(recollection, candidates=first.joined(ranked))

    async def _summaries(self, time: Interval | None, recollection: Recollection, view: MemoryView) -> list[Row]:
        start, end = (None, None) if time is None else moments(time)
        for grain in grains_for(start, end or recollection.now):
            rows = await view.read("find_summaries", grain=grain, start=start, end=end, limit=self.most)
            if rows:
                return list(rows)
        return []


def wants_overview(recollection: Recollection) -> bool:
    """Whether a question asks about a time in general, and not for something in particular."""
    text = recollection.text
    return bool(_OVERVIEW.search(text) or (recollection.times and _HAPPENED.search(text)))


def grains_for(start: datetime | None, end: datetime) -> tuple[Grain, ...]:
    if start is None:
        return _LONG_GRAINS
    length = end - start
    if length > _YEARS:
        return (Grain.YEAR, *_LONG_GRAINS)
    return next((grains for most, grains in _GRAINS if length <= most), _LONG_GRAINS)
