"""Queries for facts: current, past, as known at a time, and changes."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from chronomem.engine.facts.entities import Merges, find_meant, find_similar, read_entities, read_merges
from chronomem.engine.facts.groups import Group, draw, group_of
from chronomem.engine.facts.writing import fact_of
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.claims import BEGINNING, END
from chronomem.graph_schema.facts.converses import from_side_of
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.fact_filter import FactFilter
from chronomem.graph_schema.facts.rows import assertion_of, record_of
from chronomem.graph_schema.facts.views import Axis, Change, Entity, Fact
from chronomem.graph_schema.facts.vocabulary import FactVocabulary
from chronomem.graph_schema.model.batches import batches
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.times import read_limit
from chronomem.graph_schema.model.turn_filter import TurnFilter

_TURNS_AT_ONCE = 5_000


class FactQueries:
    """Reads the facts and entities of users."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def facts(self, owner: User, wanted: FactFilter, *, now: datetime) -> list[Fact]:
        """Return facts by time; see `AsyncMemory.facts`."""
        as_of = read_limit(wanted.as_of, owner.zone, "as_of")
        known_at = read_limit(wanted.known_at, owner.zone, "known_at")
        merges, zone = await read_merges(self._store, owner.id), owner.zone
        chosen = [
            record
            for record in await self._records(owner.id, merges, wanted.about, known_at)
            if wanted.admits(record, now=now, as_of=as_of, zone=zone)
        ]
        chosen = await self._told(owner, chosen, wanted.turns)
        return await self._shown(owner, sorted(chosen, key=_by_time)[: wanted.limit], merges)

    async def facts_by_id(self, owner: User, ids: Sequence[str]) -> list[Fact]:
        """Return the facts with these ids; ids without a fact are left out."""
        merges = await read_merges(self._store, owner.id)
        rows = await self._store.read("read_facts_by_id", user=owner.id, ids=list(ids)) if ids else []
        return await self._shown(owner, [record_of(row) for row in rows], merges)

    async def history(self, owner: User, subject: str, predicate: str) -> list[Fact]:
        """Return every fact ever believed about a subject and predicate; see `AsyncMemory.history`."""
        merges = await read_merges(self._store, owner.id)
        named = self._store.vocabulary.named
        group = named(predicate).group_name
        own = merges.canonical(await find_meant(self._store, owner.id, subject) or "")
        records = await self._records(owner.id, merges, subject, None)
        chosen = [r for r in records if r.subject == own and named(r.predicate).group_name == group]
        return await self._shown(owner, sorted(chosen, key=_by_time), merges)

    async def changes(
        self, owner: User, since: datetime, until: datetime, axis: Axis, *, include_minor: bool = False
    ) -> list[Change]:
        """Return the changes of a time range; see `AsyncMemory.changes`."""
        merges = await read_merges(self._store, owner.id)
        records = [
            record
            for record in await self._records(owner.id, merges, None, None)
            if not record.negated and (include_minor or not record.minor)
        ]
        if axis == "world":
            records = [r for r in records if not r.holds_never]
        happened = {fact.id: fact for fact in await self._shown(owner, records, merges)}
        found = [change for fact in happened.values() for change in _changes(fact, axis) if since <= change.at < until]
        return sorted(found, key=lambda c: (c.at, c.kind not in ("ended", "expired"), c.fact.predicate, c.fact.id))

    async def entity(self, user: str, name: str) -> Entity | None:
        """Return the entity with a name, alias or id, or None; for a merged one, the entity it was merged into."""
        merges = await read_merges(self._store, user)
        found = await find_meant(self._store, user, name)
        return None if found is None else (await read_entities(self._store, user, [found], merges)).get(found)

    async def similar_entities(self, user: str, name: str, limit: int) -> list[Entity]:
        """Return the entities that have a name like this one, each once, the most similar first."""
        merges = await read_merges(self._store, user)
        ids = await find_similar(self._store, user, name, limit)
        found = await read_entities(self._store, user, ids, merges)
        return list({entity.id: entity for entity in (found[own] for own in ids if own in found)}.values())

    async def _records(
        self, user: str, merges: Merges, about: str | None, known_at: datetime | None
    ) -> list[FactRecord]:
        own: str | None = None
        if about is not None and (own := await self._entity_id(user, about, merges)) is None:
            return []
        if known_at is not None:
            rows = await self._store.read("read_assertions", user=user, before=known_at)
            known = _drawn((assertion_of(row["assertion"]) for row in rows), merges, self._store.vocabulary)
            if own is None:
                return known
            return from_side_of(own, (r for r in known if own in (r.subject, r.object)), self._store.vocabulary)
        if own is not None:
            rows = await self._store.read("read_facts_about", user=user, ids=[own])
            return from_side_of(own, map(record_of, rows), self._store.vocabulary)
        return [record_of(row) for row in await self._store.read("read_facts", user=user)]

    async def _told(self, owner: User, records: list[FactRecord], wanted: TurnFilter) -> list[FactRecord]:
        """Return the facts stated by a turn that passes a filter."""
        if wanted.is_open:
            return records
        ids = sorted({turn for record in records for turn in record.turn_ids})
        rows = [row for part in batches(ids, _TURNS_AT_ONCE) for row in await self._filtered(owner, part)]
        passing = {row["id"] for row in rows if wanted.admits(row, owner.zone)}
        return [record for record in records if passing.intersection(record.turn_ids)]

    async def _filtered(self, owner: User, ids: Sequence[str]) -> Sequence[Row]:
        return await self._store.read("read_filtered", user=owner.id, ids=list(ids))

    async def _entity_id(self, user: str, name: str, merges: Merges) -> str | None:
        """Return the id of the canonical entity that somebody means by a name, or None."""
        found = await find_meant(self._store, user, name)
        return None if found is None else merges.canonical(found)

    async def _shown(
        self, owner: User, records: Sequence[FactRecord], merges: Merges, scores: Mapping[str, float] | None = None
    ) -> list[Fact]:
        ids = {i for r in records for i in (r.subject, r.object) if i is not None}
        entities = await read_entities(self._store, owner.id, ids, merges)
        words = self._store.vocabulary
        return [fact_of(record, entities, owner.zone, words, (scores or {}).get(record.id)) for record in records]


def _drawn(assertions: Iterable[Assertion], merges: Merges, vocabulary: FactVocabulary) -> list[FactRecord]:
    """Return the facts derived from all assertions of a user."""
    groups: defaultdict[Group, list[Assertion]] = defaultdict(list)
    for assertion in assertions:
        groups[group_of(assertion, merges, vocabulary)].append(assertion)
    return [record for group in sorted(groups) for record in draw(groups[group], merges, vocabulary)]


def _by_time(record: FactRecord) -> tuple[datetime, datetime, str, str]:
    return record.valid_at or BEGINNING, record.invalid_at or END, record.predicate, record.id


def _changes(fact: Fact, axis: Axis) -> Iterable[Change]:
    if axis == "memory":
        yield Change(fact.created_at, "learned", fact)
        if fact.expired_at is not None:
            yield Change(fact.expired_at, "expired", fact)
        return
    if fact.valid_at is not None:
        yield Change(fact.valid_at, "began", fact)
    if fact.invalid_at is not None:
        yield Change(fact.invalid_at, "ended", fact)
