"""Which turns a language model is to read because what they speak of recurs."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np

from chronomem.engine.consolidation.exchanges import Exchange, Place, cut
from chronomem.extractors.recurrence import Vectors, recurring, threshold
from chronomem.graph_schema.results import Row
from chronomem.graph_schema.store import GraphStore
from chronomem.graph_schema.vectors import unpack


class Recurrence:
    """Looks at the exchanges of a user. What a model was given already is not chosen again."""

    def __init__(self, store: GraphStore, embedder: str, dimensions: int) -> None:
        self._store = store
        self._embedder = embedder
        self._dimensions = dimensions

    async def choose(self, user: str, fresh: Sequence[str]) -> list[str]:
        """Return the turns of the exchanges that are triggered by turns that are new, or with them."""
        rows = await self._store.read("read_turns_to_compare", user=user)
        exchanges = _exchanges(rows)
        handed = {row["id"] for row in rows if row["by_model"]}
        new = set(fresh)
        vectors = self._vectors(rows, exchanges)
        own = {n for n, exchange in enumerate(exchanges) if any(place.id in new for place in exchange.places)}
        chosen = recurring(vectors, own, threshold(self._embedder, vectors))
        return [place.id for n in sorted(chosen) for place in exchanges[n].places if place.id not in handed]

    def _vectors(self, rows: Sequence[Row], exchanges: Sequence[Exchange]) -> Vectors:
        """Return a unit vector for each exchange: the direction of what its turns have in common."""
        number = {row["id"]: n for n, row in enumerate(rows)}
        turns = unpack([row["embedding"] for row in rows], self._dimensions)
        sums = np.stack([turns[[number[place.id] for place in e.places]].sum(axis=0) for e in exchanges])
        lengths = np.sqrt(np.einsum("id,id->i", sums, sums))
        lengths[lengths == 0] = 1
        return np.asarray(sums / lengths[:, None], dtype=np.float32)


def _exchanges(rows: Sequence[Row]) -> list[Exchange]:
    sessions: defaultdict[str, list[Place]] = defaultdict(list)
    for row in rows:
        said_at = datetime.fromisoformat(row["said_at"]).astimezone(UTC)
        place = Place(row["id"], row["session"], row["seq"], row["speaker"], row["role"], said_at, 0)
        sessions[row["session"]].append(place)
    found = []
    for own in sessions.values():
        found += list(cut(sorted(own, key=lambda place: (place.said_at, place.seq))))
    return sorted(found, key=lambda exchange: exchange.key)
