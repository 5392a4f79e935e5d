"""Summaries without a language model: the sentences that say most of what was said."""

import asyncio
import re
from collections.abc import Sequence

import numpy as np

from chronomem.extractors.embedding import Embedder
from chronomem.extractors.summaries import Source, Summary, SummaryRequest

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


class ExtractiveSummariser:
    """Takes the sentences nearest to the middle of all, in order of time."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    async def summarise(self, requests: Sequence[SummaryRequest], *, user: str) -> list[Summary]:  # noqa: ARG002 - for all alike
        """Return a summary for each request, in their order."""
        return await asyncio.to_thread(lambda: [self._summary(request) for request in requests])

    def _summary(self, request: SummaryRequest) -> Summary:
        sentences = [(source, text) for source in request.sources for text in _SENTENCE.split(source.text) if text]
        if not sentences:
            return Summary("", True, ())
        vectors = self._embedder.embed([text for _, text in sentences])
        central = np.einsum("nd,d->n", vectors, vectors.mean(axis=0))
        taken: list[int] = []
        words = 0
        for number in np.argsort(-central, kind="stable"):
            length = len(sentences[number][1].split())
            if words + length <= request.words or not taken:
                taken.append(int(number))
                words += length
        chosen = [sentences[number] for number in sorted(taken)]
        return Summary(" ".join(map(_told, chosen)), True, tuple(dict.fromkeys(source.id for source, _ in chosen)))


def _told(sentence: tuple[Source, str]) -> str:
    source, text = sentence
    return f"{source.speaker}: {text}" if source.speaker else text
