"""Questions about labelled chats, with the messages that answer them. `asked/README.md` describes the form."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from chronomem.extractors.language.training.labels import CHATS, GRADED, TOLD, LabelledChat, read_chats

ASKED = CHATS.with_name("asked")
_LINE = re.compile(r"(?P<question>\S.*\S) \| (?P<places>\d+:\d+(?:, \d+:\d+)*)")

Place = tuple[int, int]
"""A dialogue of a file and a message in it, both counted from 1."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question.

    Attributes:
        text: the question, with the names of the people.
        evidence: the messages that answer it, or that tell a part of the answer.
    """

    text: str
    evidence: tuple[Place, ...]

    @property
    def is_of_one_dialogue(self) -> bool:
        """Whether one dialogue answers it: then its evidence holds all that does. Others ask for things of a kind."""
        return len({dialogue for dialogue, _ in self.evidence}) == 1


def asked_files() -> list[Path]:
    """Return the files of questions."""
    return sorted(ASKED.glob("*.txt"))


def chats_of(file: Path) -> list[LabelledChat]:
    """Return the chats that the questions of a file are about."""
    return read_chats(next(path for of in (TOLD, CHATS, GRADED) if (path := of / f"{file.stem}.chat").exists()))


def read_questions(file: Path) -> Iterator[AskedQuestion]:
    """Yield the questions of a file.

    Raises:
        ValueError: a line has no such form; the message names it.
    """
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        match = _LINE.fullmatch(line)
        if match is None:
            raise ValueError(f"{file.name}:{number}: no question with the places of its evidence")
        places = (each.split(":") for each in match["places"].split(", "))
        yield AskedQuestion(match["question"], tuple((int(dialogue), int(message)) for dialogue, message in places))


def put_to(people: Sequence[str], question: str, you: str = "you") -> str:
    """Return a question as if it were put to people, with "you", or another word, in place of their names."""
    names = {name for person in people for name in (person, *person.split())}
    if not names:
        return question
    pattern = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.sub(rf"\b(?:{pattern})\b(['\u2019]s\b)?", lambda m: f"{you}r" if m[1] and you else you, question)
