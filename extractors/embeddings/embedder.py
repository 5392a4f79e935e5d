"""Sentence embeddings: the protocol of an embedder, and the static model that comes with the package."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from model2vec import StaticModel

Vectors = NDArray[np.float32]

_SHIPPED = Path(__file__).parents[1] / "static_model"
QUESTIONS = _SHIPPED / "questions.npz"
"""How the packaged embedder reads questions; `contrast.py` of the scripts that train the network learns it."""
_MAX_CHARACTERS = 20_000
"""Characters of a text that are embedded. A static embedding is a mean, which a longer text would hardly change."""


class Embedder(Protocol):
    """Turns texts into vectors of unit length.

    Attributes:
        name: identifies model and version; stored with the graph, because vectors of different models can't be
            compared.
        dimensions: the length of one vector.
    """

    @property
    def name(self) -> str: ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one row per text, shape `(len(texts), dimensions)`, L2-normalised (or all zeros)."""
        ...


def embed_questions(embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """Return the vectors by which questions are compared with texts.

    They come from the embedder's own `embed_questions`, if it has such a method with the form of `embed`: many models
    read a question in another way than a text that answers it. Otherwise they are those of the questions as texts.
    """
    embed: Callable[[Sequence[str]], Vectors] = getattr(embedder, "embed_questions", embedder.embed)
    return embed(texts)


class StaticEmbedder:
    """Static token embeddings (model2vec), 256 dimensions: no download, no accelerator, 0.1 ms per sentence."""

    name = "static-minilm-256-int8"
    dimensions = 256

    @property
    def _model(self) -> "StaticModel":
        return _loaded()

    def load(self) -> None:
        """Load the model from disk now instead of with the first text."""
        _ = self._model

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector per text; a text without any known token gives zeros."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        clipped = [text[:_MAX_CHARACTERS] for text in texts]
        return np.asarray(self._model.encode(clipped, use_multiprocessing=False), dtype=np.float32)

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector per question, near to those of texts that answer it; zeros without any known token.

        It is the vector of the question as a text, by a matrix that was learned from questions and their answers.
        """
        vectors = self.embed(texts)
        matrix, shift = _to_answers()
        turned = np.where(vectors.any(axis=1, keepdims=True), vectors @ matrix + shift, 0)
        lengths = np.linalg.norm(turned, axis=1, keepdims=True)
        return np.asarray(turned / np.where(lengths > 0, lengths, 1), dtype=np.float32)


@cache
def _loaded() -> "StaticModel":
    from model2vec import StaticModel  # 0.15 s, paid only by those who embed
    from safetensors.numpy import load_file
    from tokenizers import Tokenizer

    # `StaticModel.from_pretrained` imports the client of a model hub first, which takes longer than all the rest.
    config = json.loads((_SHIPPED / "config.json").read_text(encoding="utf-8"))
    vectors = load_file(_SHIPPED / "model.safetensors")["embeddings"]
    return StaticModel(vectors, Tokenizer.from_file(str(_SHIPPED / "tokenizer.json")), config, config["normalize"])


@cache
def _to_answers() -> tuple[Vectors, Vectors]:
    """Return the matrix of questions, shape `(dimensions, dimensions)`, and what is added after it."""
    with np.load(QUESTIONS) as arrays:
        return arrays["matrix"].astype(np.float32), arrays["shift"].astype(np.float32)
