"""Measure extraction on marked sentences: `python -m chronomem.extractors.turns.training.clauses [--misses] [FILE…]`.

Prints how many of the marked facts are found, by predicate, and how many sentences without a mark yield a fact that
is not minor. `extractors/language/training/clauses/README.md` has the form.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from chronomem.extractors.language.training import labels
from chronomem.extractors.language.training.labels import Label, says
from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.facts.predicates import predicate_named

CLAUSES = labels.CHATS.with_name("clauses")
WRITER, READER = "Maxine", "Robin"
"""Names that no sentence holds."""
_SAID_AT = datetime(2024, 5, 15, 12, tzinfo=UTC)
_MARK = re.compile(r"\[([^\]]+)\]\(([^)]+)\)")


@dataclass(frozen=True)
class Mark:
    """A marked fact: the words of its object, its predicate, whether it is over, the word that names its subject."""

    words: str
    predicate: str
    ended: bool
    subject: str | None


@dataclass(frozen=True)
class MarkedSentence:
    """A sentence without its marks, and the marks."""

    text: str
    marks: tuple[Mark, ...]


def read_clauses(path: Path) -> list[MarkedSentence]:
    """Read a file of marked sentences.

    Raises:
        ValueError: a mark can't be read; the message names the file and the line.
    """
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        text = _MARK.sub(r"\1", line.strip())
        if "](" in text:
            raise ValueError(f"{path.name}:{number}: a mark that can't be read: {line}")
        marks = [_mark(words, told) for words, facts in _MARK.findall(line) for told in facts.split(",")]
        found.append(MarkedSentence(text, tuple(marks)))
    return found


def _mark(words: str, told: str) -> Mark:
    holds, _, subject = told.strip().partition(" of ")
    predicate, _, stage = holds.partition(" ")
    return Mark(words, predicate, stage == "over", subject or None)


def measure(sentences: Sequence[MarkedSentence], *, misses: bool = False) -> dict[str, object]:
    """Return how many of the marked facts are found, by predicate, and how many empty sentences yield one."""
    turns = [
        StoredTurn(str(number), sentence.text, _SAID_AT, WRITER, "user", (READER,), session=str(number))
        for number, sentence in enumerate(sentences)
    ]
    found: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    wrong, empty = 0, 0
    for sentence, done in zip(sentences, TurnExtractor().extract(turns, ZoneInfo("UTC")).done, strict=True):
        for mark in sentence.marks:
            told = any(_says(fact, mark) for fact in done.facts)
            for name in (mark.predicate, "all"):
                found[name][0] += told
                found[name][1] += 1
            if misses and not told:
                sys.stdout.write(f"missed {mark.predicate} | {sentence.text}\n")
        if not sentence.marks:
            shown = [fact for fact in done.facts if _is_shown(fact)]
            empty, wrong = empty + 1, wrong + bool(shown)
            if misses and shown:
                sys.stdout.write(f"wrong {shown[0].predicate} {shown[0].object or shown[0].value} | {sentence.text}\n")
    return {"found": dict(found), "empty": empty, "empty_with_facts": wrong}


def _says(fact: GivenFact, mark: Mark) -> bool:
    subject = fact.subject.lower()
    own = fact.subject == WRITER
    if own != (mark.subject is None) or (mark.subject is not None and mark.subject.lower() not in subject):
        return False
    if mark.ended and fact.ended and fact.object is None and fact.value is None:
        return fact.predicate == mark.predicate
    label = Label("kept", (fact.subject,), (mark.predicate,), (mark.words,), ended=mark.ended)
    words = f"{fact.object or fact.value}"
    return says(label, [fact.subject], fact.predicate, words, negated=fact.negated, ended=fact.ended)


def _is_shown(fact: GivenFact) -> bool:
    return not (fact.negated or fact.ended or fact.minor or predicate_named(fact.predicate).minor)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="files of marked sentences; all of the repository, if none")
    parser.add_argument("--misses", action="store_true", help="list what is missed and what is wrong")
    arguments = parser.parse_args()
    files = arguments.files or sorted(CLAUSES.glob("*.txt"))
    sentences = [sentence for file in files for sentence in read_clauses(file)]
    sys.stdout.write(json.dumps(measure(sentences, misses=arguments.misses)) + "\n")


if __name__ == "__main__":
    main()
