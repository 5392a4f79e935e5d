"""The lowest layer of the network, on whose states the others rest, and the vectors of questions.

A question runs through this layer alone: it has few words, no messages before it, and somebody who waits.
"""

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
_GREATEST, _GREATEST_WEIGHT = 255, 127
"""The greatest number of 8 bits without a sign, and with one; all weights in `sums.onnx` are the latter."""


class LowerLayer:
    """The layer, loaded when it is made; it is safe to use from several threads.

    Args:
        folder: the folder of its two files.

    Attributes:
        pooling: the way from the vectors of pieces to those of passages and questions.
    """

    def __init__(self, folder: Traversable) -> None:
        self._session = session_of(folder / "lower.onnx")
        self.pooling = _pooling(folder)

    def states(self, window: TaggerWindow) -> Floats:
        """Return the states of a window's pieces, shape `(1, pieces, 384)`."""
        return np.asarray(self._session.run(["middle"], fed(window))[0])

    def question_vector(self, text: str) -> Floats | None:
        """Return the unit vector of a question, to compare with those of passages; None for one without words.

        Of a question that has no room in a window the first part counts.
        """
        window = windows_of([ASKER], [], WindowMessage(ASKER, text))[0]
        [vectors] = self._session.run(["asked"], fed(window))
        return self.pooling.of_question(self.pooling.pieces(window, vectors[0]))


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
    """Load a part of the network, to run on one thread.

    Where sums of products would overflow, the network would find other facts than elsewhere. There, ONNX Runtime is
    told to be precise: it takes other instructions, which are slower, and so they would be where nothing overflows.
    """
    return _session(file, precise=not _sums_are_exact())


def _session(file: Traversable, *, precise: bool) -> "InferenceSession":
    import onnxruntime  # slow to import

    options = onnxruntime.SessionOptions()
    if precise:
        options.add_session_config_entry("session.x64quantprecision", "1")
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # threads that wait for each other cost more
    return onnxruntime.InferenceSession(
        file.read_bytes(), options, ["CPUExecutionProvider"],
        disabled_optimizers=["SkipLayerNormFusion"],  # its kernel is slower than the two that it joins
    )  # fmt: skip


@cache
def _sums_are_exact() -> bool:
    """Tell whether the processor adds up products of 8 bits without overflow.

    One of the x86-64 family that has no instructions for it (VNNI) adds two of them in 16 bits. So the greatest
    products that there are, are added up once.
    """
    session = _session(PACKAGED / "sums.onnx", precise=False)
    [given] = session.get_inputs()
    [sums] = session.run(None, {given.name: np.full((1, given.shape[1]), _GREATEST, np.uint8)})
    return bool((sums == given.shape[1] * _GREATEST * _GREATEST_WEIGHT).all())


PACKAGED: Traversable = files("chronomem.extractors.language.tagger")


@cache
def packaged_pooling() -> ContextPooling:
    """Return the packaged pooling, which is loaded by itself: its name tells which stored vectors are of its space."""
    return _pooling(PACKAGED)


@cache
def packaged_lower_layer() -> LowerLayer:
    """Return the packaged lowest layer, loaded once for each process."""
    return LowerLayer(PACKAGED)
