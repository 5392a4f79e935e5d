"""The in-process indexes of the most recently queried users, kept in step with the graph."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import fields
from functools import partial
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.embeddings.passages import Passage, passage_vectors, passages
from chronomem.graph_schema.database.results import Row, present
from chronomem.graph_schema.database.store import GraphStore, check_embedder
from chronomem.graph_schema.errors import ChronomemError
from chronomem.graph_schema.model.batches import batches
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import utc_time
from chronomem.graph_schema.model.turn_filter import TurnFilter, joined
from chronomem.graph_schema.model.vectors import unpack
from chronomem.retrieval.cache_budget import CacheBudget, byte_size
from chronomem.retrieval.index.intervals import Interval, interval
from chronomem.retrieval.index.metadata import Mask, MetadataIndex
from chronomem.retrieval.index.snapshots import Snapshots
from chronomem.retrieval.index.terms import language_shown
from chronomem.retrieval.index.turn_columns import IndexedTurn
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.pools.node_pool import NodePool
from chronomem.retrieval.pools.reader import UserPools

_LOG = logging.getLogger("chronomem.index")

_KIND = "turns"
_AT_ONCE = 20_000
"""The number of turns read into an index at once; while they are read, they take as much memory again."""
_FIRST_TURNS = 50
"""The number of turns by which the language of a memory is guessed before all of them are read."""
_TURN_FIELDS = tuple(field.name for field in fields(IndexedTurn))


class IndexCache:
    """The indexes of the users queried last.

    Every write transaction increments `User.version` and stamps it on the nodes that it writes; an index reads the
    nodes whose version is above its own. Every deletion increments `User.epoch`, which makes the index load from
    scratch. An index thus also sees the writes of other processes. An index of many turns is saved to the data folder
    as a snapshot, from which a later process resumes.

    Args:
        store: the graph.
        embedder: makes the vectors of turns.
        budget: bounds the memory of all indexes, with their pools and metadata.
        least_kept: the number of turns from which on an index is saved to the data folder.
        passage_words: the number of words of a passage.
        context_space: the name of the space of context vectors; those of another aren't used, and none without it.
        metadata_keys: the keys of metadata that are kept as arrays.
    """

    def __init__(
        self,
        store: GraphStore,
        embedder: Embedder,
        budget: CacheBudget,
        least_kept: int,
        passage_words: int,
        metadata_keys: Sequence[str] = (),
        context_space: str | None = None,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._dimensions = embedder.dimensions
        self._budget = budget
        self._indexes: dict[str, UserIndex] = {}
        self._sizes: WeakKeyDictionary[UserIndex, tuple[object, int]] = WeakKeyDictionary()
        self._pools: WeakKeyDictionary[UserIndex, UserPools] = WeakKeyDictionary()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._metadata: WeakKeyDictionary[UserIndex, MetadataIndex] = WeakKeyDictionary()
        self._metadata_keys = metadata_keys
        self._passage_words = passage_words
        self._context_space = context_space
        self._snapshots = Snapshots(store, embedder, least_kept, passage_words, context_space)
        self._keeping: dict[str, asyncio.Task[None]] = {}

    @asynccontextmanager
    async def current(
        self, user_id: str, pools: frozenset[str] = frozenset()
    ) -> AsyncIterator[tuple[User, UserIndex, Mapping[str, NodePool]]]:
        """Yield a user and an index that holds everything committed before the call; it stays unchanged meanwhile.

        Args:
            user_id: the user.
            pools: the names of the pools needed beside turns; they are yielded with the index, by name.

        Raises:
            UnknownUser: nothing was ever stored for this user.
        """
        async with self._lock(user_id):
            user = await self.user(user_id)
            index = self._indexes.get(user_id)
            if index is None or index.memory != user.memory:
                index = await self._snapshots.find(user)
            if index is None:
                index = await self._read(user)
            else:
                await self._catch_up(index, user)
            if (language := user.language or index.most_shown) != index.language:
                index = await self._read(user, language)
            index.version = user.version
            if self._snapshots.is_due(index):
                self._keep_snapshot(user_id, index)
            found = await self._pools_of(index).current(user, index, pools) if pools else {}
            self._keep(user_id, index)
            yield user, index, found

    async def admitted(self, user: User, index: UserIndex, wanted: TurnFilter) -> Mask:
        """Return which passages of a current index are of turns that pass a filter, shape `(passages,)`."""
        since, until = wanted.span(user.zone)
        said_at = index.column("said_at")
        bounds = interval(since, until)
        passes = (said_at >= bounds.start) & (said_at < bounds.end)
        for column, names, numbers in (
            ("speaker", wanted.speakers, index.turns.speakers.numbers),
            ("role", wanted.roles, index.turns.roles.numbers),
        ):
            if names is not None:
                passes &= np.isin(index.column(column), [numbers[name] for name in names if name in numbers])
        if wanted.where:
            metadata = await self._metadata_of(user, index)
            met = await asyncio.to_thread(metadata.mask, wanted.where, index.turns.count)
            passes &= met[index.column("turn")]
        return passes

    async def _metadata_of(self, user: User, index: UserIndex) -> MetadataIndex:
        """Return the metadata of the turns in an index; it is dropped with the index, and so loads anew after one."""
        known = self._metadata.get(index)
        if known is None:
            known = self._metadata[index] = MetadataIndex(self._metadata_keys)
            rows = await self._store.read("read_metadata", user=user.id)
        else:
            rows = await self._store.read_since(
                "read_new_metadata", user=user.id, after=known.version, until=index.version
            )
        turn = index.column("turn")
        numbered = [(index.number_of(row["id"]), row) for row in present(rows)]
        known.take(
            (int(turn[number]), joined(row["metadata"], row["of_session"]))
            for number, row in numbered
            if number is not None
        )
        known.version = index.version
        return known

    def _pools_of(self, index: UserIndex) -> UserPools:
        """Return the pools of an index; they are dropped with it, and so load from scratch after a deletion."""
        if index not in self._pools:
            self._pools[index] = UserPools(self._store, self._embedder)
        return self._pools[index]

    async def user(self, user_id: str) -> User:
        """Return a user's current version and epoch.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            SchemaMismatch: another embedder made the user's vectors.
        """
        user = User.found(user_id, await self._store.decide("read_user", user=user_id))
        check_embedder(user_id, user.embedder, self._store.embedder)
        return user

    def drop(self, user_id: str) -> None:
        """Drop a user's index."""
        self._indexes.pop(user_id, None)
        self._budget.free(_KIND, user_id)

    async def close(self) -> None:
        """Save the indexes that have grown much since their last snapshot."""
        for user_id, index in self._indexes.items():
            if self._snapshots.is_due(index, closing=True):
                self._keep_snapshot(user_id, index)
        await asyncio.gather(*self._keeping.values())

    def _keep_snapshot(self, user_id: str, index: UserIndex) -> None:
        """Start saving an index to the data folder, unless that is under way."""
        if user_id not in self._keeping:
            self._keeping[user_id] = task = asyncio.create_task(self._write_snapshot(user_id, index))
            task.add_done_callback(lambda _: self._keeping.pop(user_id))

    async def _write_snapshot(self, user_id: str, index: UserIndex) -> None:
        async with self._lock(user_id):  # recalls wait for the arrays, not for the disk
            arrays = await asyncio.to_thread(index.arrays)
            version, index.unkept = index.version, 0
        try:
            await self._snapshots.keep(user_id, index.memory, index.language, version, arrays)
        except ChronomemError as error:
            _LOG.debug("the index of a user was not saved: %s", error)

    def _lock(self, user_id: str) -> asyncio.Lock:
        return self._locks.setdefault(user_id, asyncio.Lock())

    async def _read(self, user: User, language: str | None = None) -> UserIndex:
        """Return an index of everything in the graph, in a language or in that of the first turns that are read."""
        rows = await self._store.read("read_turns", user=user.id)
        shown = language or user.language or language_shown(row["text"] or "" for row in rows[:_FIRST_TURNS])
        index = UserIndex(self._dimensions, memory=user.memory, language=shown)
        await self._extend(index, rows)
        self._date(index, await self._store.read("read_times", user=user.id))
        self._tell(
            index,
            await self._store.read("read_predicates", user=user.id),
            await self._store.read("read_places", user=user.id),
        )
        return index

    async def _catch_up(self, index: UserIndex, user: User) -> None:
        read = partial(self._store.read_since, user=user.id, after=index.version, until=user.version)
        await self._extend(index, await read("read_new_turns"))
        self._date(index, await read("read_new_times"))
        self._tell(index, await read("read_new_predicates"), await read("read_new_places"))

    async def _extend(self, index: UserIndex, rows: list[Row]) -> None:
        rows = present(rows)
        index.unkept += len(rows)
        for row in rows:
            row["said_at"] = utc_time(row["said_at"])
        rows.sort(key=lambda row: (row["said_at"], row["seq"]))
        if len(rows) > 100:
            await asyncio.to_thread(self._take_in, index, rows)
        else:
            self._take_in(index, rows)  # switching to another thread would cost more than this

    def _take_in(self, index: UserIndex, rows: Sequence[Row]) -> None:
        for part in batches(rows, _AT_ONCE):
            cut = [passages(row["text"], self._passage_words) for row in part]
            vectors = unpack(self._vectors(part, cut), self._dimensions)
            index.extend([IndexedTurn(**{field: row[field] for field in _TURN_FIELDS}) for row in part], vectors, cut)
            if (space := self._context_space) is not None:
                index.set_contexts({row["id"]: row["context"] for row in part if row["context_by"] == space})

    def _vectors(self, rows: Sequence[Row], cut: Sequence[Sequence[Passage]]) -> list[bytes]:
        """Return the vectors of each turn's passages: the stored ones, or new ones if the turn was stored without."""
        found = [self._stored(row, len(spans)) for row, spans in zip(rows, cut, strict=True)]
        missing = [number for number, vectors in enumerate(found) if vectors is None]
        made = passage_vectors(self._embedder, [(rows[number]["text"], cut[number]) for number in missing])
        for number, vectors in zip(missing, made, strict=True):
            found[number] = vectors
        return [vectors for vectors in found if vectors is not None]

    def _stored(self, row: Row, count: int) -> bytes | None:
        whole: bytes = row["embedding"]
        if count == 1:
            return whole
        stored: bytes | None = row["passages"]
        fits = stored is not None and row["passage_words"] == self._passage_words and len(stored) == count * len(whole)
        return stored if fits else None

    @staticmethod
    def _date(index: UserIndex, rows: list[Row]) -> None:
        times: defaultdict[str, list[Interval]] = defaultdict(list)
        for row in rows:
            times[row["id"]].append(interval(utc_time(row["start"]), utc_time(row["end"])))
        index.date(times)

    @staticmethod
    def _tell(index: UserIndex, asserted: list[Row], places: list[Row]) -> None:
        predicates: defaultdict[str, list[str]] = defaultdict(list)
        for row in asserted:
            predicates[row["id"]].append(row["predicate"])
        index.tell(predicates, {row["id"] for row in places})

    def _keep(self, user_id: str, index: UserIndex) -> None:
        self._indexes[user_id] = index
        self._budget.keep(_KIND, user_id, self._size(index), lambda: self._indexes.pop(user_id, None))

    def _size(self, index: UserIndex) -> int:
        """Return the bytes of an index with its pools and metadata, measured again when they have changed."""
        pools, metadata = self._pools.get(index), self._metadata.get(index)
        state = (
            (index.version, len(index), len(index.vocabulary)),
            None if pools is None else pools.state,
            None if metadata is None else metadata.version,
        )
        known = self._sizes.get(index)
        if known is None or known[0] != state:
            known = self._sizes[index] = state, byte_size(index, {} if pools is None else pools.loaded, metadata)
        return known[1]
