"""Concepts of texts, besides named entities: their nouns, single and in pairs."""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from chronomem.extractors.language.lexicon import GENERIC_NOUNS, STOP_OBJECTS, stop_words
from chronomem.extractors.language.parsing.pipeline import parse
from chronomem.extractors.language.readable.turn_text import make_readable
from chronomem.extractors.semantic_time import parse_time

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_WORD = re.compile(r"[^\W\d_][^\W\d_'-]{2,}")
_MAX_CHARACTERS = 10_000
_NEEDLESS = ("parser", "chronomem_entities")
"""Components of the pipeline that are not needed for nouns and their singular forms."""
_SOME_DAY = datetime(2000, 1, 1, tzinfo=UTC)


def find_concepts(texts: Iterable[str]) -> list[frozenset[str]]:
    """Return the nouns of each text, in lower case and singular: alone ("coffee") and as pairs ("flat white").

    Nouns that name no theme ("thing", "morning", "June") are omitted.
    """
    docs = parse((make_readable(text[:_MAX_CHARACTERS]).text for text in texts), disable=_NEEDLESS)
    return [frozenset(_concepts(doc)) for doc in docs]


def _concepts(doc: "Doc") -> Iterator[str]:
    run: list[str] = []
    for token in doc:
        if token.pos_ in ("NOUN", "PROPN") and _WORD.fullmatch(token.text):
            run.append(_singular(token))
            continue
        yield from _named(run)
        run = []
    yield from _named(run)


def _named(run: Sequence[str]) -> Iterator[str]:
    yield from filter(_is_theme, run)
    if len(run) > 1 and _is_theme(run[-1]) and _is_theme(run[-2]):
        yield f"{run[-2]} {run[-1]}"


def _singular(token: "Token") -> str:
    return (token.lemma_ if token.pos_ == "NOUN" else token.text).lower()


@lru_cache(maxsize=20_000)
def _is_theme(word: str) -> bool:
    if word in GENERIC_NOUNS or word in STOP_OBJECTS or word in stop_words():
        return False
    return not any(span.text.lower() == word for span in parse_time(word, now=_SOME_DAY))
