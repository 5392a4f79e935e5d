"""Numbers by name, in rows that are added to."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray


class Columns:
    """One array for each name, longer than what is in use, so that a row more rarely copies all.

    Each stands by itself, since what reads one number of every row is many times slower where the others lie between.
    """

    def __init__(self, types: Mapping[str, DTypeLike]) -> None:
        self._arrays = {name: np.zeros(0, dtype=kind) for name, kind in types.items()}

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return an array with all its room."""
        return self._arrays[name]

    def reserve(self, size: int, used: int) -> None:
        """Make room for so many rows, of which some are in use."""
        self._arrays = {name: grown(array, size, used) for name, array in self._arrays.items()}


def grown(array: NDArray[Any], size: int, used: int) -> NDArray[Any]:
    """Return an array with room for `size` rows, and half as many again where it had none; zeros after `used` rows."""
    if size <= len(array):
        return array
    longer = np.zeros((max(size, len(array) * 3 // 2), *array.shape[1:]), dtype=array.dtype)
    longer[:used] = array[:used]
    return longer
