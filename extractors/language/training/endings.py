"""Messages with the facts believed before them, and which of these they end. `ended/README.md` describes the form.

`python -m chronomem.extractors.language.training.endings` checks the files and counts what they hold.
"""

import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from chronomem.extractors.language.tagger.tags import are_alike
from chronomem.extractors.language.tagger.windows import HISTORY, WindowMessage
from chronomem.extractors.language.training.labels import CHATS, Label, LabelledChat, LabelledMessage, read_lines, stems
from chronomem.graph_schema.facts.predicates import predicate_named

ENDED = CHATS.with_name("ended")
Fate = Literal["believed", "over", "never"]
FATES: tuple[Fate, ...] = ("believed", "over", "never")
_MARKS: dict[str, Fate] = {"over": "over", "never": "never"}
_MESSAGE = re.compile(r"(?P<speaker>[^:]{1,40}): (?P<text>.+)")
_BESIDE_AN_ENDING, _ELSEWHERE = 3, 0.35
"""How many facts that stay are drawn beside a message of chats that ends one, and the chance of one beside others."""


class BelievedFact(NamedTuple):
    """A fact in words: "Ann's sister", "lives_in", "flat in Leeds"."""

    subject: str
    predicate: str
    words: str


@dataclass
class EndedExample:
    """A message after those before it, with facts believed before it and what becomes of each."""

    people: tuple[str, ...]
    facts: list[tuple[BelievedFact, Fate]] = field(default_factory=list)
    messages: list[WindowMessage] = field(default_factory=list)


def ended_files() -> list[Path]:
    """Return the files of examples."""
    return sorted(ENDED.glob("*.txt"))


def read_ended(file: Path) -> list[EndedExample]:
    """Read a file of examples.

    Raises:
        ValueError: a line is in none of the forms; the message names the file and the line.
    """
    found: list[EndedExample] = []
    read_lines(file, lambda line, _: _read_line(line, found))
    return found


def _read_line(line: str, found: list[EndedExample]) -> None:
    if not line:
        return
    if line.startswith("= "):
        found.append(EndedExample(tuple(name.strip() for name in line[2:].split(","))))
    elif line.startswith("* "):
        subject, predicate, words, *mark = (part.strip() for part in line[2:].split("|"))
        if found[-1].messages or words in _MARKS or len(mark) > 1:
            raise ValueError("a fact after a message, without an object, or with more than a mark")
        found[-1].facts.append((BelievedFact(subject, predicate, words), _MARKS[mark[0]] if mark else "believed"))
    else:
        match = _MESSAGE.fullmatch(line)
        if match is None or match["speaker"] not in found[-1].people:
            raise ValueError("no fact, and no message of a participant")
        found[-1].messages.append(WindowMessage(match["speaker"], match["text"]))


def of_chat(chat: LabelledChat, draw: random.Random) -> Iterator[EndedExample]:
    """Yield the messages of a labelled chat with facts told before them that they end, and some that they don't.

    Among the latter are those that a message tells itself, as if they had been known: who takes the car still has it.
    What a message tells as over or denies ends the fact that tells it, or is itself a fact that ends if no message told
    it before. A new value of a predicate that holds one at a time ends the old one.
    """
    told: list[Label] = []
    for session in chat.sessions:
        for place, message in enumerate(session):
            example = _of_message(chat, session[max(place - HISTORY, 0) : place], message, told, draw)
            if example.facts:
                yield example
            gone = {fact for fact, fate in example.facts if fate != "believed"}
            told = [label for label in told if _fact(label) not in gone]
            told += [label for label in message.labels if _is_believed(label)]


def _of_message(
    chat: LabelledChat,
    before: Sequence[LabelledMessage],
    message: LabelledMessage,
    told: Sequence[Label],
    draw: random.Random,
) -> EndedExample:
    people = (message.speaker, *(name for name in chat.people if name != message.speaker))
    said = [WindowMessage(each.speaker, each.text) for each in (*before, message)]
    ending = [label for label in message.labels if label.ended or label.negated]
    new = [label for label in message.labels if _is_believed(label)]
    gone: list[tuple[BelievedFact, Fate]] = []
    stays: list[BelievedFact] = []
    for label in told:
        by = next((each for each in reversed(ending) if _is_about(each, label)), None)
        rivals = [each for each in new if _rivals(each, label)]
        if by is not None:
            gone.append((_fact(label), "over" if by.ended else "never"))
        elif rivals and predicate_named(_name(label)).single:
            gone.append((_fact(label), "over"))
        elif not rivals:
            stays.append(_fact(label))
    gone += [
        (_fact(label), "over" if label.ended else "never")
        for label in ending
        if label.objects and not label.predicates[0].startswith("*") and not any(_is_about(label, one) for one in told)
    ]
    count = _BESIDE_AN_ENDING if gone or ending else int(draw.random() < _ELSEWHERE)
    beside = draw.sample(stays, min(count, len(stays)))
    own = [_fact(label) for label in new if label.objects and not label.predicates[0].startswith("*")]
    believed: list[tuple[BelievedFact, Fate]] = [(fact, "believed") for fact in dict.fromkeys([*own, *beside])]
    return EndedExample(people, [*gone, *believed], said)


def _is_believed(label: Label) -> bool:
    return label.grade == "kept" and not (label.ended or label.negated)


def _name(label: Label) -> str:
    return label.predicates[0].lstrip("*")


def _fact(label: Label) -> BelievedFact:
    return BelievedFact(label.subjects[0], _name(label), label.objects[0] if label.objects else "")


def _shares_subject(one: Label, other: Label) -> bool:
    return not {name.lower() for name in one.subjects}.isdisjoint(name.lower() for name in other.subjects)


def _is_of_kin(one: Label, other: Label) -> bool:
    return any(are_alike(a.lstrip("*"), b.lstrip("*")) for a in one.predicates for b in other.predicates)


def _is_about(ending: Label, told: Label) -> bool:
    """Whether an ending is about a fact: of the same subject and kind, and the words of one hold those of the other."""
    if not (_shares_subject(ending, told) and _is_of_kin(ending, told)):
        return False
    pairs = ((set(stems(a)), set(stems(b))) for a in ending.objects for b in told.objects)
    return not ending.objects or any(a and b and (a <= b or b <= a) for a, b in pairs)


def _rivals(new: Label, told: Label) -> bool:
    return _shares_subject(new, told) and _is_of_kin(new, told) and not _is_about(new, told)


def _main() -> None:
    """Check the given files, or all, and count their examples and facts."""
    for file in [Path(name) for name in sys.argv[1:]] or ended_files():
        found = read_ended(file)
        fates = [fate for example in found for _, fate in example.facts]
        counts = ", ".join(f"{fates.count(fate)} {fate}" for fate in FATES)
        sys.stdout.write(f"{file.name}: {len(found)} messages, {len(fates)} facts: {counts}\n")


if __name__ == "__main__":
    _main()
