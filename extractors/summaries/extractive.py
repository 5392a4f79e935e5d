"""Summaries without a language model: the most salient sentences, in order, one per line.

A line names who did what ("Melanie ran a charity race on 20 May 2023"), or who said it ("Caroline: The stories were so
inspiring!"). Days, weeks and months that were named relative to the day of utterance are given by date; if the sources
span several days, the first line of each day begins with its date.
"""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.summaries.dated_words import with_dates
from chronomem.extractors.summaries.salience import chosen
from chronomem.extractors.summaries.sentences import Sentence, sentences, with_day
from chronomem.extractors.summaries.summariser import Source, Summary, SummaryRequest
from chronomem.extractors.summaries.third_person import retold


@dataclass(frozen=True, slots=True)
class _Line:
    """A sentence that goes into a summary.

    Attributes:
        text: the sentence with its dates.
    """

    source: Source
    text: str
    retold: bool
    day: date


class ExtractiveSummariser:
    """Selects sentences and rewords them so that they can be understood alone. The same sources give the same summary.

    Args:
        pipeline: the spaCy pipeline that parses the selected sentences, as accepted by `load_pipeline`.
    """

    def __init__(self, embedder: Embedder, pipeline: str | None = None) -> None:
        self._embedder = embedder
        self._pipeline = pipeline

    async def summarise(self, requests: Sequence[SummaryRequest], *, user: str) -> list[Summary]:  # noqa: ARG002 - for all alike
        """Return a summary for each request, in their order."""
        return await asyncio.to_thread(self._summaries, requests)

    def _summaries(self, requests: Sequence[SummaryRequest]) -> list[Summary]:
        picked = [self._lines(request) for request in requests]
        said = [line for lines in picked for line in lines if not line.retold]
        told = iter(retold([(line.text, line.source.speaker) for line in said], self._pipeline))
        summaries = []
        for request, lines in zip(requests, picked, strict=True):
            texts = [line.text if line.retold else next(told) for line in lines]
            dated = _dated(list(zip(lines, texts, strict=True)), request)
            rests_on = tuple(dict.fromkeys(line.source.id for line in lines))
            summaries.append(Summary("\n".join(dated), True, rests_on))
        return summaries

    def _lines(self, request: SummaryRequest) -> list[_Line]:
        found = list(sentences(request.sources, request.zone)) or list(_whole(request))
        if not found:
            return []
        vectors = self._embedder.embed([sentence.text for sentence in found])
        numbers = chosen(found, vectors, request.words) or [0]
        return [self._line(found[number], request.zone) for number in numbers]

    def _line(self, sentence: Sentence, zone: ZoneInfo) -> _Line:
        source = sentence.source
        text = with_dates(sentence.text, source.when, zone) if source.speaker else sentence.text
        return _Line(source, text, sentence.retold, sentence.day)


def _whole(request: SummaryRequest) -> Iterator[Sentence]:
    """Yield the sources unchanged: if they hold nothing but questions, the questions are the summary."""
    for source in request.sources:
        day = source.when.astimezone(request.zone).date()
        yield Sentence(source, " ".join(source.text.split()), not source.speaker, day)


def _dated(told: Sequence[tuple[_Line, str]], request: SummaryRequest) -> list[str]:
    """Prefix the first line of each day with the date, if the sources span several days."""
    days = {line.day for line, _ in told} | {source.when.astimezone(request.zone).date() for source in request.sources}
    if len(days) < 2 or not request.dated:
        return [text for _, text in told]
    before = [None, *(line.day for line, _ in told)]
    return [
        text if line.day == previous else with_day(text, line.day)
        for (line, text), previous in zip(told, before, strict=False)
    ]
