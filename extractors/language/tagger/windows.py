"""The input of the network: a message after those before it, as word pieces with their places in the texts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from chronomem.extractors.language.tagger.tags import TaggedWords

if TYPE_CHECKING:
    from tokenizers import Tokenizer

MOST_PIECES = 80
"""The length of a window in word pieces; of a longer message, only the beginning is read."""
_ENOUGH = 60
"""The length up to which earlier messages are shown: a long message says by itself what it is about."""
HISTORY = 4
"""How many messages before it are shown."""
_MOST_OF_EARLIER, _MOST_OF_NAME, MOST_PEOPLE = 40, 3, 6


class WindowMessage(NamedTuple):
    """A message: who writes it, and its text."""

    speaker: str
    text: str


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


def window_of(people: Sequence[str], before: Sequence[WindowMessage], now: WindowMessage) -> TaggerWindow:
    """Return the input for a message.

    Args:
        people: all who take part.
        before: the messages before it in the same session, in order of time.
        now: the message.
    """
    tokenizer = _tokenizer()
    begin = tokenizer.get_vocab_size()
    end, first_mark = begin + 1, begin + 2
    before = before[-HISTORY:]
    recent = [now.speaker, *(said.speaker for said in reversed(before))]
    window = TaggerWindow(tuple(dict.fromkeys([*recent, *people]))[:MOST_PEOPLE])
    window.add([begin], 0, [None])
    for number, name in enumerate(window.people):
        window.marks.append(len(window.ids))
        pieces = tokenizer.encode((name.split() or [""])[0], add_special_tokens=False).ids[:_MOST_OF_NAME]
        window.add([first_mark + number, *pieces], 0, [None] * (1 + len(pieces)))
    window.add([end], 0, [None])
    ids, places = _pieces(now.text, 0)
    room = MOST_PIECES - len(window.ids) - 2
    ids, places = ids[:room], places[:room]
    room = _ENOUGH - len(window.ids) - 2 - len(ids)
    shown: list[tuple[list[int], list[TaggedWords | None]]] = []
    for back, said in enumerate(reversed(before), 1):
        earlier, where = _pieces(said.text, back)
        kept = slice(-_MOST_OF_EARLIER, None) if back == 1 else slice(_MOST_OF_EARLIER)
        earlier, where = earlier[kept], where[kept]
        if len(earlier) + 1 > room:
            break
        room -= len(earlier) + 1
        mark = window.people.index(said.speaker) if said.speaker in window.people else MOST_PEOPLE - 1
        shown.append(([first_mark + mark, *earlier], [None, *where]))
    for earlier, where in reversed(shown):
        window.add(earlier, 0, where)
    window.add([first_mark, *ids, end], 1, [None, *places, None])
    return window


def _pieces(text: str, back: int) -> tuple[list[int], list[TaggedWords | None]]:
    encoding = _tokenizer().encode(text, add_special_tokens=False)
    return list(encoding.ids), [TaggedWords(back, start, end) for start, end in encoding.offsets]


@cache
def _tokenizer() -> "Tokenizer":
    from tokenizers import Tokenizer  # slow to import

    data = files("chronomem.extractors.static_model") / "tokenizer.json"
    tokenizer = Tokenizer.from_str(data.read_text(encoding="utf-8"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer
