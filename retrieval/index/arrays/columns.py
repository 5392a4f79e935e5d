"""Named columns of numbers that grow by rows, and their stored form."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Arrays = dict[str, NDArray[Any]]


class StoredArrays:
    """Stored arrays by name, each with more rows of capacity than are in use.

    Args:
        arrays: the arrays at full capacity.
        used: the number of rows in use of each.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], used: Mapping[str, int]) -> None:
        self._arrays = arrays
        self._used = used

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return the rows in use of an array."""
        return self._arrays[name][: self._used[name]]

    def room(self, name: str) -> NDArray[Any]:
        """Return an array at full capacity; zeros after the rows in use."""
        return self._arrays[name]

    def used(self, name: str) -> int:
        return self._used[name]

    def part(self, name: str) -> "StoredArrays":
        """Return the arrays that were given to `joined` under a name."""
        begin = f"{name}."
        arrays = {key.removeprefix(begin): array for key, array in self._arrays.items() if key.startswith(begin)}
        return StoredArrays(arrays, {key: self._used[begin + key] for key in arrays})


def joined(**parts: Arrays) -> Arrays:
    """Return the arrays of all parts in one mapping."""
    return {f"{part}.{name}": array for part, arrays in parts.items() for name, array in arrays.items()}


class Columns:
    """One array per name, with spare capacity, so that appending a row rarely copies everything.

    The columns are separate arrays: if rows were interleaved, reading one number of each would be many times slower.
    """

    def __init__(self, types: Mapping[str, DTypeLike]) -> None:
        self._arrays = {name: np.zeros(0, dtype=kind) for name, kind in types.items()}

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return an array at full capacity."""
        return self._arrays[name]

    def reserve(self, size: int, used: int) -> None:
        """Make room for `size` rows, of which `used` are in use."""
        self._arrays = {name: grown(array, size, used) for name, array in self._arrays.items()}

    def arrays(self, used: int) -> Arrays:
        """Return a copy of the rows in use: they may change later."""
        return {name: array[:used].copy() for name, array in self._arrays.items()}

    def restore(self, kept: StoredArrays) -> None:
        self._arrays = {name: kept.room(name) for name in self._arrays}


class Attached:
    """Rows of numbers attached to turns, any number per turn; the rows of a turn are replaced together."""

    def __init__(self, *names: str) -> None:
        self._names = ("turn", *names)
        self._rows: NDArray[np.int64] = np.zeros((len(self._names), 0), dtype=np.int64)

    def __getitem__(self, name: str) -> NDArray[np.int64]:
        """Return one number of each row; `turn` is the number of the row's turn."""
        row: NDArray[np.int64] = self._rows[self._names.index(name)]
        return row

    def replace(self, turns: Iterable[int], rows: Iterable[tuple[int, ...]]) -> None:
        """Replace the rows of some turns; each new row begins with the number of its turn."""
        known = ~np.isin(self._rows[0], np.fromiter(turns, dtype=np.int64))
        added = np.array(list(rows), dtype=np.int64).reshape(-1, len(self._names)).T
        self._rows = np.concatenate([self._rows if known.all() else self._rows[:, known], added], axis=1)

    def arrays(self) -> Arrays:
        return dict(zip(self._names, self._rows, strict=True))

    def restore(self, kept: StoredArrays) -> None:
        self._rows = np.stack([kept[name] for name in self._names])


def grown(array: NDArray[Any], size: int, used: int) -> NDArray[Any]:
    """Return an array with capacity for `size` rows, growing by half at least; zeros after `used` rows."""
    if size <= len(array):
        return array
    longer = np.zeros((max(size, len(array) * 3 // 2), *array.shape[1:]), dtype=array.dtype)
    longer[:used] = array[:used]
    return longer
