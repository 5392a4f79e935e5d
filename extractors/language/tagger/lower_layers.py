"""The lower layers of the network: the states on which its upper layers rest, and the context vectors of word pieces.

A question runs through these alone, so that who only asks loads no more than they do.
"""

from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.language.tagger.context_vectors import ContextPooling, Floats
from chronomem.extractors.language.tagger.windows import TaggerWindow, WindowMessage, windows_of

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

ASKER = "Someone"
"""The name of the participant who asks a question."""


class LowerLayers:
    """The lower layers, loaded when they are made; they are safe to use from several threads.

    Args:
        folder: the folder of their two files.

    Attributes:
        pooling: the way from the vectors of pieces to those of passages and questions.
    """

    def __init__(self, folder: Traversable) -> None:
        self._session = session_of(folder / "lower.onnx")
        self.pooling = _pooling(folder)

    def run(self, window: TaggerWindow) -> tuple[Floats, Floats]:
        """Return the states of a window's pieces, shape `(1, pieces, 384)`, and their context vectors, of one less."""
        states, context = self._session.run(["middle", "context"], fed(window))
        return states, context[0]

    def question_vector(self, text: str) -> Floats | None:
        """Return the unit vector of a question, to compare with those of passages; None for one without words.

        Of a question that has no room in a window the first part counts.
        """
        window = windows_of([ASKER], [], WindowMessage(ASKER, text))[0]
        [context] = self._session.run(["context"], fed(window))
        return self.pooling.of_question(self.pooling.pieces(window, context[0]))


def _pooling(folder: Traversable) -> ContextPooling:
    with (folder / "context.npz").open("rb") as file, np.load(file) as arrays:
        numbers = {name: arrays[name].astype(np.float32) for name in ("weights", "said", "asked")}
        return ContextPooling(str(arrays["name"]), **numbers)


def fed(window: TaggerWindow) -> dict[str, NDArray[np.int64]]:
    """Return the input of the graph."""
    return {
        "input_ids": np.array([window.ids], dtype=np.int64),
        "token_type_ids": np.array([window.types], dtype=np.int64),
        "position_ids": np.arange(len(window.ids), dtype=np.int64),
    }


def session_of(file: Traversable) -> "InferenceSession":
    """Load a part of the network, to run on one thread."""
    import onnxruntime  # slow to import

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # threads that wait for each other cost more
    return onnxruntime.InferenceSession(
        file.read_bytes(), options, ["CPUExecutionProvider"],
        disabled_optimizers=["SkipLayerNormFusion"],  # its kernel is slower than the two that it joins
    )  # fmt: skip


PACKAGED: Traversable = files("chronomem.extractors.language.tagger")


@cache
def packaged_pooling() -> ContextPooling:
    """Return the packaged pooling, which is loaded by itself: its name tells which stored vectors are of its space."""
    return _pooling(PACKAGED)


@cache
def packaged_lower_layers() -> LowerLayers:
    """Return the packaged lower layers, loaded once for each process."""
    return LowerLayers(PACKAGED)


def question_vector_ahead(text: str) -> "Future[Floats | None]":
    """Begin to make the vector of a question, in a thread beside the one that goes on."""
    return _beside().submit(packaged_lower_layers().question_vector, text)


@cache
def _beside() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(2, "chronomem-question")
