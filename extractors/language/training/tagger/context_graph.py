"""The part of the network's graph that makes context vectors, which is trained by itself."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from chronomem.extractors.language.tagger.context_vectors import DIMENSIONS

CONTEXT_LAYERS = (1, 2, 3, 5)
"""The layers whose states are joined for the vectors of messages, counted from 1; the first alone reads questions."""


def layer_outputs(graph: Any) -> list[str]:
    """Return the name of the state of the embeddings and of those after each layer, in a whole graph of the network."""
    return [node.output[0] for node in graph.node if node.op_type == "LayerNormalization"][::2]


def context_states(upper: Any) -> list[str]:
    """Return the names of the states of `CONTEXT_LAYERS` in the upper graph, which begins with that of the first."""
    norms = [node.output[0] for node in upper.node if node.op_type == "LayerNormalization"]
    return ["middle", *(norms[2 * layer - 3] for layer in CONTEXT_LAYERS[1:])]


def write_context(folder: Path, of_messages: Any, of_questions: Any, weights: Any, said: Any, asked: Any) -> None:
    """Set the projections and the pooling of context vectors.

    Args:
        folder: the folder of the network.
        of_messages: the projection of the joined states of `CONTEXT_LAYERS`, shape `(states, DIMENSIONS)`.
        of_questions: that of the first layer's state alone.
        weights: how much each word piece tells.
        said, asked: the means of the vectors of passages and of questions.
    """
    lower, upper = onnx.load(folder / "lower.onnx"), onnx.load(folder / "upper.onnx")
    _project(lower.graph, ["middle"], of_questions, "asked")
    _project(upper.graph, context_states(upper.graph), of_messages, "context")
    for model, name in ((lower, "lower.onnx"), (upper, "upper.onnx")):
        onnx.checker.check_model(model)
        onnx.save(model, folder / name)
    both = np.concatenate([of_messages, of_questions]).astype(np.float32)
    np.savez_compressed(
        folder / "context.npz",
        name=np.array(sha256(both.tobytes()).hexdigest()[:8]),
        weights=np.asarray(weights, np.float16),
        said=np.asarray(said, np.float32),
        asked=np.asarray(asked, np.float32),
    )


def _project(graph: Any, states: list[str], projection: Any, output: str) -> None:
    """Add an output that is a projection of joined states, in place of an earlier one."""
    joined, matrix = f"{output}_states", f"{output}_projection"
    for parts in (graph.node, graph.initializer, graph.output):
        for old in [each for each in parts if each.name in (output, joined, matrix)]:
            parts.remove(old)
    graph.initializer.append(numpy_helper.from_array(np.ascontiguousarray(projection, dtype=np.float32), matrix))
    graph.node.append(helper.make_node("Concat", states, [joined], name=joined, axis=2))
    graph.node.append(helper.make_node("MatMul", [joined, matrix], [output], name=output))
    graph.output.append(helper.make_tensor_value_info(output, TensorProto.FLOAT, ["b", "t", DIMENSIONS]))
