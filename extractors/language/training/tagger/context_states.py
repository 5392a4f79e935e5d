"""The states of the network's layers over a message's words, from which context vectors are projected."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper
from onnxruntime import InferenceSession

from chronomem.extractors.language.tagger.lower_layers import ASKER, LowerLayer
from chronomem.extractors.language.tagger.windows import TaggerWindow, WindowMessage, windows_of
from chronomem.extractors.language.training.tagger.context_graph import context_states

PACKAGED = Path(__file__).parents[2] / "tagger"
"""The folder of the packaged network."""
HIDDEN = 384
"""The size of a layer's state; the first numbers of joined states are that of the first layer."""
_STATIC = Path(__file__).parents[3] / "static_model"

Matrix = NDArray[np.float32]


class StateReader:
    """The network, giving the states of its layers.

    Attributes:
        weights: how much each piece of the tokenizer tells: the length of its static vector, which is less the more
            frequent it is.
    """

    def __init__(self, folder: Path) -> None:
        upper = onnx.load(folder / "upper.onnx")
        self._outputs = context_states(upper.graph)[1:]
        upper.graph.output.extend(
            helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in self._outputs
        )
        self._lower = LowerLayer(folder)
        self._upper = InferenceSession(upper.SerializeToString(), providers=["CPUExecutionProvider"])
        self.weights = _piece_weights()

    def mean_states(self, windows: Sequence[TaggerWindow]) -> Matrix:
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


def alone(text: str) -> list[TaggerWindow]:
    """Return the window of a text that nothing comes before, such as a question."""
    return windows_of([ASKER], [], WindowMessage(ASKER, text))


def _piece_weights() -> Matrix:
    from model2vec import StaticModel

    vectors = StaticModel.from_pretrained(_STATIC).embedding
    return np.asarray(np.linalg.norm(vectors.astype(np.float32), axis=1), dtype=np.float32)
