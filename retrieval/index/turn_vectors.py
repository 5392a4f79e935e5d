"""The vectors of one user's turns: stored whole while they are few, compressed when they are many."""

from typing import Any

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from chronomem.retrieval.index.arrays.columns import Arrays, StoredArrays, grown
from chronomem.retrieval.index.lexical import Floats, Ints

Vectors = NDArray[np.float32]

MANY = 20_000
"""The number of turns above which a question isn't compared with every full vector."""
_AXES = 64
_SAMPLE = 10_000
"""The size of the sample from which the principal axes are computed."""
_REFINED = 2_000
"""The number of nearest candidates that are compared again by full vector."""
_AT_ONCE, _FEW = 4_096, 256
"""Block sizes for coarse and for full vectors, so that a block's intermediate results fit the processor's cache."""


class TurnVectors:
    """Unit vectors, numbered in order of arrival.

    Up to `MANY` vectors are float32. Above that they are float16, as in the graph, with an extra eight bits for each of
    the 64 axes of greatest variance: a question is compared with those first, and then with the full vectors of the
    nearest.
    """

    def __init__(self, dimensions: int) -> None:
        self._all: NDArray[Any] = np.zeros((0, dimensions), dtype=np.float32)
        self._size = 0
        self._axes: Vectors | None = None
        self._coarse: NDArray[Any] = np.zeros((0, min(_AXES, dimensions)), dtype=np.int8)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, numbers: Any) -> Vectors:
        """Return some vectors, selected by anything that indexes an array."""
        found = self._all[: self._size][numbers]
        return found if found.dtype == np.float32 else widened(found)

    def extend(self, vectors: Vectors) -> None:
        """Add vectors, shape `(vectors, dimensions)`."""
        start, self._size = self._size, self._size + len(vectors)
        self._all = grown(self._all, self._size, start)
        self._all[start : self._size] = vectors
        if self._axes is not None:
            self._coarse = grown(self._coarse, self._size, start)
            self._coarse[start : self._size] = _in_eight_bits(vectors, self._axes)
        elif self._size > MANY:
            self._compress()

    def similarity(self, query: Vectors) -> Floats:
        """Return the cosine of a unit vector with each, shape `(vectors,)`; of many, the lower ones are estimates."""
        found = self.estimated(query)
        if self._axes is not None:
            nearest = np.argpartition(found, self._size - _REFINED)[self._size - _REFINED :]
            found[nearest] = self.similarity_of(nearest, query)
        return found

    def estimated(self, query: Vectors) -> Floats:
        """Return the cosines as `similarity` does, without refining the estimates."""
        if self._axes is None:
            # Not `@`: the threads of a BLAS wait for each other, which on a busy machine takes a hundred times as long.
            return np.asarray(np.einsum("ij,j->i", self._all[: self._size], query), dtype=float)
        along = np.einsum("ij,i->j", self._axes, query) / np.einsum("ij,ij->j", self._axes, self._axes)
        found = np.empty(self._size)
        for start in range(0, self._size, _AT_ONCE):
            part = self._coarse[start : min(start + _AT_ONCE, self._size)].astype(np.float32)
            found[start : start + len(part)] = np.einsum("ij,j->i", part, along)
        return found

    def similarity_of(self, numbers: Ints, query: Vectors) -> Floats:
        """Return the cosine of a unit vector with the vectors of some numbers, shape `(numbers,)`."""
        found = np.empty(len(numbers))
        for start in range(0, len(numbers), _FEW):
            part = numbers[start : start + _FEW]
            found[start : start + _FEW] = np.einsum("ij,j->i", self[part], query)
        return found

    def arrays(self) -> Arrays:
        axes = self._axes if self._axes is not None else np.zeros((0, self._coarse.shape[1]), dtype=np.float32)
        coarse = self._coarse[: self._size if self._axes is not None else 0]
        return {"all": self._all[: self._size], "coarse": coarse, "axes": axes}

    def restore(self, kept: StoredArrays) -> None:
        self._all, self._coarse = kept.room("all"), kept.room("coarse")
        self._size = kept.used("all")
        self._axes = kept["axes"] if kept.used("axes") else None

    def _compress(self) -> None:
        """Compute the axes, and compress all vectors."""
        sample = self._all[: self._size : max(1, self._size // _SAMPLE)]
        with threadpool_limits(1):
            _, axes = np.linalg.eigh(np.einsum("ki,kj->ij", sample, sample, optimize=True))
        axes = axes[:, ::-1][:, : self._coarse.shape[1]]
        with threadpool_limits(1):
            widest = float(np.abs(np.einsum("ij,jk->ik", sample, axes, optimize=True)).max())
        self._axes = np.ascontiguousarray(axes * (127 / max(widest, 1e-9)), dtype=np.float32)
        self._coarse = np.empty((len(self._all), self._coarse.shape[1]), dtype=np.int8)
        self._coarse[: self._size] = _in_eight_bits(self._all[: self._size], self._axes)
        self._all = self._all.astype(np.float16)


def _in_eight_bits(vectors: Vectors, axes: Vectors) -> NDArray[np.int8]:
    parts = []
    with threadpool_limits(1):
        for start in range(0, len(vectors), _AT_ONCE):
            along = np.einsum("ij,jk->ik", vectors[start : start + _AT_ONCE], axes, optimize=True)
            parts.append(np.clip(np.rint(along), -127, 127).astype(np.int8))
    return np.concatenate(parts)


def widened(halves: NDArray[np.float16]) -> Vectors:
    """Return float16 numbers as float32, several times as fast as `astype`. None may be infinite."""
    bits = np.ascontiguousarray(halves).view(np.uint16).astype(np.uint32)
    moved = ((bits & 0x8000) << 16) | ((bits & 0x7FFF) << 13)  # sign, exponent and fraction to their places
    return moved.view(np.float32) * np.float32(2.0**112)  # corrects the exponent bias
