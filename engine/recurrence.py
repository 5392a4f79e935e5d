"""Which turns a language model is to read because what they speak of recurs."""

from collections.abc import Sequence

from chronomem.engine.consolidation.exchanges import by_session, in_order, place_of
from chronomem.extractors.recurrence import directions, recurring, threshold
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
        exchanges = in_order(by_session(map(place_of, rows)))
        handed = {row["id"] for row in rows if row["by_model"]}
        new = set(fresh)
        number = {row["id"]: n for n, row in enumerate(rows)}
        turns = unpack([row["embedding"] for row in rows], self._dimensions)
        vectors = directions((turns[[number[place.id] for place in e.places]] for e in exchanges), self._dimensions)
        own = {n for n, exchange in enumerate(exchanges) if any(place.id in new for place in exchange.places)}
        chosen = recurring(vectors, own, threshold(self._embedder, vectors))
        return [place.id for n in sorted(chosen) for place in exchanges[n].places if place.id not in handed]
