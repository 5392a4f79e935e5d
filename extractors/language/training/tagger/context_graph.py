"""The part of the network's graph that makes context vectors, which is trained by itself."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from chronomem.extractors.language.tagger.context_vectors import DIMENSIONS

CONTEXT_LAYERS = (1, 2, 3, 5)
"""The layers whose states are joined, counted from 1; a question runs through no layer above them."""


def layer_outputs(graph: Any) -> list[str]:
    """Return the name of the state of the embeddings and of those after each layer, in a graph of the network."""
    return [node.output[0] for node in graph.node if node.op_type == "LayerNormalization"][::2]


def write_context(folder: Path, projection: Any, weights: Any, said: Any, asked: Any) -> None:
    """Set the projection and the pooling of context vectors.

    Args:
        folder: the folder of the network.
        projection: of the joined states of `CONTEXT_LAYERS`, shape `(states, DIMENSIONS)`.
        weights: how much each word piece tells.
        said, asked: the means of the vectors of passages and of questions.
    """
    model = onnx.load(folder / "lower.onnx")
    graph = model.graph
    for parts in (graph.node, graph.initializer, graph.output):
        for old in [each for each in parts if each.name.startswith("context")]:
            parts.remove(old)
    projection = np.ascontiguousarray(projection, dtype=np.float32)
    states = [layer_outputs(graph)[layer] for layer in CONTEXT_LAYERS]
    graph.initializer.append(numpy_helper.from_array(projection, "context_projection"))
    graph.node.append(helper.make_node("Concat", states, ["context_states"], name="context_states", axis=2))
    projected = ["context_states", "context_projection"]
    graph.node.append(helper.make_node("MatMul", projected, ["context"], name="context"))
    graph.output.append(helper.make_tensor_value_info("context", TensorProto.FLOAT, ["b", "t", DIMENSIONS]))
    onnx.checker.check_model(model)
    onnx.save(model, folder / "lower.onnx")
    np.savez_compressed(
        folder / "context.npz",
        name=np.array(sha256(projection.tobytes()).hexdigest()[:8]),
        weights=np.asarray(weights, np.float16),
        said=np.asarray(said, np.float32),
        asked=np.asarray(asked, np.float32),
    )
