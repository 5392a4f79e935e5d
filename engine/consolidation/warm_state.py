"""In-memory state of structures for the most recently processed users, so that a new turn needs no full reread."""

from collections import OrderedDict
from collections.abc import Sized
from dataclasses import replace
from typing import Any, Generic, TypeVar
from uuid import uuid4
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.work import Desk, Progress
from chronomem.graph_schema.database.store import GraphStore

T = TypeVar("T", bound=Sized)

_ROWS = 200_000
"""The maximum number of rows (exchanges or segments) held for all users of a memory together."""


class WarmState(Generic[T]):
    """Holds one value per user; each is valid at one position of the structure only."""

    def __init__(self) -> None:
        self._of: WeakKeyDictionary[GraphStore, OrderedDict[str, tuple[object, T]]] = WeakKeyDictionary()

    def take(self, desk: Desk) -> T | None:
        """Return and remove a user's value if it matches the structure's position; the caller must put it back."""
        mark, own = self._of.get(desk.store, OrderedDict()).pop(desk.user, (None, None))
        return own if mark == _mark(desk) else None

    def put(self, desk: Desk, own: T) -> None:
        """Hold a user's value at the structure's position; beyond the row limit, drop the least recently used."""
        kept = self._of.setdefault(desk.store, OrderedDict())
        kept[desk.user] = (_mark(desk), own)
        while len(kept) > 1 and sum(len(one) for _, one in kept.values()) > _ROWS:
            kept.popitem(last=False)


def _mark(desk: Desk) -> object:
    """Return the mark of the structure's position; `token` changes whenever work is undone."""
    state = desk.progress.state
    return state.get("token"), state.get("cursor")


def renewed(progress: Progress) -> Progress:
    """Return progress with a new token, which invalidates all values held."""
    return replace(progress, state=progress.state | {"token": uuid4().hex})


def placed(progress: Progress, **place: Any) -> Progress:
    """Return progress with a token, if it has none, and with the state that identifies a value held."""
    return replace(progress, state={"token": uuid4().hex} | progress.state | place)


def room(rows: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Return rows with capacity for `size`, growing by half at least."""
    if size <= len(rows):
        return rows
    grown = np.zeros((max(size, len(rows) * 3 // 2), rows.shape[1]), dtype=np.float32)
    grown[: len(rows)] = rows
    return grown
