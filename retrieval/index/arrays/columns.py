"""Numbers by name, in rows that are added to, and how they are kept."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

Arrays = dict[str, NDArray[Any]]


class StoredArrays:
    """Arrays by name that were kept, each with more room than is in use.

    Args:
        arrays: with all their room.
        used: how many rows of each are in use.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], used: Mapping[str, int]) -> None:
        self._arrays = arrays
        self._used = used

    def __getitem__(self, name: str) -> NDArray[Any]:
        """Return what is in use of an array."""
        return self._arrays[name][: self._used[name]]

    def room(self, name: str) -> NDArray[Any]:
        """Return an array with all its room; zeros after the rows in use."""
        return self._arrays[name]

    def used(self, name: str) -> int:
        return self._used[name]

    def part(self, name: str) -> "StoredArrays":
        """Return those that `joined` was given under a name."""
        begin = f"{name}."
        arrays = {key.removeprefix(begin): array for key, array in self._arrays.items() if key.startswith(begin)}
        return StoredArrays(arrays, {key: self._used[begin + key] for key in arrays})


def joined(**parts: Arrays) -> Arrays:
    """Return the arrays of all parts together."""
    return {f"{part}.{name}": array for part, arrays in parts.items() for name, array in arrays.items()}


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

    def arrays(self, used: int) -> Arrays:
        """Return what is in use, as it is now: rows may be changed later on."""
        return {name: array[:used].copy() for name, array in self._arrays.items()}

    def restore(self, kept: StoredArrays) -> None:
        self._arrays = {name: kept.room(name) for name in self._arrays}


class Attached:
    """Rows of numbers that belong to turns, to each none or several; those of a turn are replaced together."""

    def __init__(self, *names: str) -> None:
        self._names = ("turn", *names)
        self._rows: NDArray[np.int64] = np.zeros((len(self._names), 0), dtype=np.int64)

    def __getitem__(self, name: str) -> NDArray[np.int64]:
        """Return one number of each row; `turn` is the number of the turn that it belongs to."""
        row: NDArray[np.int64] = self._rows[self._names.index(name)]
        return row

    def replace(self, turns: Iterable[int], rows: Iterable[tuple[int, ...]]) -> None:
        """Put rows, each with the number of its turn first, in the place of those that turns had."""
        known = ~np.isin(self._rows[0], np.fromiter(turns, dtype=np.int64))
        added = np.array(list(rows), dtype=np.int64).reshape(-1, len(self._names)).T
        self._rows = np.concatenate([self._rows if known.all() else self._rows[:, known], added], axis=1)

    def arrays(self) -> Arrays:
        return dict(zip(self._names, self._rows, strict=True))

    def restore(self, kept: StoredArrays) -> None:
        self._rows = np.stack([kept[name] for name in self._names])


def grown(array: NDArray[Any], size: int, used: int) -> NDArray[Any]:
    """Return an array with room for `size` rows, and half as many again where it had none; zeros after `used` rows."""
    if size <= len(array):
        return array
    longer = np.zeros((max(size, len(array) * 3 // 2), *array.shape[1:]), dtype=array.dtype)
    longer[:used] = array[:used]
    return longer
