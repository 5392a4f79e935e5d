"""Train the verdicts on statements from graded ones: `python -m chronomem.extractors.turns.training.verdicts`.

    … [--check]              only measure them on authors that are held apart, and write nothing
    … [--propose CHAT…]      list what rules and network propose for chats, in the form of the grades, to be graded
    … [--out WEIGHTS.npz]    write the weights elsewhere

`training/graded/README.md` describes the grades. Train again whenever rules, judge or network have changed: proposals
that nobody graded are left out, so grade some of the new ones first if there are many. It takes some minutes.
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from chronomem.extractors.language.extracted import Extraction, Statement
from chronomem.extractors.language.judge.model import JudgeModel
from chronomem.extractors.language.parsing.syntax import tree_of
from chronomem.extractors.language.tagger.network import WindowReading
from chronomem.extractors.language.tagger.verdicts import WEIGHTS, is_weighed, signs_of
from chronomem.extractors.language.tagger.witness import Witness
from chronomem.extractors.language.training.labels import GRADED, TOLD, read_chats
from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.extractors.turns.training.judge import share_of, stored_turns

if TYPE_CHECKING:
    from spacy.tokens import Doc

Floats = NDArray[np.float64]
Place = tuple[int, int, int]
"""The number of a chat in its file, of a session in it, and of a message in that."""
Content = tuple[str, str, str, str]
"""Subject, predicate, object or value, and "over", "not" or ""."""

LEAST_SEEN = 5
"""The number of examples that must have a category for it to be learned."""
STRENGTH = 0.03
"""The inverse strength of regularisation."""
LEAST_RIGHT, SURELY_RIGHT, LEAST_KEPT = 0.1, 0.45, 0.15
"""The decisions: below the first probability of being right a statement is dropped; below the second, or below that of
being worth keeping, it is minor."""
_UTC = ZoneInfo("UTC")
_NUMBERED = re.compile(r"_(\d+|[a-z])$")


@dataclass(frozen=True)
class Graded:
    """A proposed statement with its signs and its grade: "k", "m" or "w"."""

    author: str
    statement: Statement
    signs: Mapping[str, float]
    grade: str


class _Proposals(TurnExtractor):
    """Extracts turns as a memory does, and keeps what is proposed before the verdicts."""

    def __init__(self) -> None:
        super().__init__()
        self.proposals: list[tuple[int, Statement, dict[str, float]]] = []

    def decided(
        self, turn: StoredTurn, extraction: Extraction, doc: "Doc", windows: Sequence[WindowReading]
    ) -> Extraction:
        weighed = [statement for statement in extraction.statements if is_weighed(statement)]
        witness = Witness(turn.text, windows)
        signs = signs_of(weighed, tree_of(doc), witness, speaker=turn.speaker, others=turn.others)
        self.proposals += [(int(turn.id), *both) for both in zip(weighed, signs, strict=True)]
        return extraction


def proposals(path: Path) -> Iterator[tuple[Place, Statement, dict[str, float]]]:
    """Yield what rules and network propose for the chats of a file, each with its signs."""
    for number, chat in enumerate(read_chats(path)):
        for part, session in enumerate(chat.sessions):
            extractor = _Proposals()
            done = extractor.extract(stored_turns(chat, session), _UTC)
            if done.failed:
                raise RuntimeError(f"{path.name}: turns that could not be extracted: {done.failed}")
            for message, statement, signs in extractor.proposals:
                yield (number, part, message), statement, signs


def content_of(statement: Statement) -> Content:
    """Return that by which a graded statement is found again."""
    flag = "over" if statement.ended else "not" if statement.polarity == "negated" else ""
    return statement.subject, statement.predicate, statement.object or statement.value or "", flag


def read_grades(path: Path) -> dict[tuple[Place, Content], str]:
    """Read a file of grades.

    Raises:
        ValueError: a line isn't in the form; the message names the file and the line.
    """
    found = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fields = [field.strip() for field in line.split(" | ")]
        if len(fields) != 6 or fields[5].rstrip("t") not in ("k", "m", "w"):
            raise ValueError(f"{path.name}:{number}: no grade: {line}")
        chat, session, message = map(int, fields[0].split("."))
        subject, predicate, thing, flag = fields[1:5]
        found[(chat, session, message), (subject, predicate, thing, flag)] = fields[5][0]
    return found


def graded(path: Path) -> Iterator[Graded]:
    """Yield the statements of a chat that are graded."""
    grades = read_grades(GRADED / f"{path.stem}.grades")
    author = _NUMBERED.sub("", path.stem)
    for place, statement, signs in proposals(path):
        if (grade := grades.get((place, content_of(statement)))) is not None:
            yield Graded(author, statement, signs, grade)


def graded_chats() -> list[Path]:
    """Return the chats of which there are grades."""
    return [next(f for f in (GRADED / name, TOLD / name) if f.exists()) for name in _names()]


def _names() -> list[str]:
    return [f"{grades.stem}.chat" for grades in sorted(GRADED.glob("*.grades"))]


def fit(given: Sequence[Graded]) -> JudgeModel:
    """Learn from graded statements."""
    seen = Counter(name for each in given for name in each.signs if "=" in name)
    vectorizer = DictVectorizer(sparse=False)
    chosen = [{n: v for n, v in each.signs.items() if seen.get(n, LEAST_SEEN) >= LEAST_SEEN} for each in given]
    table = vectorizer.fit_transform(chosen)
    names = vectorizer.get_feature_names_out()
    numbers = np.array(["=" not in name for name in names])
    centre = np.where(numbers, table.mean(axis=0), 0)
    scale = np.where(numbers, table.std(axis=0) + 1e-6, 1)
    scaled = (table - centre) / scale
    fitted = [LogisticRegression(C=STRENGTH, max_iter=3000).fit(scaled, outcome) for outcome in _outcomes(given).T]
    weights = np.vstack([model.coef_[0] for model in fitted]).T / scale[:, None]
    bias = np.array([model.intercept_[0] for model in fitted]) - centre @ weights
    arrays: list[Any] = [weights, np.zeros((0, 0)), np.zeros((0, 2)), bias, [LEAST_RIGHT, SURELY_RIGHT, LEAST_KEPT]]
    return JudgeModel(tuple(names), *(np.asarray(array, np.float32) for array in arrays))


def _outcomes(given: Sequence[Graded]) -> NDArray[np.bool_]:
    return np.array([(each.grade in "km", each.grade == "k") for each in given])


def shares(model: JudgeModel, given: Sequence[Graded]) -> Floats:
    """Return for each statement the probabilities that it is right and that it is worth keeping."""
    return np.asarray(model.probabilities([each.signs for each in given]), dtype=float)


def held_apart(given: Sequence[Graded]) -> Floats:
    """Return the probabilities of each statement by a model that has seen nothing of its author."""
    result = np.zeros((len(given), 2))
    for author in sorted({each.author for each in given}):
        inside = [number for number, each in enumerate(given) if each.author == author]
        model = fit([each for each in given if each.author != author])
        result[inside] = shares(model, [given[number] for number in inside])
    return result


def check(given: Sequence[Graded]) -> dict[str, Any]:
    """Measure the verdicts on authors that are held apart."""
    probabilities = held_apart(given)
    right, kept = _outcomes(given).T
    ended = np.array([each.statement.ended for each in given])
    rows = []
    for least in (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6):
        shown = ~ended & (probabilities[:, 1] >= least)
        rows.append(
            {
                "least": least,
                "shown": int(shown.sum()),
                "right": share_of(right[shown]),
                "worth_keeping": share_of(kept[shown]),
                "worth_keeping_that_is_shown": share_of(shown[kept & ~ended]),
            }
        )
    return {
        "statements": len(given),
        "right": share_of(right),
        "worth_keeping": share_of(kept),
        "shown": rows,
        "by_author": {
            author: _by_author(np.array([each.author == author for each in given]), probabilities, kept)
            for author in sorted({each.author for each in given})
        },
    }


def _by_author(own: NDArray[np.bool_], probabilities: Floats, kept: NDArray[np.bool_]) -> dict[str, float]:
    shown = own & (probabilities[:, 1] >= LEAST_KEPT)
    return {"worth_keeping": share_of(kept[shown]), "worth_keeping_that_is_shown": share_of(shown[own & kept])}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="measure on authors that are held apart, write nothing")
    parser.add_argument("--propose", type=Path, nargs="+", help="list what is proposed for these chats")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights are written")
    arguments = parser.parse_args()
    if arguments.propose:
        for path in arguments.propose:
            for place, statement, _ in proposals(path):
                told = " | ".join((".".join(map(str, place)), *content_of(statement)))
                sys.stdout.write(f"{told} |\n")
        return
    given = [each for path in graded_chats() for each in graded(path)]
    sys.stdout.write(json.dumps(check(given), indent=1) + "\n")
    if not arguments.check:
        fit(given).save(arguments.out)
        sys.stdout.write(f"{arguments.out}: learned from {len(given)} statements\n")


if __name__ == "__main__":
    main()
