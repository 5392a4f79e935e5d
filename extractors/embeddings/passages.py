"""Passages: a long text cut into pieces of some sentences, and the vectors of a turn.

A passage is a pure function of the text and of the words that it may have, so it is stored nowhere; only its vector is.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.model.vectors import pack

PASSAGE_WORDS = 60
"""The words of a passage unless the settings say otherwise."""
_WHOLE = 1.5
"""A text of up to this many times the words of a passage stays whole: a rest of a few words says little by itself."""
_LARGEST = 4
"""A sentence, list item or code block of more than this many times the words of a passage is cut."""
_CHARACTERS = 10
"""Characters that count as one word at least: scripts without spaces, and code, have few words."""

_FENCE = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[^\n]*$|\Z)", re.MULTILINE | re.DOTALL)
_LINE = re.compile(r"[^\n]+")
_ITEM = re.compile(r"\s*(?:[-*+•–]|\(?(?:\d{1,3}|[a-zA-Z])[.)])\s")  # noqa: RUF001 - a dash that begins a list item
_TABLE = re.compile(r"\s*\|")
_HEADING = re.compile(r"\s*#{1,6}\s|\s*\*\*[^*]+\*\*:?\s*$|[^.!?]{1,80}:\s*$")
_ABBREVIATED = re.compile(r"\b(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|vs|e\.g|i\.e|approx|No)\.$")
_END = re.compile(r"[.!?]+[\"')\]\u201d\u2019*_]*(?=\s)|[\u3002\uff01\uff1f]")
_WORDS = re.compile(r"\S+")


class Passage(NamedTuple):
    """A part of a text: the characters from `start` up to `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class EmbeddedTurn:
    """The vectors of a turn as the graph stores them.

    Attributes:
        embedding: the vector of the whole turn.
        passages: the vectors of its passages, one after the other; None for a turn that is one passage.
    """

    embedding: bytes
    passages: bytes | None


def turn_vectors(embedder: Embedder, texts: Sequence[str], passage_words: int) -> list[EmbeddedTurn]:
    """Return all vectors of some turns, as storing writes them; where they are missing, the index makes them anew."""
    cut = [passages(text, passage_words) for text in texts]
    pieces = [text[start:end] for text, own in zip(texts, cut, strict=True) if len(own) > 1 for start, end in own]
    packed = pack(embedder.embed([*texts, *pieces]))
    rest = iter(packed[len(texts) :])
    return [
        EmbeddedTurn(whole, b"".join(islice(rest, len(own))) if len(own) > 1 else None)
        for whole, own in zip(packed, cut, strict=False)
    ]


def passage_vectors(embedder: Embedder, texts: Sequence[tuple[str, Sequence[Passage]]]) -> list[bytes]:
    """Return the vectors of the passages of each text as the graph stores them, one after the other."""
    pieces = [text[start:end] for text, spans in texts for start, end in spans]
    packed = iter(pack(embedder.embed(pieces)) if pieces else ())
    return [b"".join(islice(packed, len(spans))) for _, spans in texts]


def passages(text: str, most: int) -> list[Passage]:
    """Cut a text into passages of at most `most` words, in order; a text of up to half as many more is one passage.

    Sentences, list items, rows of a table and code blocks are kept whole, and a heading stays with the text below it,
    so a passage may be longer than `most` words: a code block of up to four times as many is one passage.
    """
    longest = _WHOLE * most
    if len(text) < 2 * longest or size(text) <= longest:
        return [Passage(0, len(text))]
    found: list[Passage] = []
    held = 0.0
    for unit in _with_headings(_units(text, most)):
        words = size(text[unit.start : unit.end])
        if found and held + words <= most:
            found[-1] = Passage(found[-1].start, unit.end)
            held += words
        else:
            found.append(unit)
            held = words
    return found


def size(text: str) -> float:
    """Return the length of a text in words; ten characters count as one at least."""
    return max(sum(1 for _ in _WORDS.finditer(text)), len(text) / _CHARACTERS)


def _with_headings(units: Iterable[tuple[Passage, bool]]) -> Iterator[Passage]:
    """Yield the units, each from the heading above it on."""
    start = end = None
    for unit, is_heading in units:
        start = unit.start if start is None else start
        end = unit.end
        if not is_heading:
            yield Passage(start, end)
            start = None
    if start is not None and end is not None:
        yield Passage(start, end)


def _units(text: str, most: int) -> Iterator[tuple[Passage, bool]]:
    """Yield the parts of a text that are kept whole, and whether each is a heading."""
    at = 0
    for fence in _FENCE.finditer(text):
        yield from _of_lines(text, at, fence.start(), most)
        yield from ((span, False) for span in _no_longer(text, _trimmed(text, *fence.span()), most))
        at = fence.end()
    yield from _of_lines(text, at, len(text), most)


def _of_lines(text: str, start: int, end: int, most: int) -> Iterator[tuple[Passage, bool]]:
    for line in _LINE.finditer(text, start, end):
        span = _trimmed(text, *line.span())
        if span.start == span.end:
            continue
        if _HEADING.match(line[0]):
            yield span, True
        elif _ITEM.match(line[0]) or _TABLE.match(line[0]):
            yield from ((part, False) for part in _no_longer(text, span, most))
        else:
            for sentence in _sentences(text, span):
                yield from ((part, False) for part in _no_longer(text, sentence, most))


def _sentences(text: str, line: Passage) -> Iterator[Passage]:
    start = line.start
    for end in _END.finditer(text, line.start, line.end):
        if _ABBREVIATED.search(text, max(start, end.end() - 12), end.end()):
            continue
        yield _trimmed(text, start, end.end())
        start = end.end()
    if rest := text[start : line.end].strip():
        yield _trimmed(text, line.end - len(text[start : line.end].lstrip()), line.end) if rest else line


def _no_longer(text: str, unit: Passage, most: int) -> Iterator[Passage]:
    """Yield a unit, cut where it is far too long: at the ends of lines if it has some, else between words."""
    if size(text[unit.start : unit.end]) <= _LARGEST * most:
        yield unit
        return
    begun, end, held = unit.start, unit.start, 0.0
    pattern = _LINE if "\n" in text[unit.start : unit.end] else _WORDS
    for piece in pattern.finditer(text, unit.start, unit.end):
        words = size(piece[0])
        if words > _LARGEST * most:
            if end > begun:
                yield _trimmed(text, begun, end)
            yield from _longer(text, Passage(*piece.span()), most)
            begun, end, held = piece.end(), piece.end(), 0.0
            continue
        if held and held + words > most:
            yield _trimmed(text, begun, end)
            begun, held = piece.start(), 0.0
        end, held = piece.end(), held + words
    if text[begun:end].strip():
        yield _trimmed(text, begun, end)


def _longer(text: str, piece: Passage, most: int) -> Iterator[Passage]:
    """Yield a long line between its words, and a long word at any character."""
    if _WORDS.fullmatch(text, piece.start, piece.end):
        step = most * _CHARACTERS
        yield from (Passage(at, min(at + step, piece.end)) for at in range(piece.start, piece.end, step))
    else:
        yield from _no_longer(text, piece, most)


def _trimmed(text: str, start: int, end: int) -> Passage:
    """Return a span without white space at its ends."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Passage(start, end)
