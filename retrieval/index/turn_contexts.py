"""The context vectors of one user's passages, which extraction makes after the turns are stored."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.language.tagger.context_vectors import DIMENSIONS, STEPS
from chronomem.retrieval.index.arrays.columns import Arrays, StoredArrays, grown
from chronomem.retrieval.index.lexical import Floats, Ints

_AT_ONCE = 4_096
_FEW = 20
"""The number of vectors of mean zero that are added to a user's own, so that a few make no extreme mean."""


class TurnContexts:
    """Unit vectors of eight bits a number; zeros for passages that the network hasn't read.

    The mean of the user's vectors says what all of their turns are about, and is taken out of each before it is
    compared.
    """

    def __init__(self) -> None:
        self._all: NDArray[Any] = np.zeros((0, DIMENSIONS), dtype=np.int8)
        self._size = 0
        self._sum = np.zeros(DIMENSIONS, dtype=np.int64)
        self._read = 0

    def set(self, numbers: Sequence[int], vectors: NDArray[np.int8]) -> None:
        """Set the vectors of passages, shape `(passages, DIMENSIONS)`; earlier ones are replaced."""
        if not len(numbers):
            return
        size = max(numbers) + 1
        self._all = grown(self._all, size, self._size)
        self._size = max(self._size, size)
        self._count(self._all[list(numbers)], -1)
        self._all[list(numbers)] = vectors
        self._count(vectors, 1)

    def _count(self, vectors: NDArray[np.int8], times: int) -> None:
        self._sum += times * vectors.sum(axis=0, dtype=np.int64)
        self._read += times * int(np.count_nonzero(vectors.any(axis=1)))

    def __bool__(self) -> bool:
        """Whether a passage has a vector."""
        return self._read > 0

    def similarity(self, question: NDArray[np.float32], numbers: Ints) -> Floats:
        """Return the cosine of a question with passages, shape `(numbers,)`; NaN for those without a vector."""
        mean = (self._sum / (self._read + _FEW) / STEPS).astype(np.float32)
        both = np.stack([question, mean])
        along_mean, square = float(np.einsum("i,i", question, mean)), float(np.einsum("i,i", mean, mean))
        found = np.full(len(numbers), np.nan)
        inside = np.flatnonzero(numbers < self._size)
        for start in range(0, len(inside), _AT_ONCE):
            places = inside[start : start + _AT_ONCE]
            vectors = self._all[numbers[places]]
            asked, common = np.einsum("ki,ji->jk", vectors.astype(np.float32), both) / STEPS
            away = np.sqrt(np.maximum(1 - 2 * common + square, 1e-6))
            found[places] = np.where(vectors.any(axis=1), (asked - along_mean) / away, np.nan)
        return found

    def arrays(self) -> Arrays:
        return {"all": self._all[: self._size].copy(), "sum": self._sum.copy(), "read": np.array([self._read])}

    def restore(self, kept: StoredArrays) -> None:
        self._all, self._size = kept.room("all"), kept.used("all")
        self._sum, self._read = kept["sum"].copy(), int(kept["read"][0])
