"""The part of the network's graph that makes context vectors, which is trained by itself."""

from dataclasses import astuple, dataclass
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


@dataclass(frozen=True)
class Projections:
    """The way from states to context vectors.

    Attributes:
        of_messages: the projection of the joined states of `CONTEXT_LAYERS`, shape `(states, DIMENSIONS)`.
        said: the mean of the vectors of passages, which is taken out.
        of_questions: the projection of the first layer's state alone.
        asked: the mean of the vectors of questions.
    """

    of_messages: Any
    said: Any
    of_questions: Any
    asked: Any

    def mixed_with(self, other: "Projections", share: float) -> "Projections":
        """Return the mean with others, of which it holds a share."""
        return Projections(
            *((1 - share) * own + share * of for own, of in zip(astuple(self), astuple(other), strict=True))
        )


def read_context(folder: Path) -> Projections:
    """Return the projections of a network."""
    of_questions, of_messages = (
        next(
            numpy_helper.to_array(each)
            for each in onnx.load(folder / name).graph.initializer
            if each.name == f"{output}_projection"
        )
        for name, output in (("lower.onnx", "asked"), ("upper.onnx", "context"))
    )
    with np.load(folder / "context.npz") as arrays:
        return Projections(of_messages, arrays["said"], of_questions, arrays["asked"])


def write_context(folder: Path, projections: Projections, weights: Any) -> None:
    """Set the projections and the pooling of context vectors.

    Args:
        folder: the folder of the network.
        projections: the projections.
        weights: how much each word piece tells.
    """
    lower, upper = onnx.load(folder / "lower.onnx"), onnx.load(folder / "upper.onnx")
    _project(lower.graph, ["middle"], projections.of_questions, "asked")
    _project(upper.graph, context_states(upper.graph), projections.of_messages, "context")
    for model, name in ((lower, "lower.onnx"), (upper, "upper.onnx")):
        onnx.checker.check_model(model)
        onnx.save(model, folder / name)
    both = np.concatenate([projections.of_messages, projections.of_questions]).astype(np.float32)
    np.savez_compressed(
        folder / "context.npz",
        name=np.array(sha256(both.tobytes()).hexdigest()[:8]),
        weights=np.asarray(weights, np.float16),
        said=np.asarray(projections.said, np.float32),
        asked=np.asarray(projections.asked, np.float32),
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
