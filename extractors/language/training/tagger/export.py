"""Trained weights in the form in which the network reads them: an ONNX graph of 8 bits, and the upper layers."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.utils import Extractor
from onnxruntime.quantization import QuantType, quantize_dynamic

from chronomem.extractors.language.tagger.context_vectors import DIMENSIONS
from chronomem.extractors.language.tagger.tags import PREDICATES
from chronomem.extractors.language.tagger.windows import MOST_PIECES
from chronomem.extractors.language.training.tagger.context_graph import (
    CONTEXT_LAYERS,
    Projections,
    layer_outputs,
    read_context,
    write_context,
)
from chronomem.extractors.language.training.tagger.encoder import HEADS, HIDDEN, MATRICES

_OUTPUTS = ("sw", "ew")
"""The matrices of the scores, which keep their precision."""
_UPPER = {
    "A": "first", "B": "last", "p": "predicates", "zb": "bias", "st": "decisions", "stb": "decision_bias",
    "C": "asking", "D": "asked",
}  # fmt: skip
_PLAIN = (1.0, *6 * (0.0,))
"""Slopes by which the score itself is the probability."""
_NO_BIAS = np.zeros(len(PREDICATES))


@dataclass(frozen=True)
class Kept:
    """What stays of a network whose lower layers do: its context vectors, and how scores become probabilities."""

    projections: Projections
    of_pieces: Any
    slopes: Any
    offsets: Any


def read_kept(folder: Path) -> Kept:
    """Return what `write_network` can keep of the network in a folder."""
    with np.load(folder / "context.npz") as pooling, np.load(folder / "heads.npz") as heads:
        return Kept(read_context(folder), pooling["weights"], heads["slopes"], heads["offsets"])


def write_network(weights: Any, words: Any, folder: Path, kept: Kept | None = None) -> None:
    """Write the four files of the network into a folder, and the graph by which processors are tried.

    Args:
        weights: as training leaves them.
        words: the vectors of the packaged tokenizer's pieces, then of begin, end and the marks.
        kept: of a network with the same layers up to the last of `CONTEXT_LAYERS`; without it, the context vectors mean
            nothing until they are trained (`context.py`), and scores are the probabilities.
    """
    model = _Graph().model(weights, words)
    onnx.checker.check_model(model)
    exact = [
        node.name for node in model.graph.node if node.op_type == "MatMul" and any(i in _OUTPUTS for i in node.input)
    ]
    with TemporaryDirectory() as scratch:
        onnx.save(model, f"{scratch}/float.onnx")
        quantize_dynamic(
            f"{scratch}/float.onnx", f"{scratch}/whole.onnx", weight_type=QuantType.QInt8, per_channel=True,
            op_types_to_quantize=["MatMul", "Gather"], nodes_to_exclude=exact,
        )  # fmt: skip
        lower, upper = _cut(onnx.load(f"{scratch}/whole.onnx"))
    onnx.save(lower, folder / "lower.onnx")
    onnx.save(upper, folder / "upper.onnx")
    kept = kept or _untrained(len(words))
    write_context(folder, kept.projections, kept.of_pieces)
    write_heads(weights, folder, kept.slopes, kept.offsets)
    onnx.save(_sums(), folder / "sums.onnx")


def _untrained(pieces: int) -> Kept:
    none = np.zeros(DIMENSIONS)
    wide = np.eye(len(CONTEXT_LAYERS) * HIDDEN, DIMENSIONS)
    return Kept(Projections(wide, none, np.eye(HIDDEN, DIMENSIONS), none), np.ones(pieces), _PLAIN, _NO_BIAS)


def _cut(whole: Any) -> tuple[Any, Any]:
    """Return the lowest layer, and those above it with the scores."""
    state = layer_outputs(whole.graph)[1]
    middle = helper.make_tensor_value_info(state, TensorProto.FLOAT, ["b", "t", HIDDEN])
    whole.graph.output.append(middle)
    whole.graph.value_info.append(middle)
    extractor = Extractor(whole)
    lower = extractor.extract_model([each.name for each in whole.graph.input], [state])
    upper = extractor.extract_model([state], ["hidden", "start", "end"])
    for graph in (lower.graph, upper.graph):
        del graph.value_info[:]
        for names in (*(each.input for each in graph.node), *(each.output for each in graph.node)):
            names[:] = ["middle" if name == state else name for name in names]
        for each in (*graph.input, *graph.output):
            each.name = "middle" if each.name == state else each.name
    return lower, upper


def _sums() -> Any:
    """Return the graph by which a processor is tried: bytes times the greatest weights of 8 bits."""
    weights = numpy_helper.from_array(np.full((64, 32), 127, np.int8), "weights")
    given = helper.make_tensor_value_info("bytes", TensorProto.UINT8, ["b", 64])
    sums = helper.make_tensor_value_info("sums", TensorProto.INT32, ["b", 32])
    product = helper.make_node("MatMulInteger", ["bytes", "weights"], ["sums"])
    return _model(helper.make_graph([product], "sums", [given], [sums], [weights]))


def _model(graph: Any) -> Any:
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)


def read_network(folder: Path) -> tuple[Any, Any]:
    """Return the weights that `write_network` wrote, as far as 8 bits hold them, and the vectors of the pieces."""
    parts = (onnx.load(folder / name).graph.initializer for name in ("lower.onnx", "upper.onnx"))
    stored = {each.name: numpy_helper.to_array(each) for part in parts for each in part}

    def matrix(name: str) -> Any:
        if name in stored:
            return stored[name]
        whole, zero = (stored[f"{name}_{part}"].astype(np.float32) for part in ("quantized", "zero_point"))
        return (whole - zero) * stored[f"{name}_scale"]

    layers: list[dict[str, Any]] = []
    while (own := str(len(layers))) + "qb" in stored:
        layer = {name: matrix(f"{own}{name}w") for name in MATRICES}
        layer |= {f"{name}b": stored[f"{own}{name}b"] for name in MATRICES}
        layers.append(layer | {f"{part}{n}": stored[f"{own}n{n}{part}"] for n in (1, 2) for part in "gb"})
    embeddings = {"typ": matrix("typ"), "pos": matrix("pos"), "g": stored["embg"], "b": stored["embb"]}
    with np.load(folder / "heads.npz") as upper:
        heads = {key: upper[name].astype(np.float32) for key, name in _UPPER.items()}
    heads |= {letter: matrix(f"{letter}w") for letter in "se"} | {f"{letter}b": stored[f"{letter}b"] for letter in "se"}
    return {"enc": {"emb": embeddings, "layers": layers}, "heads": heads}, matrix("words")


def write_heads(weights: Any, folder: Path, slopes: Any, offsets: Any) -> None:
    """Write the upper layers, with what turns scores into probabilities (see `network.Heads`)."""
    arrays: dict[str, Any] = {name: np.asarray(weights["heads"][key], np.float16) for key, name in _UPPER.items()}
    arrays |= {"slopes": np.asarray(slopes, np.float32), "offsets": np.asarray(offsets, np.float32)}
    np.savez_compressed(folder / "heads.npz", **arrays)


class _Graph:
    """An ONNX graph that is being built."""

    def __init__(self) -> None:
        self._nodes: list[Any] = []
        self._constants: list[Any] = []

    def model(self, weights: Any, words: Any) -> Any:
        """Return the graph of the encoder and of the scores; it takes one window without padding."""
        embeddings, heads = weights["enc"]["emb"], weights["heads"]
        x = self._op("Gather", self._constant("words", words), "input_ids")
        x = self._op("Add", x, self._op("Gather", self._constant("typ", embeddings["typ"]), "token_type_ids"))
        places = self._constant("pos", embeddings["pos"][:MOST_PIECES])
        x = self._op("Add", x, self._op("Gather", places, "position_ids"))
        x = self._norm(x, embeddings["g"], embeddings["b"], "emb")
        self._split = self._constant("split", np.array([0, 0, HEADS, HIDDEN // HEADS]), np.int64)
        self._merge = self._constant("merge", np.array([0, 0, HIDDEN]), np.int64)
        self._scale = self._constant("scale", np.sqrt(HEADS / HIDDEN))
        for number, layer in enumerate(weights["enc"]["layers"]):
            x = self._layer(x, layer, str(number))
        self._named("Identity", "hidden", x)
        for letter, output in (("s", "start"), ("e", "end")):
            self._named("Sigmoid", output, self._linear(x, heads[letter], heads[f"{letter}b"], letter))
        count = heads["s"].shape[1]
        integers = [("input_ids", ["b", "t"]), ("token_type_ids", ["b", "t"]), ("position_ids", ["t"])]
        floats = [("hidden", HIDDEN), ("start", count), ("end", count)]
        graph = helper.make_graph(
            self._nodes, "facts",
            [helper.make_tensor_value_info(name, TensorProto.INT64, shape) for name, shape in integers],
            [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["b", "t", size]) for name, size in floats],
            self._constants,
        )  # fmt: skip
        return _model(graph)

    def _layer(self, x: str, layer: Any, name: str) -> str:
        q, k, v = (
            self._op(
                "Transpose",
                self._op("Reshape", self._linear(x, layer[c], layer[f"{c}b"], name + c), self._split),
                perm=[0, 2, 3, 1] if c == "k" else [0, 2, 1, 3],
            )
            for c in "qkv"
        )
        attention = self._op("Softmax", self._op("Mul", self._op("MatMul", q, k), self._scale), axis=-1)
        mixed = self._op("Transpose", self._op("MatMul", attention, v), perm=[0, 2, 1, 3])
        mixed = self._linear(self._op("Reshape", mixed, self._merge), layer["o"], layer["ob"], f"{name}o")
        x = self._norm(self._op("Add", x, mixed), layer["g1"], layer["b1"], f"{name}n1")
        inner = self._linear(x, layer["i"], layer["ib"], f"{name}i")
        final = self._linear(self._op("Gelu", inner), layer["f"], layer["fb"], f"{name}f")
        return self._norm(self._op("Add", x, final), layer["g2"], layer["b2"], f"{name}n2")

    def _linear(self, x: str, matrix: Any, bias: Any, name: str) -> str:
        product = self._op("MatMul", x, self._constant(f"{name}w", matrix))
        return self._op("Add", product, self._constant(f"{name}b", bias))

    def _norm(self, x: str, gain: Any, bias: Any, name: str) -> str:
        constants = self._constant(f"{name}g", gain), self._constant(f"{name}b", bias)
        return self._op("LayerNormalization", x, *constants, axis=-1, epsilon=1e-12)

    def _constant(self, name: str, values: Any, kind: Any = np.float32) -> str:
        self._constants.append(
            numpy_helper.from_array(np.ascontiguousarray(values, dtype=kind).reshape(np.shape(values)), name)
        )
        return name

    def _op(self, kind: str, *inputs: str, **attributes: Any) -> str:
        return self._named(kind, f"{kind}{len(self._nodes)}", *inputs, **attributes)

    def _named(self, kind: str, name: str, *inputs: str, **attributes: Any) -> str:
        self._nodes.append(helper.make_node(kind, list(inputs), [name], name=name, **attributes))
        return name
