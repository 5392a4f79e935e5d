"""Summaries by a language model, with a fallback for when it can't be reached."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Literal

from pydantic import BaseModel, JsonValue

from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.summary_instructions import COPIED, MAY_BE_EMPTY, UNBOUNDED, instructions
from chronomem.extractors.summaries.summariser import Source, Summariser, Summary, SummaryRequest
from chronomem.graph_schema.errors import BudgetExceeded, ModelError, ModelUnavailable
from chronomem.graph_schema.model.dialogue import SILENT_ROLES

_MOST_CHARACTERS = 60_000
"""Most characters shown for one summary. Of longer sources, the most salient sentences within this length are shown."""
_WORDS_OF_MORE = 4_000
_FEWEST_WORDS, _SHORTENING = 25, 2
"""A summary may have half as many words as its sources, and always so many."""
_MOST_STATEMENTS = 10
_MAX_SPOKEN, _MAX_SILENT = 10_000, 300
"""How many characters the model sees of a turn by a person, and of a turn by an assistant."""


class _Written(BaseModel):
    summary: str

    def told(self) -> str:
        return self.summary.strip()


class _Statement(BaseModel):
    type: Literal["event", "preference", "update", "relation"]
    text: str


class _Statements(BaseModel):
    facts: list[_Statement]

    def told(self) -> str:
        """Return a line for each statement, with its type."""
        own = [(fact.type, " ".join(fact.text.split())) for fact in self.facts[:_MOST_STATEMENTS]]
        return "\n".join(f"[{kind}] {text}" for kind, text in own if text)


_FORMS: Mapping[str, type[_Written | _Statements]] = {"recmem.semantic": _Statements}
"""The forms of replies that aren't one text."""


class _Missing(Enum):
    """Why there is no summary by the model: it can't be reached now, or it was asked and wrote none."""

    UNASKED = auto()
    UNWRITTEN = auto()


class ModelSummariser:
    """Asks a language model for each summary.

    A summary that the model can't write is written by the fallback. Once the model is unreachable or a budget is spent,
    it is not asked for the remaining requests of the call; those summaries are marked provisional, so that they are
    requested again later. A summary that the model refuses, or can't put into the required form, is not provisional.

    Args:
        client: asks the model.
        other: the fallback, which writes the summaries that the model can't.
    """

    def __init__(self, client: ModelClient, other: Summariser) -> None:
        self._client = client
        self._other = other

    async def summarise(self, requests: Sequence[SummaryRequest], *, user: str) -> list[Summary]:
        """Return a summary for each request, in their order."""
        out_of_reach = asyncio.Event()
        written = await asyncio.gather(*(self._written(request, user, out_of_reach) for request in requests))
        missing = [number for number, summary in enumerate(written) if not isinstance(summary, Summary)]
        others = await self._other.summarise([requests[number] for number in missing], user=user) if missing else []
        found = {
            number: replace(other, provisional=written[number] is _Missing.UNASKED)
            for number, other in zip(missing, others, strict=True)
        }
        return [summary if isinstance(summary, Summary) else found[n] for n, summary in enumerate(written)]

    async def _written(self, request: SummaryRequest, user: str, out_of_reach: asyncio.Event) -> "Summary | _Missing":
        if not request.sources:
            return _Missing.UNWRITTEN
        if (only := _copied(request)) is not None:
            return Summary(only.text, only.extractive, (only.id,))
        if out_of_reach.is_set():
            return _Missing.UNASKED
        sources = await self._shown(request, user)
        try:
            answer = await self._client.complete(
                request.purpose,
                instructions(request.purpose),
                _data(request, sources),
                _FORMS.get(request.purpose, _Written),
                user=user,
            )
        except (BudgetExceeded, ModelUnavailable):
            out_of_reach.set()
            return _Missing.UNASKED
        except ModelError:
            return _Missing.UNWRITTEN
        text = answer.told()
        if not text and request.purpose not in MAY_BE_EMPTY:
            return _Missing.UNWRITTEN
        return Summary(text, False, tuple(source.id for source in request.sources))

    async def _shown(self, request: SummaryRequest, user: str) -> Sequence[Source]:
        if sum(len(_text(source)) for source in request.sources) <= _MOST_CHARACTERS:
            return request.sources
        [shorter] = await self._other.summarise([replace(request, words=_WORDS_OF_MORE)], user=user)
        return [Source(request.sources[0].id, shorter.text, request.sources[0].when)]


def _copied(request: SummaryRequest) -> Source | None:
    """Return the only source, where it is the summary as well: the day of a month, the only fact of a topic."""
    if request.purpose not in COPIED or len(request.sources) > 1:
        return None
    only = request.sources[0]
    return only if not only.speaker and len(only.text.split()) <= request.words else None


def _data(request: SummaryRequest, sources: Sequence[Source]) -> JsonValue:
    """Return the data for the model: a line for each text, under its day if days are to be told."""
    lines: list[JsonValue] = []
    day = None
    for source in sources:
        if request.dated and (when := f"{source.when.astimezone(request.zone):%a %Y-%m-%d}") != day:
            day = when
            lines.append(when)
        words = " ".join(_text(source).split())
        lines.append(f"{source.speaker}: {words}" if source.speaker else words)
    data: dict[str, JsonValue] = {"texts": lines}
    if request.purpose not in UNBOUNDED:
        data = {"words": _length(request, sources), **data}
    if request.known:
        data["known"] = list(request.known)
    if request.history:
        data["earlier"] = list(request.history)
    if request.subject:
        data["subject"] = request.subject
    return data


def _length(request: SummaryRequest, sources: Sequence[Source]) -> int:
    """Return the most words that the summary may have: fewer where there is little to summarise."""
    told = sum(len(_text(source).split()) for source in sources)
    return min(request.words, max(_FEWEST_WORDS, told // _SHORTENING))


def _text(source: Source) -> str:
    return source.text[: _MAX_SILENT if source.role in SILENT_ROLES else _MAX_SPOKEN]
