"""The transformer of the network in JAX: its weights from a sentence model in ONNX form, and its layers."""

from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import onnx
from onnx import numpy_helper

HIDDEN, HEADS = 384, 12
MATRICES = ("q", "k", "v", "o", "i", "f")
"""The matrices of a layer in the order of the file: query, key, value, output, intermediate, and final."""
_EPSILON = 1e-12
_LAYERS = 6


def weights_of(folder: Path) -> tuple[Any, Any]:
    """Return the weights of all-MiniLM-L6-v2 (`model.onnx`, quantised) as floats, and the vectors of its word pieces.

    Raises:
        KeyError: the file holds another model.
    """
    arrays = {each.name: numpy_helper.to_array(each) for each in onnx.load(folder / "model.onnx").graph.initializer}

    def matrix(name: str) -> Any:
        zero = arrays[f"{name}_zero_point"].astype(np.float32)
        return (arrays[f"{name}_quantized"].astype(np.float32) - zero) * arrays[f"{name}_scale"]

    names = {name.removesuffix("_quantized") for name in arrays if name.startswith("onnx::MatMul")}
    matrices = sorted(
        (name for name in names if not name.endswith(("_scale", "_zero_point"))),
        key=lambda name: int(name.rsplit("_", 1)[1]),
    )
    layers = []
    for number in range(_LAYERS):
        own = f"m.encoder.layer.{number}."
        layer = dict(zip(MATRICES, (matrix(name) for name in matrices[6 * number : 6 * number + 6]), strict=True))
        layer |= {
            "qb": arrays[f"{own}attention.self.query.bias"], "kb": arrays[f"{own}attention.self.key.bias"],
            "vb": arrays[f"{own}attention.self.value.bias"], "ob": arrays[f"{own}attention.output.dense.bias"],
            "ib": arrays[f"{own}intermediate.dense.bias"], "fb": arrays[f"{own}output.dense.bias"],
            "g1": arrays[f"{own}attention.output.LayerNorm.weight"],
            "b1": arrays[f"{own}attention.output.LayerNorm.bias"],
            "g2": arrays[f"{own}output.LayerNorm.weight"], "b2": arrays[f"{own}output.LayerNorm.bias"],
        }  # fmt: skip
        layers.append(layer)
    own = "m.embeddings."
    embeddings = {
        "typ": matrix(f"{own}token_type_embeddings.weight"),
        "pos": matrix(f"{own}position_embeddings.weight"),
        "g": arrays[f"{own}LayerNorm.weight"],
        "b": arrays[f"{own}LayerNorm.bias"],
    }
    return {"emb": embeddings, "layers": layers}, matrix(f"{own}word_embeddings.weight")


def encode(weights: Any, words: Any, ids: Any, types: Any, mask: Any, key: Any = None, rate: float = 0.1) -> Any:
    """Return the state of each piece, of shape (windows, pieces, 384).

    Args:
        words: the vectors of the word pieces, which aren't trained.
        ids, types, mask: of shape (windows, pieces).
        key: the random key for dropout, or None for none.
    """
    size, length = ids.shape
    embeddings = weights["emb"]
    keys = [None] * (2 * len(weights["layers"]) + 1)
    if key is not None:
        keys = list(jax.random.split(key, len(keys)))
    x = _norm(words[ids] + embeddings["typ"][types] + embeddings["pos"][:length], embeddings["g"], embeddings["b"])
    x = _dropped(x, rate, keys[-1])
    hidden = (1 - mask[:, None, None, :]) * -1e9

    def heads(states: Any) -> Any:
        return states.reshape(size, length, HEADS, HIDDEN // HEADS).transpose(0, 2, 1, 3)

    for number, layer in enumerate(weights["layers"]):
        q, k, v = (heads(x @ layer[name] + layer[f"{name}b"]) for name in "qkv")
        attention = jax.nn.softmax(q @ k.transpose(0, 1, 3, 2) / np.sqrt(HIDDEN // HEADS) + hidden, -1)
        mixed = (attention @ v).transpose(0, 2, 1, 3).reshape(size, length, HIDDEN)
        x = _norm(x + _dropped(mixed @ layer["o"] + layer["ob"], rate, keys[2 * number]), layer["g1"], layer["b1"])
        inner = jax.nn.gelu(x @ layer["i"] + layer["ib"], approximate=False)
        x = _norm(x + _dropped(inner @ layer["f"] + layer["fb"], rate, keys[2 * number + 1]), layer["g2"], layer["b2"])
    return x


def _norm(x: Any, gain: Any, bias: Any) -> Any:
    mean = x.mean(-1, keepdims=True)
    return (x - mean) / jnp.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + _EPSILON) * gain + bias


def _dropped(x: Any, rate: float, key: Any) -> Any:
    return x if key is None else x * jax.random.bernoulli(key, 1 - rate, x.shape) / (1 - rate)
