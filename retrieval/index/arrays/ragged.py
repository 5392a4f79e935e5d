"""Lists of numbers of any length, few of which change."""

from collections.abc import Iterator
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from chronomem.retrieval.index.arrays.columns import Arrays, StoredArrays


class Chains:
    """Lists of numbers. Restored lists stay in one array until they are changed."""

    def __init__(self) -> None:
        self._flat: NDArray[np.int32] = np.zeros(0, dtype=np.int32)
        self._starts: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
        self._own: dict[int, list[int]] = {}
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, number: int) -> list[int]:
        """Return one list, which the caller must not change."""
        own = self._own.get(number)
        if own is not None:
            return own
        found: list[int] = self._flat[self._starts[number] : self._starts[number + 1]].tolist()
        return found

    def __iter__(self) -> Iterator[list[int]]:
        return (self[number] for number in range(self._size))

    def own(self, number: int) -> list[int]:
        """Return one list to be changed; the number after the last creates a new list."""
        if number not in self._own:
            self._own[number] = self[number] if number < self._size else []
            self._size = max(self._size, number + 1)
        return self._own[number]

    def arrays(self) -> Arrays:
        starts = np.zeros(self._size + 1, dtype=np.int64)
        starts[: len(self._starts)] = self._starts
        lengths = np.diff(starts)
        lengths[len(self._starts) - 1 :] = 0  # lists that are new since then have no stored part
        for number, own in self._own.items():
            lengths[number] = len(own)
        np.cumsum(lengths, out=starts[1:])
        flat = np.fromiter(chain.from_iterable(self), dtype=np.int32, count=int(starts[-1]))
        return {"flat": flat, "starts": starts}

    def restore(self, kept: StoredArrays) -> None:
        self._flat, self._starts, self._own = kept["flat"], kept["starts"], {}
        self._size = len(self._starts) - 1
