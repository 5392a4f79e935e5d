"""The check of vectors that come from an embedder outside this package, before anything is stored or compared."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from chronomem.extractors.embeddings.embedder import Embedder, Vectors
from chronomem.graph_schema.errors import InvalidInput

_UNIT = 1e-3
"""How far from one the length of a vector may be before it is scaled."""


class CheckedEmbedder:
    """An embedder whose vectors are checked: their number and dimension, finite numbers, and unit length.

    Vectors of another length than one are scaled; zeros stay zeros.

    Args:
        inner: the embedder.

    Raises:
        InvalidInput: the embedder has no name, or no positive number of dimensions.
    """

    def __init__(self, inner: Embedder) -> None:
        self._inner = inner
        self.name = inner.name
        self.dimensions = inner.dimensions
        if not isinstance(self.name, str) or not self.name.strip():
            raise InvalidInput(f"an embedder needs a name, which is stored with its vectors, not {self.name!r:.60}")
        if not isinstance(self.dimensions, int) or self.dimensions < 1:
            raise InvalidInput(f"the dimensions of {self.name!r} must be a positive int, not {self.dimensions!r:.60}")
        if hasattr(inner, "embed_questions"):
            self.embed_questions = partial(self._checked, inner.embed_questions)

    def embed(self, texts: Sequence[str]) -> Vectors:
        """Return one unit vector, or zeros, for each text.

        Raises:
            InvalidInput: the embedder gave another shape, or numbers that are not finite.
        """
        return self._checked(self._inner.embed, texts)

    def _checked(self, embed: Callable[[Sequence[str]], Vectors], texts: Sequence[str]) -> Vectors:
        with np.errstate(over="ignore"):
            vectors = np.asarray(embed(texts), dtype=np.float32)
        if vectors.shape != (len(texts), self.dimensions):
            raise InvalidInput(
                f"embedder {self.name!r} gave an array of shape {vectors.shape} for {len(texts)} texts, not"
                f" {(len(texts), self.dimensions)}; nothing was stored"
            )
        if not np.isfinite(vectors).all():
            raise InvalidInput(f"embedder {self.name!r} gave numbers that are not finite; nothing was stored")
        lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
        if np.any((np.abs(lengths - 1) > _UNIT) & (lengths > 0)):
            vectors = (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)
        return vectors
