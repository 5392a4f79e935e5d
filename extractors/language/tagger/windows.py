"""The input of the network: a message after those before it, as word pieces with their places in the texts."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from chronomem.extractors.language.tagger.tags import TaggedWords

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MOST_PIECES = 80
"""The length of a window in word pieces; a message that has no room in one is read in parts."""
_ENOUGH = 60
"""The length up to which earlier messages are shown: a long message says by itself what it is about."""
_MOST_OF_PART, _MOST_PARTS = 50, 40
"""The most pieces of a part of a message, and the most parts; what follows these isn't read."""
_SENTENCE_END = re.compile(r"[.!?…][\"')\]]*\s+|\n+")
HISTORY = 4
"""How many messages before it are shown."""
_MOST_OF_EARLIER, _MOST_OF_NAME, MOST_PEOPLE = 40, 3, 6


class WindowMessage(NamedTuple):
    """A message: who writes it, and its text."""

    speaker: str
    text: str


class _Pieces(NamedTuple):
    """The pieces of a message, or of a part of one, with their places."""

    speaker: str
    ids: Sequence[int]
    places: Sequence[TaggedWords]


@dataclass
class TaggerWindow:
    """A message with those before it, as the network reads them.

    The people come first, each as a mark and a name; the one who writes the message is the first of them. Then come the
    messages, the last ones that have room, each with the mark of its writer in front.

    Attributes:
        ids: the numbers of the word pieces; after those of all words come begin, end, and the marks.
        types: 1 for the pieces of the message itself, 0 for all others.
        places: where each piece stands in the messages; None for marks and names.
        people: the participants, the writer first.
        marks: the index of the mark of each participant, in the order of `people`.
    """

    people: tuple[str, ...]
    ids: list[int] = field(default_factory=list)
    types: list[int] = field(default_factory=list)
    places: list[TaggedWords | None] = field(default_factory=list)
    marks: list[int] = field(default_factory=list)

    def add(self, ids: Sequence[int], kind: int, places: Sequence[TaggedWords | None]) -> None:
        """Append some pieces."""
        self.ids += ids
        self.types += [kind] * len(ids)
        self.places += places


def windows_of(people: Sequence[str], before: Sequence[WindowMessage], now: WindowMessage) -> list[TaggerWindow]:
    """Return the input for a message: one window, or one for each part of a message that is too long for one.

    The parts before a part stand in its window like earlier messages.

    Args:
        people: all who take part.
        before: the messages before it in the same session, in order of time.
        now: the message.
    """
    before = before[-HISTORY:]
    recent = [now.speaker, *(said.speaker for said in reversed(before))]
    present = tuple(dict.fromkeys([*recent, *people]))[:MOST_PEOPLE]
    nearest = (_pieces(said, back) for back, said in enumerate(reversed(before), 1))  # one by one, as there is room
    head = _beginning(present)
    whole = _pieces(now, 0)
    if len(whole.ids) <= MOST_PIECES - len(head.ids) - 2:
        return [_window(head, nearest, whole)]
    earlier = list(nearest)
    parts = [_Pieces(now.speaker, whole.ids[own], whole.places[own]) for own in _parts(now.text, whole.places)]
    return [
        _window(_beginning(present), [*reversed(parts[:number]), *earlier], part) for number, part in enumerate(parts)
    ]


def _beginning(people: tuple[str, ...]) -> TaggerWindow:
    """Return a window that holds the participants alone."""
    window = TaggerWindow(people)
    window.add([end_piece() - 1], 0, [None])
    for number, name in enumerate(people):
        window.marks.append(len(window.ids))
        pieces = pieces_of((name.split() or [""])[0])[:_MOST_OF_NAME]
        window.add([mark_of(number), *pieces], 0, [None] * (1 + len(pieces)))
    window.add([end_piece()], 0, [None])
    return window


def end_piece() -> int:
    """Return the number of the piece that ends the people, and the message; begin has the one before."""
    return int(_tokenizer().get_vocab_size()) + 1


def mark_of(participant: int) -> int:
    """Return the number of the mark of a participant; the marks follow begin and end."""
    return end_piece() + 1 + participant


def pieces_of(text: str) -> list[int]:
    """Return the numbers of the word pieces of a text."""
    return _tokenizer().encode(text, add_special_tokens=False).ids


def _window(window: TaggerWindow, nearest: Iterable[_Pieces], now: _Pieces) -> TaggerWindow:
    """Return a window that begins as given, with a message and those of the earlier ones that have room.

    Args:
        nearest: the earlier messages, the last one first.
    """
    room = _ENOUGH - len(window.ids) - 2 - len(now.ids)
    shown: list[tuple[list[int], list[TaggedWords | None]]] = []
    for back, said in enumerate(islice(nearest, HISTORY), 1):
        kept = slice(-_MOST_OF_EARLIER, None) if back == 1 else slice(_MOST_OF_EARLIER)
        ids, places = said.ids[kept], said.places[kept]
        if len(ids) + 1 > room:
            break
        room -= len(ids) + 1
        mark = window.people.index(said.speaker) if said.speaker in window.people else MOST_PEOPLE - 1
        shown.append(([mark_of(mark), *ids], [None, *places]))
    for before, where in reversed(shown):
        window.add(before, 0, where)
    window.add([mark_of(0), *now.ids, end_piece()], 1, [None, *now.places, None])
    return window


def _parts(text: str, places: Sequence[TaggedWords]) -> Iterator[slice]:
    """Yield the pieces of each part of a text, which ends with a sentence if one ends in time."""
    starts = [place.start for place in places]
    ends = [found.end() for found in _SENTENCE_END.finditer(text)]
    first = 0
    for _ in range(_MOST_PARTS):
        last = min(first + _MOST_OF_PART, len(starts))
        if last < len(starts):
            whole = [cut for end in ends if first < (cut := bisect_left(starts, end)) <= last]
            last = whole[-1] if whole else last
        yield slice(first, last)
        first = last
        if first == len(starts):
            return


def _pieces(said: WindowMessage, back: int) -> _Pieces:
    encoding = _tokenizer().encode(said.text, add_special_tokens=False)
    return _Pieces(said.speaker, encoding.ids, [TaggedWords(back, start, end) for start, end in encoding.offsets])


@cache
def _tokenizer() -> "Tokenizer":
    from tokenizers import Tokenizer  # slow to import

    data = files("chronomem.extractors.static_model") / "tokenizer.json"
    tokenizer = Tokenizer.from_str(data.read_text(encoding="utf-8"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
