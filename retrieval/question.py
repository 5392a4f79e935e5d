"""A question, read for what can be looked up."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.embedding import Embedder
from chronomem.retrieval.analysis import terms, words
from chronomem.retrieval.intervals import Interval

MAX_QUESTION = 10_000
"""The longest question, in characters."""

_FIRST_PERSON = re.compile(r"\b(?:i|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
_WANTS_TIME = re.compile(r"\b(?:when|how long|(?:what|which) (?:date|day|month|year|time))\b", re.IGNORECASE)
_WANTS_NUMBER = re.compile(r"\bhow (?:many|much|often|old)\b", re.IGNORECASE)
_TOKEN = re.compile(r"\S+")


@dataclass(frozen=True)
class Question:
    """What a recall looks for.

    Attributes:
        text: the question.
        terms: its index terms, without the names of those who speak in the memory.
        vector: the unit vector of the question without those names, shape `(dimensions,)`.
        speakers: the speakers that it names.
        times: the intervals that it names; empty for a question without time.
        first_person: it is about the one who asks.
        wants: what kind of answer it asks for, where its words tell.
    """

    text: str
    terms: tuple[str, ...]
    vector: NDArray[np.float32]
    speakers: frozenset[str]
    times: tuple[Interval, ...]
    first_person: bool
    wants: Literal["time", "number"] | None


def read_question(
    text: str, *, speakers: Iterable[str], embedder: Embedder, times: Sequence[Interval] = ()
) -> Question:
    """Read a question against a memory in which `speakers` speak.

    The names of speakers say whose turns are wanted, not which words stand in them, so they are taken out of what
    is compared with the turns.
    """
    named = {speaker: set(words(speaker)) for speaker in speakers}
    asked = set(words(text))
    present = frozenset(speaker for speaker, parts in named.items() if parts & asked)
    names = {part for speaker in present for part in named[speaker]}
    rest = " ".join(token for token in _TOKEN.findall(text) if not names.intersection(words(token))) or text
    return Question(
        text=text,
        terms=tuple(terms(rest)),
        vector=embedder.embed([rest])[0],
        speakers=present,
        times=tuple(times),
        first_person=bool(_FIRST_PERSON.search(text)),
        wants=_wanted(text),
    )


def _wanted(text: str) -> Literal["time", "number"] | None:
    if _WANTS_TIME.search(text):
        return "time"
    return "number" if _WANTS_NUMBER.search(text) else None
