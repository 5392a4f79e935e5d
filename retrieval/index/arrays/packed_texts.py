"""Many texts in little memory."""

from collections.abc import Iterable, Iterator
from itertools import accumulate, pairwise

import numpy as np
from numpy.typing import NDArray

from chronomem.retrieval.index.arrays.columns import Arrays, StoredArrays, grown

_ANY = "surrogatepass"
"""Unpaired surrogates are accepted too."""


class Texts:
    """Concatenated UTF-8 texts, numbered in order of arrival."""

    def __init__(self) -> None:
        self._letters: NDArray[np.uint8] = np.zeros(0, dtype=np.uint8)
        self._ends: NDArray[np.int64] = np.zeros(0, dtype=np.int64)
        self._size = 0

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, number: int) -> str:
        start = self._ends[number - 1] if number else 0
        return self._letters[start : self._ends[number]].tobytes().decode(errors=_ANY)

    def __iter__(self) -> Iterator[str]:
        letters = self._letters[: self._used].tobytes()
        ends = self._ends[: self._size].tolist()
        return (letters[start:end].decode(errors=_ANY) for start, end in pairwise([0, *ends]))

    @property
    def _used(self) -> int:
        return int(self._ends[self._size - 1]) if self._size else 0

    def extend(self, texts: Iterable[str]) -> None:
        """Add texts."""
        letters = [text.encode(errors=_ANY) for text in texts]
        if not letters:
            return
        used, size = self._used, self._size + len(letters)
        ends = list(accumulate(map(len, letters), initial=used))[1:]
        self._letters = grown(self._letters, ends[-1], used)
        self._letters[used : ends[-1]] = np.frombuffer(b"".join(letters), dtype=np.uint8)
        self._ends = grown(self._ends, size, self._size)
        self._ends[self._size : size] = ends
        self._size = size

    def arrays(self) -> Arrays:
        return {"letters": self._letters[: self._used], "ends": self._ends[: self._size]}

    def restore(self, kept: StoredArrays) -> None:
        self._letters, self._ends, self._size = kept.room("letters"), kept.room("ends"), kept.used("ends")


class NameNumbers:
    """Names, numbered in order of arrival.

    Attributes:
        numbers: the number of each name.
    """

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self._names: list[str] = []

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, number: int) -> str:
        return self._names[number]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def add(self, name: str) -> int:
        """Add a name unless it is known, and return its number."""
        number = self.numbers.get(name)
        if number is None:
            number = self.numbers[name] = len(self._names)
            self._names.append(name)
        return number

    def arrays(self) -> Arrays:
        return packed(self._names)

    def restore(self, kept: StoredArrays) -> None:
        self._names = unpacked(kept)
        self.numbers = {name: number for number, name in enumerate(self._names)}


def packed(texts: Iterable[str]) -> Arrays:
    """Return texts as arrays."""
    made = Texts()
    made.extend(texts)
    return made.arrays()


def unpacked(kept: StoredArrays) -> list[str]:
    """Return the texts packed in arrays by `packed`."""
    texts = Texts()
    texts.restore(kept)
    return list(texts)
