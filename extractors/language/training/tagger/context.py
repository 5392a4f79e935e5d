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
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper
from onnxruntime import InferenceSession

from chronomem.extractors.embeddings.onnx import OnnxEmbedder
from chronomem.extractors.language.tagger.context_vectors import DIMENSIONS
from chronomem.extractors.language.tagger.lower_layers import ASKER, LowerLayer
from chronomem.extractors.language.tagger.windows import HISTORY, TaggerWindow, WindowMessage, windows_of
from chronomem.extractors.language.training.tagger.context_graph import context_states, write_context

_TAGGER = Path(__file__).parents[2] / "tagger"
_STATIC = Path(__file__).parents[3] / "static_model"
_PEOPLE = ("Ann", "Ben")
_HIDDEN = 384
_PENALTY, _PENALTY_OF_QUESTIONS = 0.1, 0.03
"""The penalties of the regressions, for each text."""
_Matrix = NDArray[np.float32]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dialogues", type=Path)
    parser.add_argument("--teacher", type=Path, required=True, help="the folder of a sentence transformer")
    parser.add_argument("--every", type=int, default=4, help="learn from each so many-th message")
    parser.add_argument("--questions", type=Path, required=True, help="a text file of questions, one a line")
    parser.add_argument("--folder", type=Path, default=_TAGGER)
    options = parser.parse_args()
    reader = _Reader(options.folder)
    messages = list(islice(_messages(options.dialogues), 0, None, options.every))
    sentences = list(islice(_sentences(options.dialogues), 0, None, options.every))
    questions = [line for line in options.questions.read_text(encoding="utf-8").splitlines() if line.strip()]
    states = np.stack([reader.mean_states(windows) for windows, _ in (*messages, *sentences)])
    wanted = OnnxEmbedder(options.teacher).embed([text for _, text in (*messages, *sentences)])
    of_messages = _axes(states, _ridge(states, wanted, _PENALTY))
    of_questions = _ridge(states[:, :_HIDDEN], states @ of_messages, _PENALTY_OF_QUESTIONS)
    said = states[: len(messages)].mean(axis=0) @ of_messages
    asked = np.mean([reader.mean_states(_alone(each))[:_HIDDEN] for each in questions], axis=0) @ of_questions
    write_context(options.folder, of_messages, of_questions, reader.weights, said, asked)


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
            yield _alone(sentence), sentence


def _dialogues(path: Path) -> Iterable[Any]:
    return map(json.loads, path.read_text(encoding="utf-8").splitlines())


def _alone(text: str) -> list[TaggerWindow]:
    return windows_of([ASKER], [], WindowMessage(ASKER, text))


class _Reader:
    """The packaged network, giving the states of its layers."""

    def __init__(self, folder: Path) -> None:
        upper = onnx.load(folder / "upper.onnx")
        self._outputs = context_states(upper.graph)[1:]
        upper.graph.output.extend(
            helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in self._outputs
        )
        self._lower = LowerLayer(folder)
        self._upper = InferenceSession(upper.SerializeToString(), providers=["CPUExecutionProvider"])
        self.weights = _piece_weights()

    def mean_states(self, windows: Sequence[TaggerWindow]) -> _Matrix:
        """Return the weighted mean of the joined states of a message's own pieces."""
        total, weight = 0.0, 0.0
        for window in windows:
            own = [at for at, kind in enumerate(window.types) if kind and window.places[at] is not None]
            weights = self.weights[[window.ids[at] for at in own]]
            lowest = self._lower.states(window)
            higher = self._upper.run(self._outputs, {"middle": lowest})
            states = np.concatenate([each[0] for each in (lowest, *higher)], axis=1)
            total, weight = total + weights @ states[own], weight + float(weights.sum())
        return np.asarray(total / max(weight, 1e-9), dtype=np.float32)


def _piece_weights() -> _Matrix:
    """Return the length of the static vector of each piece, which is less the more frequent it is."""
    from model2vec import StaticModel

    vectors = StaticModel.from_pretrained(_STATIC).embedding
    return np.asarray(np.linalg.norm(vectors.astype(np.float32), axis=1), dtype=np.float32)


def _ridge(given: _Matrix, wanted: _Matrix, penalty: float) -> _Matrix:
    """Return the matrix that takes states, less their mean, nearest to the wanted vectors."""
    scale = given.std(axis=0) + 1e-6
    standard = ((given - given.mean(axis=0)) / scale).astype(np.float64)
    square = standard.T @ standard
    square[np.diag_indices_from(square)] += penalty * len(given)
    return np.asarray(np.linalg.solve(square, standard.T @ (wanted - wanted.mean(axis=0))) / scale[:, None], np.float32)


def _axes(given: _Matrix, matrix: _Matrix) -> _Matrix:
    """Return a matrix whose results are the principal axes of another's."""
    found = (given - given.mean(axis=0)) @ matrix
    _, axes = np.linalg.eigh(found.T @ found)
    return np.asarray(matrix @ axes[:, ::-1][:, :DIMENSIONS], dtype=np.float32)


if __name__ == "__main__":
    main()
