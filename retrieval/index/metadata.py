"""The metadata of one user's turns in memory, read at the first question with a condition on it."""

from collections.abc import Iterable, Mapping, Sequence, Set

import numpy as np
from numpy.typing import NDArray

from chronomem.graph_schema.model.turn_filter import Metadata, Scalar, told
from chronomem.retrieval.index.arrays.columns import grown

Mask = NDArray[np.bool_]


class MetadataIndex:
    """The metadata of turns, by the turn's number in the index.

    The values of declared keys are numbered, and kept as one array per key. A condition on another key looks at the
    metadata of every turn.

    Args:
        keys: the declared keys.

    Attributes:
        version: the highest `User.version` whose writes it contains.
    """

    def __init__(self, keys: Sequence[str]) -> None:
        self.version = 0
        self._values: dict[str, dict[tuple[bool, Scalar], int]] = {key: {told(None): 0} for key in keys}
        self._codes: dict[str, NDArray[np.int32]] = {key: np.zeros(0, dtype=np.int32) for key in keys}
        self._own: dict[int, Metadata] = {}

    def take(self, rows: Iterable[tuple[int, Metadata]]) -> None:
        """Set the metadata of turns, by their numbers."""
        for turn, metadata in rows:
            self._own[turn] = metadata
            for key, numbers in self._values.items():
                code = numbers.setdefault(told(metadata.get(key)), len(numbers))
                codes = self._codes[key]
                if turn >= len(codes):
                    codes = self._codes[key] = grown(codes, turn + 1, len(codes))
                codes[turn] = code

    def mask(self, where: Mapping[str, tuple[Scalar, ...]], count: int) -> Mask:
        """Return which of the first `count` turns meet conditions, shape `(count,)`."""
        met = np.ones(count, dtype=bool)
        for key, values in where.items():
            wanted = {told(value) for value in values}
            met &= self._indexed(key, wanted, count) if key in self._codes else self._scanned(key, wanted, count)
        return met

    def _indexed(self, key: str, wanted: Set[tuple[bool, Scalar]], count: int) -> Mask:
        numbers = self._values[key]
        codes = np.zeros(count, dtype=np.int32)  # a turn without metadata has the number of None
        known = self._codes[key][:count]
        codes[: len(known)] = known
        return np.isin(codes, [numbers[value] for value in wanted if value in numbers])

    def _scanned(self, key: str, wanted: Set[tuple[bool, Scalar]], count: int) -> Mask:
        passing = np.full(count, told(None) in wanted)
        values = {turn: own.get(key) for turn, own in self._own.items()}
        passing[list(values)] = [(isinstance(value, bool), value) in wanted for value in values.values()]
        return passing
