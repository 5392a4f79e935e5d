"""The state that all parts of a memory share, and the check that it is open."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path

from chronomem.engine.dialogue.storing import Ingest
from chronomem.engine.settings import Settings
from chronomem.engine.upkeep.usage import GraphLedger
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.language.tagger.lower_layers import packaged_pooling
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.reply_cache import replies_of
from chronomem.graph_schema.database.bookmarks import reading_after
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.errors import Closed
from chronomem.graph_schema.model.checks import check_name
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import Clock, read_time
from chronomem.retrieval.cache_budget import CacheBudget
from chronomem.retrieval.fact_index_cache import FactIndexCache
from chronomem.retrieval.index_cache import IndexCache


class MemoryCore:
    """The state of an open memory. The parts of `AsyncMemory` derive from it and add methods, but no state."""

    def __init__(
        self, store: GraphStore, *, settings: Settings, embedder: Embedder, clock: Clock, folder: Path | None = None
    ) -> None:
        self._is_closed = False
        self._has_noted_settings = False
        self._store = store
        self._settings = settings
        self._embedder = embedder
        self._clock = clock
        self._ingest = Ingest(store, embedder, settings)
        budget = CacheBudget(settings.cached_bytes)
        self._indexes = IndexCache(
            store,
            embedder,
            budget,
            settings.snapshot_turns,
            settings.passage_words,
            settings.metadata_keys,
            packaged_pooling().name if settings.network else None,
        )
        self._fact_indexes = FactIndexCache(store, embedder, budget)
        self._ranker = ThreadPoolExecutor(1, "chronomem-ranker")
        self._ledger = GraphLedger(store)
        self._replies = replies_of(settings.model, folder)
        self._model: ModelClient | None = None
        if settings.model is not None:
            self._model = ModelClient(settings.model, ledger=self._ledger, cache=self._replies)

    async def close(self) -> None:
        """Close the memory and disconnect from the database. May be called again.

        Acknowledged writes are durable even without it. The indexes of users with many turns are saved in the data
        folder, so that the next process to open it loads them.
        """
        if not self._is_closed:
            self._is_closed = True
            if self._model is not None:
                await self._model.close()
            self._ranker.shutdown(wait=False)
            try:
                await self._indexes.close()
            finally:
                await self._store.close()

    def after(self, bookmarks: Iterable[str]) -> AbstractContextManager[None]:
        """Return a context in which calls of this task or thread see the state that bookmarks name, or a later one.

        Only a Neo4j cluster needs it, and only for what doesn't concern one user, such as `cypher` and `stats`: what
        concerns a user waits for every process's writes by itself. The embedded database has no bookmarks.

        Args:
            bookmarks: those of a result of another process, or of its `bookmarks()`.

        Raises:
            InvalidInput: one is no bookmark; a call in the context also raises it if the server says so.
        """
        return reading_after(bookmarks)

    async def bookmarks(self) -> tuple[str, ...]:
        """Return the bookmarks of all that this process has read and written, for `after` in another one."""
        self._check_open()
        return await self._store.bookmarks()

    def _check_open(self) -> None:
        if self._is_closed:
            raise Closed("this memory was closed; open it again")

    async def _owner(self, user: str) -> User:
        """Return a user's current state; raise `UnknownUser` if nothing was ever stored for it."""
        self._check_open()
        return await self._indexes.user(check_name(user, "user"))

    def _moment(self, now: datetime | str | None, owner: User) -> datetime:
        """Return the reference time `now` in the user's timezone; omitted, the current time."""
        return self._clock() if now is None else read_time(now, owner.zone, "now")
