"""The limit on the memory of all indexes of a process; beyond it, the least recently used are dropped."""

import sys
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping
from itertools import islice
from typing import Any

import numpy as np

_SAMPLED = 32
"""The number of items by which the size of all items of a long list or mapping is estimated."""
_ALONE = (str, bytes, int, float, bool, type(None), type)


class CacheBudget:
    """Keeps the most recently used indexes, of all users and kinds, within a number of bytes.

    The one in use stays, however large it is.

    Args:
        capacity: the number of bytes.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._kept: OrderedDict[tuple[str, str], tuple[int, Callable[[], object]]] = OrderedDict()
        self.used = 0

    def keep(self, kind: str, user: str, size: int, drop: Callable[[], object]) -> None:
        """Note that an index was used, with its present size, and drop those for which there is no room.

        Args:
            kind, user: the kind of the index, and its user.
            size: in bytes.
            drop: removes it from the cache that holds it.
        """
        self.free(kind, user)
        self._kept[kind, user] = size, drop
        self.used += size
        while len(self._kept) > 1 and self.used > self._capacity:
            _, (size, drop) = self._kept.popitem(last=False)
            self.used -= size
            drop()

    def free(self, kind: str, user: str) -> None:
        """Note that an index was dropped."""
        self.used -= self._kept.pop((kind, user), (0, None))[0]


def byte_size(*values: Any) -> int:
    """Estimate the bytes that some objects take with all that they hold, shared parts once.

    Arrays are counted exactly. Of a list or mapping with many items some are measured, so the time hardly depends on
    how many there are.
    """
    seen: set[int] = set()
    return round(sum(_measure(value, seen) for value in values))


def _measure(value: Any, seen: set[int]) -> float:
    if id(value) in seen:
        return 0
    if isinstance(value, _ALONE):
        return sys.getsizeof(value)
    seen.add(id(value))
    if isinstance(value, np.ndarray):
        return value.nbytes
    own = sys.getsizeof(value, 0)
    if isinstance(value, Mapping):
        return own + _all_of(value.items(), seen)
    if isinstance(value, (list, tuple, set, frozenset)):
        return own + _all_of(value, seen)
    return own + sum(_measure(part, seen) for part in _attributes(value))


def _all_of(items: Collection[Any], seen: set[int]) -> float:
    sample = list(islice(items, _SAMPLED))
    measured = sum(
        sum(_measure(part, seen) for part in item) if type(item) is tuple else _measure(item, seen) for item in sample
    )
    return measured * len(items) / max(len(sample), 1)


def _attributes(value: Any) -> Iterable[Any]:
    yield from getattr(value, "__dict__", {}).values()
    for kind in type(value).__mro__:
        names = getattr(kind, "__slots__", ())
        for name in (names,) if isinstance(names, str) else names:
            if name not in ("__dict__", "__weakref__") and hasattr(value, name):
                yield getattr(value, name)
