"""A user's exchanges and episodes as they are held in memory while, and for some time after, they are worked on."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from chronomem.engine.consolidation.exchanges import Exchange
from chronomem.engine.consolidation.recmem.episodes import Episode, Episodes
from chronomem.engine.consolidation.structure import Desk
from chronomem.extractors.recurrence import directions
from chronomem.graph_schema.store import GraphStore
from chronomem.graph_schema.vectors import unpack

_KEPT = 200_000
"""How many exchanges are held for all users together once their work is done."""


@dataclass
class History:
    """What there is of one user.

    Attributes:
        episodes: the episodes, over the exchanges.
        turns: the ids of the turns of each exchange, by number.
    """

    episodes: Episodes
    turns: list[tuple[str, ...]]

    def cut_back(self, exchanges: int) -> None:
        """Take back all but the first exchanges."""
        self.episodes.cut_back(exchanges)
        del self.turns[exchanges:]


class Histories:
    """The histories that were worked on last, so that one more exchange does not have all of them read."""

    def __init__(self) -> None:
        self._of: WeakKeyDictionary[GraphStore, OrderedDict[str, tuple[Any, History]]] = WeakKeyDictionary()

    def take(self, desk: Desk) -> History | None:
        """Return a user's history, if it is at the structure's place; it has to be put back."""
        mark, history = self._of.get(desk.store, OrderedDict()).pop(desk.user, (None, None))
        return history if mark == _mark(desk) else None

    def put(self, desk: Desk, history: History) -> None:
        """Keep a history that is at the structure's place."""
        kept = self._of.setdefault(desk.store, OrderedDict())
        kept[desk.user] = (_mark(desk), history)
        while len(kept) > 1 and sum(len(own.turns) for _, own in kept.values()) > _KEPT:
            kept.popitem(last=False)


def _mark(desk: Desk) -> tuple[str | None, int]:
    state = desk.progress.state
    return state.get("token"), state.get("exchanges", 0)


async def read_history(desk: Desk, exchanges: Sequence[Exchange]) -> History:
    """Read what was made of exchanges, which are all from the first on."""
    dimensions = desk.embedder.dimensions
    history = History(Episodes(dimensions), [tuple(place.id for place in e.places) for e in exchanges])
    if not exchanges:
        return history
    rows = await desk.store.read("read_turn_vectors", user=desk.user)
    number = {row["id"]: n for n, row in enumerate(rows)}
    vectors = unpack([row["embedding"] for row in rows], dimensions)
    own = ([number[turn] for turn in turns if turn in number] for turns in history.turns)
    history.episodes.append(directions((vectors[numbers] for numbers in own), dimensions))
    for row in await desk.store.read("read_episodes", user=desk.user):
        members = [member for member in row["members"] if member < len(exchanges)]
        if row["begun_by"] < len(exchanges):
            history.episodes.add(Episode(row["begun_by"], members))
    return history
