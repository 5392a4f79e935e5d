"""Train the judge of statements on the labelled chats: `python -m chronomem.extractors.turns.training.judge`.

    … [--check]              only measure it on files that are held apart, and write nothing
    … [--unlabelled]         only list the statements that no fact of their message says: wrong ones, or without a label
    … [--out WEIGHTS.npz]    write the weights elsewhere

The rules propose statements for every message of the chats; a statement is right if a fact of its message says it, and
worth keeping if such a fact is. Train again whenever rules, predicates or chats have changed: it takes about a minute.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray
from sklearn.decomposition import PCA
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from chronomem.extractors.embeddings.embedder import StaticEmbedder, Vectors
from chronomem.extractors.language.extracted import Extraction, Statement, Utterance
from chronomem.extractors.language.judge.features import features_of
from chronomem.extractors.language.judge.judging import embedded_text, is_judged
from chronomem.extractors.language.judge.model import WEIGHTS, JudgeModel
from chronomem.extractors.language.parsing.syntax import tree_of
from chronomem.extractors.language.training.labels import (
    CHATS,
    Grade,
    Label,
    LabelledChat,
    LabelledMessage,
    implied_grade,
    read_chats,
    says,
)
from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import CONTEXT, StoredTurn
from chronomem.graph_schema.facts.predicates import predicate_named

if TYPE_CHECKING:
    from spacy.tokens import Doc

Floats = NDArray[np.float64]

AXES = 48
"""The axes to which embeddings are reduced."""
LEAST_SEEN = 3
"""The number of examples that must have a feature for it to be learned."""
STRENGTH = 0.15
"""The inverse strength of regularisation."""
LEAST_RIGHT, LEAST_KEPT, SURELY_KEPT = 0.2, 0.2, 0.4
"""The decisions; see `JudgeModel.least`."""
_UTC = ZoneInfo("UTC")
BINS = 10
CHECK_GROUPS, CALIBRATION_GROUPS = 10, 5
"""The groups of files that are held apart in turn, to measure what was learned and to calibrate it."""


@dataclass(frozen=True)
class Example:
    """A proposed statement with its features, and whether it is right and worth keeping."""

    file: str
    message: LabelledMessage
    statement: Statement
    features: Mapping[str, float]
    embedding: Vectors
    right: bool
    kept: bool


class _Proposals(TurnExtractor):
    """Extracts turns as a memory does, and keeps what the rules propose before it is judged."""

    def __init__(self) -> None:
        super().__init__()
        self.proposals: list[tuple[int, Statement, dict[str, float]]] = []

    def judged(
        self, turn_id: str, extraction: Extraction, doc: "Doc", speaker: str, others: Sequence[str]
    ) -> Extraction:
        tree = tree_of(doc)
        self.proposals += [
            (int(turn_id), statement, features_of(statement, tree, speaker=speaker, others=others))
            for statement in extraction.statements
            if is_judged(statement)
        ]
        return extraction


def examples(path: Path) -> list[Example]:
    """Return the statements that the rules propose for the messages of a file."""
    sessions = ((chat, session) for chat in read_chats(path) for session in chat.sessions)
    return [example for chat, session in sessions for example in _of_session(path, chat, session)]


def _of_session(path: Path, chat: LabelledChat, session: Sequence[LabelledMessage]) -> Iterator[Example]:
    extractor = _Proposals()
    done = extractor.extract(stored_turns(chat, session), _UTC)
    if done.failed:
        raise RuntimeError(f"{path.name}: turns that could not be extracted: {done.failed}")
    proposed = dict.fromkeys((number, statement) for number, statement, _ in extractor.proposals)
    found = {(number, statement): features for number, statement, features in extractor.proposals}
    vectors = StaticEmbedder().embed([embedded_text(statement) for _, statement in proposed])
    for (number, statement), vector in zip(proposed, vectors, strict=True):
        message = session[number]
        outcome = _outcome(statement, message.labels)
        yield Example(path.stem, message, statement, found[number, statement], vector, *outcome)


def stored_turns(chat: LabelledChat, session: Sequence[LabelledMessage]) -> list[StoredTurn]:
    """Return the messages of a session as turns; the id of each is its number."""
    told = [Utterance(message.text, message.said_at, message.speaker, _role(message)) for message in session]
    return [
        StoredTurn(
            str(number),
            message.text,
            message.said_at,
            message.speaker,
            _role(message),
            tuple(person for person in chat.people if person != message.speaker),
            before=tuple(told[max(0, number - CONTEXT) : number]),
        )
        for number, message in enumerate(session)
    ]


def _role(message: LabelledMessage) -> str:
    return "assistant" if message.speaker.lower() == "assistant" else "user"


def _outcome(statement: Statement, labels: Iterable[Label]) -> tuple[bool, bool]:
    """Return whether a statement is right, and whether it is worth keeping."""
    words = f"{statement.object or statement.value} {statement.text}"
    negated = statement.polarity == "negated"
    grades: set[Grade | None] = {
        label.grade
        for label in labels
        if says(label, [statement.subject], statement.predicate, words, negated=negated, ended=statement.ended)
    }
    if not grades:
        grades = {implied_grade(statement.subject, statement.predicate, statement.object)}
    return bool(grades & {"kept", "minor"}), "kept" in grades


def fit(given: Sequence[Example]) -> JudgeModel:
    """Learn from examples; the probabilities are calibrated on files that were held apart."""
    model = _fit(given)
    if len({example.file for example in given}) < 2:
        return model
    held_apart = _held_apart(given, _fit, CALIBRATION_GROUPS)
    scale, shift = np.array([_calibration(held_apart[:, i], outcome) for i, outcome in enumerate(_outcomes(given).T)]).T
    return replace(
        model, weights=model.weights * scale, axis_weights=model.axis_weights * scale, bias=model.bias * scale + shift
    )


def _fit(given: Sequence[Example]) -> JudgeModel:
    seen = Counter(name for example in given for name in example.features)
    chosen = [{n: v for n, v in example.features.items() if seen[n] >= LEAST_SEEN} for example in given]
    vectorizer = DictVectorizer(sparse=False)
    values = vectorizer.fit_transform(chosen)
    embeddings = _embeddings(given)
    axes = PCA(AXES, random_state=0).fit(embeddings).components_.T
    reduced = embeddings @ axes
    table = np.hstack([values, reduced * 3])
    fitted = [LogisticRegression(C=STRENGTH, max_iter=2000).fit(table, outcome) for outcome in _outcomes(given).T]
    coefficients = np.vstack([model.coef_[0] for model in fitted]).T
    count = values.shape[1]
    return JudgeModel(
        tuple(vectorizer.get_feature_names_out()),
        coefficients[:count],
        axes,
        coefficients[count:] * 3,
        np.array([model.intercept_[0] for model in fitted]),
        np.array([LEAST_RIGHT, LEAST_KEPT, SURELY_KEPT]),
    )


def _embeddings(given: Sequence[Example]) -> Floats:
    return np.array([example.embedding for example in given], dtype=float)


def _outcomes(given: Sequence[Example]) -> NDArray[np.bool_]:
    return np.array([(example.right, example.kept) for example in given])


def _held_apart(given: Sequence[Example], train: Any, groups: int) -> Floats:
    """Return the probabilities of each example by a model that hasn't seen its file, nor the others of its group."""
    result = np.zeros((len(given), 2))
    files = sorted({example.file for example in given})
    count = min(groups, len(files))
    for group in range(count):
        left_out = set(files[group::count])
        inside = [i for i, example in enumerate(given) if example.file in left_out]
        own = [given[i] for i in inside]
        model = train([example for example in given if example.file not in left_out])
        result[inside] = model.probabilities([example.features for example in own], _embeddings(own))
    return result


def _calibration(probabilities: Floats, outcome: NDArray[np.bool_]) -> tuple[float, float]:
    """Return how the log-odds are to be scaled and shifted, so that the probabilities are calibrated (Platt)."""
    clipped = np.clip(probabilities, 1e-4, 1 - 1e-4)
    odds = np.log(clipped / (1 - clipped))[:, None]
    fitted = LogisticRegression(C=1e3).fit(odds, outcome)
    return float(fitted.coef_[0, 0]), float(fitted.intercept_[0])


def check(given: Sequence[Example]) -> dict[str, Any]:
    """Measure the judge on files that are held apart, a tenth of them at a time."""
    probabilities = _held_apart(given, fit, CHECK_GROUPS)
    outcomes = _outcomes(given)
    right, kept = outcomes.T
    dropped = probabilities[:, 0] < LEAST_RIGHT
    rules = [predicate_named(example.statement.predicate) for example in given]
    listed = np.array([not rule.minor and not rule.is_open for rule in rules])
    shown = ~dropped & np.where(listed, probabilities[:, 1] >= LEAST_KEPT, probabilities[:, 1] >= SURELY_KEPT)
    return {
        "statements": len(given),
        "right": share_of(right),
        "worth_keeping": share_of(kept),
        "by_predicate_alone": {
            "shown": int(listed.sum()),
            "right": share_of(right[listed]),
            "worth_keeping": share_of(kept[listed]),
            "worth_keeping_that_is_shown": share_of(listed[kept]),
        },
        "shown": int(shown.sum()),
        "right_of_shown": share_of(right[shown]),
        "worth_keeping_of_shown": share_of(kept[shown]),
        "worth_keeping_that_is_shown": share_of(shown[kept]),
        "right_that_is_dropped": share_of(dropped[right]),
        "wrong_that_is_dropped": share_of(dropped[~right]),
        "expected_calibration_error": {
            "right": _error(probabilities[:, 0], right),
            "right_of_shown": _error(probabilities[shown, 0], right[shown]),
            "kept": _error(probabilities[:, 1], kept),
        },
        "curve": _curve(probabilities[:, 0], right),
        "precision_by_share_of_kept": _trade(probabilities[:, 1], right, kept),
    }


def share_of(values: NDArray[np.bool_]) -> float:
    """Return the share of what is true, to three digits; 0 of nothing."""
    return round(float(values.mean()), 3) if len(values) else 0.0


def _curve(probabilities: Floats, outcome: NDArray[np.bool_]) -> list[tuple[float, float, int]]:
    """Return the mean probability, the share that is so, and the number of examples, by tenths."""
    bins = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    inside = [bins == i for i in range(BINS) if (bins == i).any()]
    return [(round(float(probabilities[i].mean()), 3), share_of(outcome[i]), int(i.sum())) for i in inside]


def _error(probabilities: Floats, outcome: NDArray[np.bool_]) -> float:
    curve = _curve(probabilities, outcome)
    return round(sum(abs(mean - share) * n for mean, share, n in curve) / max(1, len(outcome)), 4)


def _trade(probabilities: Floats, right: NDArray[np.bool_], kept: NDArray[np.bool_]) -> list[dict[str, float]]:
    """Return for thresholds of the second probability what is shown of the kept, and how much of the shown is kept."""
    rows = []
    for least in (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7):
        shown = probabilities >= least
        rows.append(
            {
                "least": least,
                "recall": share_of(shown[kept]),
                "kept": share_of(kept[shown]),
                "right": share_of(right[shown]),
            }
        )
    return rows


def _told(statement: Statement) -> str:
    """Return a statement in the form of a label."""
    denied = "; not" if statement.polarity == "negated" else ""
    return f"{statement.subject}; {statement.predicate}; {statement.object or statement.value}{denied}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="measure on files that are held apart, write nothing")
    parser.add_argument("--unlabelled", action="store_true", help="list the statements that no label says")
    parser.add_argument("--out", type=Path, default=WEIGHTS, help="where the weights are written")
    arguments = parser.parse_args()
    given = [example for path in sorted(CHATS.glob("*.chat")) for example in examples(path)]
    if arguments.unlabelled:
        for example in given:
            if not example.right:
                sys.stdout.write(f"{example.file} | {example.message.text}\n    {_told(example.statement)}\n")
        return
    sys.stdout.write(json.dumps(check(given), indent=1) + "\n")
    if not arguments.check:
        fit(given).save(arguments.out)
        sys.stdout.write(f"{arguments.out}: learned from {len(given)} statements\n")


if __name__ == "__main__":
    main()
