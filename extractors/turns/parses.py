"""The parses of what people said, each text once."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from chronomem.extractors.language.extraction import readable_doc
from chronomem.extractors.language.parsing.pipeline import parse
from chronomem.extractors.language.readable.offsets import ReadableText
from chronomem.extractors.language.readable.turn_text import make_readable

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import

MOST_CHARACTERS = 10_000
"""How many characters of a turn are parsed. Longer turns are pasted documents rather than statements about oneself."""


class Wording(NamedTuple):
    """What somebody said to some people: the same words are read in another way where others are spoken to."""

    text: str
    speaker: str
    people: frozenset[str]


class Parses:
    """The parses of what was said, found by what was said."""

    def __init__(self, said: Iterable[Wording], pipeline: str | None) -> None:
        self._readable = {spoken: _make_readable(spoken) for spoken in dict.fromkeys(said)}
        texts: Sequence[ReadableText] = list(dict.fromkeys(self._readable.values()))
        docs = parse((readable.text for readable in texts), pipeline)
        self._docs = {text: readable_doc(doc, text) for text, doc in zip(texts, docs, strict=True)}

    def of(self, spoken: Wording) -> "Doc":
        return self._docs[self._readable[spoken]]


def _make_readable(spoken: Wording) -> ReadableText:
    people = sorted(spoken.people)
    others = [name for name in people if name != spoken.speaker]
    return make_readable(spoken.text[:MOST_CHARACTERS], others=others, names=people)
