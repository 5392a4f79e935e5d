"""The in-process indexes of the facts of the users searched last, kept in step with the graph."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.batches import batches
from chronomem.graph_schema.model.dialogue import User
from chronomem.retrieval.cache_budget import CacheBudget
from chronomem.retrieval.index.fact_index import FactIndex, IndexedFact

_KIND = "facts"
_AT_ONCE = 20_000
"""The number of facts that are embedded, and of entities that are looked up, at once."""


class FactIndexCache:
    """The indexes of the facts of users searched last. They see the writes of other processes as well.

    Args:
        store: the graph.
        embedder: makes the vectors of facts, when a user's facts are searched for the first time and when they change.
        budget: bounds the memory of all indexes.
    """

    def __init__(self, store: GraphStore, embedder: Embedder, budget: CacheBudget) -> None:
        self._store = store
        self._embedder = embedder
        self._budget = budget
        self._indexes: dict[str, FactIndex] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def current(self, user: User) -> AsyncIterator[FactIndex]:
        """Yield an index with all facts up to the user's version; it stays unchanged meanwhile."""
        async with self._locks.setdefault(user.id, asyncio.Lock()):
            index = self._indexes.get(user.id)
            if index is None or index.memory != user.memory or index.is_worn:
                index = FactIndex(self._embedder, memory=user.memory, vocabulary=self._store.vocabulary)
                rows = await self._store.read("read_fact_texts", user=user.id)
            else:
                since = {"after": index.version, "until": user.version}
                rows = await self._store.read_since("read_new_fact_texts", user=user.id, **since)
            await self._take_in(index, user.id, rows)
            index.version = max(index.version, user.version)
            self._keep(user.id, index)
            yield index

    def drop(self, user_id: str) -> None:
        """Drop a user's index."""
        self._indexes.pop(user_id, None)
        self._budget.free(_KIND, user_id)

    async def _take_in(self, index: FactIndex, user_id: str, rows: Sequence[Row]) -> None:
        names: dict[str, str] = {}
        for ids in batches(sorted({i for row in rows for i in (row["subject"], row["object"]) if i}), _AT_ONCE):
            found = await self._store.read("find_entities", user=user_id, ids=list(ids))
            names.update((row["id"], row["name"]) for row in found)
        ordered = sorted(rows, key=lambda row: (row["group"], row["id"]))
        facts = [IndexedFact.of(r, [names[i] for i in (r["subject"], r["object"]) if i in names]) for r in ordered]
        if facts:
            await asyncio.to_thread(index.replace, facts)

    def _keep(self, user_id: str, index: FactIndex) -> None:
        self._indexes[user_id] = index
        self._budget.keep(_KIND, user_id, index.bytes, lambda: self._indexes.pop(user_id, None))
