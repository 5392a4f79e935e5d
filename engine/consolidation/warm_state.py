"""What structures hold in memory of the users worked on last, so that one more turn has not all read again."""

from collections import OrderedDict
from collections.abc import Sized
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from chronomem.engine.consolidation.work import Desk
from chronomem.graph_schema.database.store import GraphStore

T = TypeVar("T", bound=Sized)

_ROWS = 200_000
"""How many rows, exchanges or segments, are held for all users of a memory together."""


class WarmState(Generic[T]):
    """Holds something for each user, which is of use at one place of the structure alone."""

    def __init__(self) -> None:
        self._of: WeakKeyDictionary[GraphStore, OrderedDict[str, tuple[object, T]]] = WeakKeyDictionary()

    def take(self, desk: Desk) -> T | None:
        """Return what is held of a user, if it is at the structure's place; it has to be put back."""
        mark, own = self._of.get(desk.store, OrderedDict()).pop(desk.user, (None, None))
        return own if mark == _mark(desk) else None

    def put(self, desk: Desk, own: T) -> None:
        """Hold what is at the structure's place; let go of what was used least where it gets too much."""
        kept = self._of.setdefault(desk.store, OrderedDict())
        kept[desk.user] = (_mark(desk), own)
        while len(kept) > 1 and sum(len(one) for _, one in kept.values()) > _ROWS:
            kept.popitem(last=False)


def _mark(desk: Desk) -> object:
    """Return what tells the structure's place from all others: `token` is drawn whenever something is taken back."""
    state = desk.progress.state
    return state.get("token"), state.get("cursor")


def room(rows: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Return rows with room for as many as `size`; where there was none, for half as many again."""
    if size <= len(rows):
        return rows
    grown = np.zeros((max(size, len(rows) * 3 // 2), rows.shape[1]), dtype=np.float32)
    grown[: len(rows)] = rows
    return grown
