"""Examples for the network: windows with the facts that the labels of their messages tell.

`python -m chronomem.extractors.language.training.tagger.examples FILE…` lists the labels that the network can't learn:
their predicate is none of its own, or their words stand in none of the messages that it reads together.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from chronomem.extractors.language.tagger.tags import PREDICATES
from chronomem.extractors.language.tagger.windows import HISTORY, TaggerWindow, WindowMessage, windows_of
from chronomem.extractors.language.training.labels import Label, LabelledMessage, read_chats

ASSISTANT = "Assistant"
"""The participant whose messages tell no facts."""
_WORD = re.compile(r"[^\W_]+")
"""A word, or a part of one before or after an apostrophe: "Annegret's" holds "Annegret"."""
_READ_ONCE = "decoys_"
"""The files whose labels nobody has looked through for what they leave out."""
_INDEX = {name: number for number, name in enumerate(PREDICATES)}


@dataclass(frozen=True, slots=True)
class MarkedFact:
    """A fact in a window, by the numbers of pieces: 0 as start and end is a fact without an object."""

    start: int
    end: int
    predicate: int
    status: int
    subject: int
    kept: bool


@dataclass
class TaggedExample:
    """A window with its facts.

    Attributes:
        ignored: (piece, predicate) of which the labels leave open whether they are right; piece None is every piece.
        complete: whether its labels leave hardly anything out.
    """

    window: TaggerWindow
    facts: list[MarkedFact] = field(default_factory=list)
    ignored: list[tuple[int | None, int]] = field(default_factory=list)
    complete: bool = False


def examples(files: Iterable[Path]) -> Iterator[TaggedExample]:
    """Yield an example for each message of labelled chats that a person writes, or for each part of a long one."""
    for file in files:
        for _, parts, _ in _examples(file):
            yield from parts


def _examples(file: Path) -> Iterator[tuple[LabelledMessage, list[TaggedExample], list[Label]]]:
    """Yield each message with the examples of its parts, and with the labels that have no place in them."""
    complete = not file.name.startswith(_READ_ONCE)
    for chat in read_chats(file):
        for session in chat.sessions:
            before: list[WindowMessage] = []
            for message in session:
                said = WindowMessage(message.speaker, message.text)
                if message.speaker != ASSISTANT:
                    texts = [said.text, *(each.text for each in reversed(before[-HISTORY:]))]
                    told = [label for label in message.labels if label.grade != "unbelieved"]
                    parts = [TaggedExample(each, complete=complete) for each in windows_of(chat.people, before, said)]
                    for part in parts:
                        told = [label for label in told if not _mark(part, texts, label)]
                    yield message, parts, told
                before.append(said)


def _mark(example: TaggedExample, texts: Sequence[str], label: Label) -> bool:
    """Add a label's fact to an example; if its words stand nowhere in it, its predicates count neither way."""
    predicates = [number for name in label.predicates if (number := _number(name)) is not None]
    if not predicates:
        return False
    window = example.window
    found = (_located(window, texts, wording) for wording in label.objects)
    span = next((each for each in found if each is not None), None) if label.objects else (0, 0)
    subject = _subject(window, texts, label.subjects)
    if span is None or subject is None:
        example.ignored += [(None, predicate) for predicate in predicates]
        return False
    status = 2 if label.negated else 1 if label.ended else 0
    first, *others = predicates
    example.facts.append(MarkedFact(*span, first, status, subject, label.grade == "kept"))
    any_verb = any(name.startswith("*") for name in label.predicates)
    open_ones = [number for number in range(len(PREDICATES)) if number != first] if any_verb else others
    example.ignored += [(piece, predicate) for predicate in open_ones for piece in set(span)]
    return True


def _number(predicate: str) -> int | None:
    return _INDEX.get("favorite_*" if predicate.startswith("favorite_") else predicate)


def _subject(window: TaggerWindow, texts: Sequence[str], names: Sequence[str]) -> int | None:
    """Return the piece that names a subject: the mark of a participant, the noun of a relative, or a name."""
    for name in names:
        if name in window.people:
            return window.marks[window.people.index(name)]
        _, owned, noun = name.partition("'s ")
        if owned and (found := _located(window, texts, noun) or _located(window, texts, noun.split()[-1])):
            return found[1]
        if name and (found := _located(window, texts, name) or _located(window, texts, name.split()[0])):
            return found[0]
    return None


def _located(window: TaggerWindow, texts: Sequence[str], phrase: str) -> tuple[int, int] | None:
    """Return the first and the last piece of a phrase, in the latest message that holds it."""
    for back, text in enumerate(texts):
        hit = _find(text, phrase, last=back > 0)
        if hit is None:
            continue
        inside = [
            number
            for number, place in enumerate(window.places)
            if place is not None and place.back == back and place.start < hit[1] and place.end > hit[0]
        ]
        if inside:
            return inside[0], inside[-1]
    return None


def _find(text: str, phrase: str, *, last: bool) -> tuple[int, int] | None:
    words, wanted = _words(text), [word for word, _, _ in _words(phrase)]
    if not wanted:
        return None
    size = len(wanted)
    hits = [
        (words[i][1], words[i + size - 1][2])
        for i in range(len(words) - size + 1)
        if [word for word, _, _ in words[i : i + size]] == wanted
    ]
    return (hits[-1] if last else hits[0]) if hits else None


def _words(text: str) -> list[tuple[str, int, int]]:
    return [(m.group().lower(), m.start(), m.end()) for m in _WORD.finditer(text)]


def _main() -> None:
    for file in map(Path, sys.argv[1:]):
        for message, _, left_out in _examples(file):
            for label in left_out:
                told = " / ".join((*label.subjects, *label.predicates, *label.objects))
                sys.stdout.write(f"{file.name}: {told}: {message.text}\n")


if __name__ == "__main__":
    _main()
