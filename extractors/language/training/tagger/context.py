"""Training of the context vectors: the states of the network's layers, projected towards a sentence transformer.

    python -m chronomem.extractors.language.training.tagger.context DIALOGUES.jsonl --teacher FOLDER
                                                                    --questions FILE.txt [--every 4]

DIALOGUES.jsonl holds dialogues as Synthetic-Persona-Chat has them: `turns` with `by` and `says`, and `personas`.
FILE.txt holds questions, with "you" in place of names; only the mean of their vectors is learned from them.

The vector of each message should be the one that the teacher, a sentence transformer in FOLDER, gives its text: a ridge
regression from the mean states of its pieces, each weighted by the length of its static vector (frequent words have
short ones). The principal axes of these vectors are kept. A second regression takes the state of the first layer alone
to the same vectors: it is for questions. The weights of the network don't change, nor do its tags.
"""

import argparse
import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from chronomem.extractors.embeddings.onnx import OnnxEmbedder
from chronomem.extractors.language.tagger.context_vectors import DIMENSIONS
from chronomem.extractors.language.tagger.windows import HISTORY, TaggerWindow, WindowMessage, windows_of
from chronomem.extractors.language.training.tagger.context_graph import Projections, write_context
from chronomem.extractors.language.training.tagger.context_states import HIDDEN, PACKAGED, Matrix, StateReader, alone

_PEOPLE = ("Ann", "Ben")
_PENALTY, _PENALTY_OF_QUESTIONS = 0.1, 0.03
"""The penalties of the regressions, for each text."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dialogues", type=Path)
    parser.add_argument("--teacher", type=Path, required=True, help="the folder of a sentence transformer")
    parser.add_argument("--every", type=int, default=4, help="learn from each so many-th message")
    parser.add_argument("--questions", type=Path, required=True, help="a text file of questions, one a line")
    parser.add_argument("--folder", type=Path, default=PACKAGED)
    options = parser.parse_args()
    reader = StateReader(options.folder)
    messages = list(islice(_messages(options.dialogues), 0, None, options.every))
    sentences = list(islice(_sentences(options.dialogues), 0, None, options.every))
    questions = [line for line in options.questions.read_text(encoding="utf-8").splitlines() if line.strip()]
    states = np.stack([reader.mean_states(windows) for windows, _ in (*messages, *sentences)])
    wanted = OnnxEmbedder(options.teacher).embed([text for _, text in (*messages, *sentences)])
    of_messages = _axes(states, _ridge(states, wanted, _PENALTY))
    of_questions = _ridge(states[:, :HIDDEN], states @ of_messages, _PENALTY_OF_QUESTIONS)
    said = states[: len(messages)].mean(axis=0) @ of_messages
    asked = np.mean([reader.mean_states(alone(each))[:HIDDEN] for each in questions], axis=0) @ of_questions
    write_context(options.folder, Projections(of_messages, said, of_questions, asked), reader.weights)


def _messages(path: Path) -> Iterable[tuple[list[TaggerWindow], str]]:
    """Yield the windows and the text of each message."""
    for dialogue in _dialogues(path):
        said = [WindowMessage(_PEOPLE[turn["by"] - 1], turn["says"]) for turn in dialogue["turns"]]
        for place, message in enumerate(said):
            yield windows_of(_PEOPLE, said[max(place - HISTORY, 0) : place], message), message.text


def _sentences(path: Path) -> Iterable[tuple[list[TaggerWindow], str]]:
    """Yield the windows and the text of each sentence about a person."""
    for dialogue in _dialogues(path):
        for sentence in (each for own in dialogue["personas"].values() for each in own):
            yield alone(sentence), sentence


def _dialogues(path: Path) -> Iterable[Any]:
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())


def _ridge(given: Matrix, wanted: Matrix, penalty: float) -> Matrix:
    """Return the matrix that takes states, less their mean, nearest to the wanted vectors."""
    scale = given.std(axis=0) + 1e-6
    standard = ((given - given.mean(axis=0)) / scale).astype(np.float64)
    square = standard.T @ standard
    square[np.diag_indices_from(square)] += penalty * len(given)
    return np.asarray(np.linalg.solve(square, standard.T @ (wanted - wanted.mean(axis=0))) / scale[:, None], np.float32)


def _axes(given: Matrix, matrix: Matrix) -> Matrix:
    """Return a matrix whose results are the principal axes of another's."""
    found = (given - given.mean(axis=0)) @ matrix
    _, axes = np.linalg.eigh(found.T @ found)
    return np.asarray(matrix @ axes[:, ::-1][:, :DIMENSIONS], dtype=np.float32)


if __name__ == "__main__":
    main()
