"""The search for facts by text."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from chronomem.engine.facts.entities import read_entities, read_merges
from chronomem.engine.facts.queries import FactQueries
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.facts.converses import from_side_of
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.fact_filter import MATCHES, FactFilter
from chronomem.graph_schema.facts.rows import record_of
from chronomem.graph_schema.facts.views import Fact
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import read_limit
from chronomem.graph_schema.model.turn_filter import TurnFilter
from chronomem.retrieval.fact_index_cache import FactIndexCache
from chronomem.retrieval.index.fact_index import FactIndex, FactQuery, IndexedFact

_Admits = Callable[[IndexedFact | FactRecord], bool]


class FactSearch(FactQueries):
    """Ranks the facts of a user by how well they match a text."""

    def __init__(self, store: GraphStore, embedder: Embedder, indexes: FactIndexCache) -> None:
        super().__init__(store)
        self._embedder = embedder
        self._indexes = indexes

    async def matching(self, query: FactQuery, owner: User, wanted: FactFilter, *, now: datetime) -> list[Fact]:
        """Return the facts that match a text and pass the filter, the best first."""
        as_of = read_limit(wanted.as_of, owner.zone, "as_of")
        known_at = read_limit(wanted.known_at, owner.zone, "known_at")
        merges = await read_merges(self._store, owner.id)
        own = None if wanted.about is None else await self._entity_id(owner.id, wanted.about, merges)
        if wanted.about is not None and own is None:
            return []

        zone = owner.zone

        def admits(fact: IndexedFact | FactRecord) -> bool:
            is_about = own is None or own in (fact.subject, fact.object)
            return is_about and wanted.admits(fact, now=now, as_of=as_of, zone=zone)

        limit = wanted.limit or MATCHES
        named = await read_entities(self._store, owner.id, merges.named_in(query.text), merges)
        query = replace(query, names=tuple(entity.name for entity in named.values()))
        if known_at is not None:
            records = [r for r in await self._records(owner.id, merges, None, known_at) if admits(r)]
            told = await self._told(owner, records, wanted.turns)
            ranked = await asyncio.to_thread(self._rank, query, told, limit)
        else:
            ranked = await self._best(query, owner, admits, limit, wanted.turns)
        scores = {record.id: score for record, score in ranked}
        found = [record for record, _ in ranked]
        if own is not None:
            found = sorted(from_side_of(own, found, self._store.vocabulary), key=lambda record: -scores[record.id])
        return await self._shown(owner, found, merges, scores)

    async def _best(
        self, query: FactQuery, owner: User, admits: _Admits, limit: int, turns: TurnFilter
    ) -> list[tuple[FactRecord, float]]:
        """Return the best facts of the index; those that have changed since it was read are checked again."""
        found: list[tuple[FactRecord, float]] = []
        async with self._indexes.current(owner) as index:
            ranking = index.search(query, admits)
            while len(found) < limit and (part := await asyncio.to_thread(lambda: dict(islice(ranking, limit)))):
                rows = await self._store.read("read_facts_by_id", user=owner.id, ids=[*part])
                records = [record for record in map(record_of, rows) if admits(record)]
                there = {record.id: record for record in await self._told(owner, records, turns)}
                found += [(there[key], score) for key, score in part.items() if key in there]
        return found[:limit]

    def _rank(self, query: FactQuery, records: Sequence[FactRecord], limit: int) -> list[tuple[FactRecord, float]]:
        """Rank facts of an earlier time, which are in no index."""
        by_id = {record.id: record for record in records}
        index = FactIndex(self._embedder, vocabulary=self._store.vocabulary)
        index.replace(map(_indexed, records))
        ranking = index.search(query, lambda _: True)
        return [(by_id[key], score) for key, score in islice(ranking, limit)]


def _indexed(record: FactRecord) -> IndexedFact:
    return IndexedFact(
        id=record.id,
        group=record.id,
        text=record.text,
        names=(record.words,),
        turns=record.turn_ids,
        subject=record.subject,
        object=record.object,
        predicate=record.predicate,
        negated=record.negated,
        minor=record.minor,
        valid_at=record.valid_at,
        invalid_at=record.invalid_at,
        dated=record.dated,
    )
