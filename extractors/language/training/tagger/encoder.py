"""The transformer of the network in PyTorch: its weights from a sentence model in ONNX form, and its layers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch.nn import functional

HIDDEN, HEADS = 384, 12
MATRICES = ("q", "k", "v", "o", "i", "f")
"""The matrices of a layer in the order of the file: query, key, value, output, intermediate, and final."""
_EPSILON = 1e-12


def weights_of(file: Path) -> tuple[dict[str, Any], Any]:
    """Return the weights of bge-small-en-v1.5 as arrays, and the vectors of its word pieces.

    Args:
        file: the model in ONNX form with weights of 32 bits, exported by PyTorch.

    Raises:
        KeyError: the file holds another model.
    """
    arrays = {each.name: numpy_helper.to_array(each) for each in onnx.load(file).graph.initializer}
    names = [name for name in arrays if name.startswith("onnx::MatMul")]
    matrices = [arrays[name] for name in sorted(names, key=lambda name: int(name.rsplit("_", 1)[1]))]
    layers = []
    for number in range(len(matrices) // len(MATRICES)):
        own = f"encoder.layer.{number}."
        six = matrices[len(MATRICES) * number :]
        layers.append(
            dict(zip(MATRICES, six, strict=False))
            | {
                "qb": arrays[f"{own}attention.self.query.bias"], "kb": arrays[f"{own}attention.self.key.bias"],
                "vb": arrays[f"{own}attention.self.value.bias"], "ob": arrays[f"{own}attention.output.dense.bias"],
                "ib": arrays[f"{own}intermediate.dense.bias"], "fb": arrays[f"{own}output.dense.bias"],
                "g1": arrays[f"{own}attention.output.LayerNorm.weight"],
                "b1": arrays[f"{own}attention.output.LayerNorm.bias"],
                "g2": arrays[f"{own}output.LayerNorm.weight"], "b2": arrays[f"{own}output.LayerNorm.bias"],
            }
        )  # fmt: skip
    own = "embeddings."
    embeddings = {
        "typ": arrays[f"{own}token_type_embeddings.weight"],
        "pos": arrays[f"{own}position_embeddings.weight"],
        "g": arrays[f"{own}LayerNorm.weight"],
        "b": arrays[f"{own}LayerNorm.bias"],
    }
    return {"emb": embeddings, "layers": layers}, np.array(arrays[f"{own}word_embeddings.weight"])


def encode(weights: Any, words: Any, ids: Any, types: Any, mask: Any, dropout: float = 0.0) -> Any:
    """Return the state of each piece, of shape (windows, pieces, 384).

    Args:
        words: the vectors of the word pieces, which aren't trained.
        ids, types, mask: of shape (windows, pieces); the mask is true where there is a piece.
        dropout: the share of the numbers that are set to zero.
    """
    embeddings = weights["emb"]
    x = words[ids] + embeddings["typ"][types] + embeddings["pos"][: ids.shape[1]]
    x = _dropped(norm(x, embeddings["g"], embeddings["b"]), dropout)
    for layer in weights["layers"]:
        x = layer_of(x, layer, mask[:, None, None, :], dropout)
    return x


def layer_of(x: Any, layer: Any, seen: Any, dropout: float) -> Any:
    """Return the states that a layer makes of those below.

    Args:
        seen: which pieces each piece sees, of a shape that broadcasts to (windows, heads, pieces, pieces).
    """
    size, length, _ = x.shape

    def heads(states: Any) -> Any:
        return states.view(size, length, HEADS, HIDDEN // HEADS).transpose(1, 2)

    q, k, v = (heads(x @ layer[name] + layer[f"{name}b"]) for name in "qkv")
    scores = q * (HIDDEN // HEADS) ** -0.5 @ k.transpose(2, 3)
    attention = scores.masked_fill(~seen, -1e9).softmax(-1)
    mixed = (attention @ v).transpose(1, 2).reshape(size, length, HIDDEN) @ layer["o"] + layer["ob"]
    x = norm(x + _dropped(mixed, dropout), layer["g1"], layer["b1"])
    inner = functional.gelu(x @ layer["i"] + layer["ib"]) @ layer["f"] + layer["fb"]
    return norm(x + _dropped(inner, dropout), layer["g2"], layer["b2"])


def _dropped(x: Any, share: float) -> Any:
    """Set the same numbers of all pieces of a window to zero, which costs little."""
    if not share:
        return x
    kept = torch.rand((x.shape[0], 1, HIDDEN)) >= share
    return x * (kept / (1 - share)).to(x.dtype)


def norm(x: Any, gain: Any, bias: Any) -> Any:
    """Return states of mean 0 and variance 1, times a gain, with a bias."""
    return functional.layer_norm(x.float(), (HIDDEN,), gain, bias, _EPSILON)


def tensors(tree: Any) -> Any:
    """Return a tree of arrays as a tree of tensors that are trained."""
    if isinstance(tree, dict):
        return {key: tensors(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [tensors(value) for value in tree]
    return torch.tensor(np.asarray(tree, np.float32), requires_grad=True)


def arrays(tree: Any) -> Any:
    """Return a tree of tensors as a tree of arrays."""
    if isinstance(tree, dict):
        return {key: arrays(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [arrays(value) for value in tree]
    return tree.detach().numpy().copy()


def leaves(tree: Any) -> list[Any]:
    """Return the tensors of a tree."""
    if isinstance(tree, dict):
        tree = list(tree.values())
    return [leaf for value in tree for leaf in leaves(value)] if isinstance(tree, list) else [tree]


def mean(trees: Sequence[Any]) -> Any:
    """Return the mean of trees of arrays of the same form."""
    first = trees[0]
    if isinstance(first, dict):
        return {key: mean([tree[key] for tree in trees]) for key in first}
    if isinstance(first, list):
        return [mean(values) for values in zip(*trees, strict=True)]
    return np.mean(trees, axis=0, dtype=np.float32)
