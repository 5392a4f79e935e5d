"""Chat messages with the facts that a careful reader takes from them. `chats/README.md` describes the form."""

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import Stemmer

from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.tagger.tags import are_alike

Grade = Literal["kept", "minor", "unbelieved"]
CHATS = Path(__file__).parent / "chats"
TOLD = CHATS.with_name("told")
"""The chats that were labelled for the network that finds facts."""
GRADED = CHATS.with_name("graded")
"""The grades of proposed statements, and the chats that were written for them."""
SESSION_GAP = timedelta(hours=6)

_GRADES: dict[str, Grade] = {"+": "kept", "-": "minor", "?": "unbelieved"}
_MESSAGE = re.compile(r"(?P<speaker>[^:;|]{1,40}): (?P<text>\S.*)")
_OWN = {"me", "you"}
_ARTICLES = {"a", "an", "the", "my", "his", "her", "our", "their"}
_stemmer = Stemmer.Stemmer("english")


@dataclass(frozen=True, slots=True)
class Label:
    """A fact of a message.

    Attributes:
        grade: whether it is worth keeping, minor, or not to be believed.
        subjects: the names by which its subject may go.
        predicates: the predicates that are right, the best first; "*" and a verb stands for any.
        objects: the words that its object must hold, in one of these wordings; empty if any object is right.
        start, end: the interval that the words name, as dates of full or less precision ("2024-03"), or None.
    """

    grade: Grade
    subjects: tuple[str, ...]
    predicates: tuple[str, ...]
    objects: tuple[str, ...]
    start: str | None = None
    end: str | None = None
    ended: bool = False
    negated: bool = False


@dataclass(frozen=True, slots=True)
class LabelledMessage:
    """A message with its facts."""

    speaker: str
    text: str
    said_at: datetime
    labels: tuple[Label, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelledChat:
    """A dialogue: its participants and its messages, by session."""

    people: tuple[str, ...]
    sessions: tuple[tuple[LabelledMessage, ...], ...]
    line: int = 0


@dataclass
class _Draft:
    people: tuple[str, ...]
    line: int
    at: datetime
    sessions: list[list[LabelledMessage]] = field(default_factory=lambda: [[]])

    def chat(self) -> LabelledChat:
        return LabelledChat(self.people, tuple(tuple(session) for session in self.sessions if session), self.line)


def read_chats(path: Path) -> list[LabelledChat]:
    """Read a file of labelled chats.

    Raises:
        ValueError: a line is in none of the forms; the message names the file and the line.
    """
    drafts: list[_Draft] = []
    read_lines(path, lambda line, number: _read_line(line, number, drafts))
    return [draft.chat() for draft in drafts]


def read_lines(path: Path, read: Callable[[str, int], None]) -> None:
    """Have each line of a file read, together with its number.

    Raises:
        ValueError: a line is in none of the forms; the message names the file and the line.
    """
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            read(line.strip(), number)
        except (ValueError, IndexError, KeyError) as error:
            raise ValueError(f"{path.name}:{number}: {error}: {line}") from error


def _read_line(line: str, number: int, drafts: list[_Draft]) -> None:
    if not line or line.startswith("#"):
        return
    if line.startswith("= "):
        when, people = line[2:].split("|")[:2]
        drafts.append(_Draft(tuple(p.strip() for p in people.split(",")), number, _moment(when)))
        return
    draft = drafts[-1]
    if line.startswith("-- "):
        at = _moment(line[3:])
        if at < draft.at:
            raise ValueError("the session begins before the last message")
        if at - draft.at >= SESSION_GAP:
            draft.sessions.append([])
        draft.at = at
        return
    if line[:2] in ("+ ", "- ", "? "):
        last = draft.sessions[-1][-1]
        label = _label(_GRADES[line[0]], [part.strip() for part in line[2:].split(";")], last.speaker, draft.people)
        draft.sessions[-1][-1] = replace(last, labels=(*last.labels, label))
        return
    match = _MESSAGE.fullmatch(line)
    if match is None or match["speaker"] not in draft.people:
        raise ValueError("no fact, and no message of a participant")
    draft.sessions[-1].append(LabelledMessage(match["speaker"], match["text"], draft.at))
    draft.at += timedelta(minutes=1)


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text.strip()).replace(tzinfo=UTC)


def _label(grade: Grade, fields: Sequence[str], speaker: str, people: Sequence[str]) -> Label:
    subject, predicate, words, *rest = fields
    label = Label(
        grade,
        tuple(_named(name, speaker, people) for name in subject.split(" / ")),
        tuple(predicate.split("/")),
        () if words == "*" else tuple(_named(wording, speaker, people) for wording in words.split(" / ")),
    )
    if "*" in words.split(" / ") and any(name.startswith("*") for name in label.predicates):
        raise ValueError("a verb of any predicate with any object says nothing")
    for word, value in (_flag(flag) for flag in rest):
        match word:
            case "from":
                label = replace(label, start=value)
            case "to":
                label = replace(label, end=value)
            case "on":
                label = replace(label, start=value, end=value)
            case "over":
                label = replace(label, ended=True)
            case "not":
                label = replace(label, negated=True)
            case _:
                raise ValueError(f"{word!r} is no property of a fact")
    return label


def _flag(text: str) -> tuple[str, str]:
    word, _, value = text.partition(" ")
    if word in ("from", "to", "on") and not re.fullmatch(r"\d{4}(-\d\d(-\d\d)?)?", value):
        raise ValueError(f"{value!r} is no date")
    return word, value


def _named(name: str, speaker: str, people: Sequence[str]) -> str:
    """Return a name with "me" and "you" replaced, alone or as an owner ("me's sister")."""
    own, of, rest = name.strip().partition("'s ")
    if own not in _OWN:
        return name.strip()
    others = [person for person in people if person != speaker]
    if own == "you" and len(others) != 1:
        raise ValueError("you is nobody in a group")
    return (speaker if own == "me" else others[0]) + of + rest


def messages(chats: Sequence[LabelledChat]) -> Iterator[LabelledMessage]:
    """Yield all messages."""
    for chat in chats:
        for session in chat.sessions:
            yield from session


LASTING_RELATIONS = {"has_sibling", "has_child", "has_pet", "has_partner", "engaged_to", "married_to"}
"""Relations that are worth keeping even of somebody without a name."""


def says(label: Label, subjects: Sequence[str], predicate: str, words: str, *, negated: bool, ended: bool) -> bool:
    """Whether an extracted fact says what a label does, perhaps under a predicate of the same family.

    Args:
        subjects: the names of its subject.
        words: its object or value with its text: a verb of an open predicate may hold what the label has as object.
    """
    if label.negated != negated or label.ended != ended:
        return False
    if not {name.lower() for name in subjects} & {name.lower() for name in label.subjects}:
        return False
    any_does = any(name.startswith("*") for name in label.predicates)
    if not any_does and not any(are_alike(predicate, name) for name in label.predicates):
        return False
    said = set(stems(words))
    return not label.objects or any(said >= set(stems(wording)) for wording in label.objects)


def implied_grade(subject: str, predicate: str, thing: str | None) -> Grade | None:
    """Return the grade of a relation to somebody without a name, which needs no label: "my mother" has one.

    It is worth keeping that a person has a sister or a cat; everybody has a mother.
    """
    if thing is None or not thing.startswith(f"{subject}'s ") or predicate not in RELATION_OF_NOUN.values():
        return None
    return "kept" if predicate in LASTING_RELATIONS else "minor"


def stems(words: str) -> list[str]:
    """Return the stems of some words, without the articles among them."""
    found = re.findall(r"[^\W_]+", words.lower())
    stemmed: list[str] = _stemmer.stemWords([word for word in found if word not in _ARTICLES] or found)
    return stemmed


def _main() -> None:
    """Check the given files, or all, and count their messages and facts."""
    for file in [Path(name) for name in sys.argv[1:]] or sorted([*CHATS.glob("*.chat"), *TOLD.glob("*.chat")]):
        found = list(messages(read_chats(file)))
        grades = [label.grade for message in found for label in message.labels]
        empty = sum(not any(label.grade == "kept" for label in message.labels) for message in found)
        counts = ", ".join(f"{grades.count(grade)} {grade}" for grade in _GRADES.values())
        sys.stdout.write(f"{file.name}: {len(found)} messages, {empty} without a fact worth keeping; {counts}\n")


if __name__ == "__main__":
    _main()
