"""Entity linking: the entity that a name means, and the turns that mention it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from chronomem.engine.facts.entities import Naming, settle, weigh_kinds
from chronomem.extractors.embeddings.embedder import Embedder, StaticEmbedder, Vectors
from chronomem.extractors.entity_resolution import (
    EntityIndex,
    KnownEntity,
    Similarity,
    ToldSame,
    keys_of_meant,
    may_mean,
)
from chronomem.extractors.turns.extraction import TurnExtraction
from chronomem.graph_schema.database.name_index import Entry, find_named
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.facts.assertion import ExtractedBy
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.entity_names import comparable_name, entity_id

_REMEMBERED = 10_000


def similarity_by(embedder: Embedder) -> Similarity | None:
    """Return an embedder's similarity of two names; None for an embedder that may call a server for each name."""
    if not isinstance(embedder, StaticEmbedder):
        return None

    @lru_cache(maxsize=_REMEMBERED)
    def vector(name: str) -> Vectors:
        own: Vectors = embedder.embed([name])[0]
        return own

    return lambda one, other: float(np.einsum("i,i->", vector(one), vector(other)))


@dataclass(frozen=True, slots=True)
class _Resolved:
    id: str
    maybe: str | None


class KnownNames:
    """The entities of one user, by name. A resolved name keeps its entity, however many others are named later.

    Only the entities are read that names at hand may mean, before these are resolved.

    Args:
        memory: the identity of the user's data, which changes with each deletion.
        similarity: the similarity of two names by an embedder.
    """

    def __init__(self, memory: str, similarity: Similarity | None = None) -> None:
        self._similarity = similarity
        self._begin(memory)

    def _begin(self, memory: str) -> None:
        self._memory = memory
        self._index = EntityIndex((), self._similarity)
        self._resolved: dict[str, _Resolved] = {}
        self._stored: set[tuple[str, str]] = set()
        self._entries: dict[str, list[Entry]] = {}
        self._read: set[str] = set()

    async def read(self, tx: Transaction, user: str, names: Iterable[str]) -> None:
        """Read the entities that names may mean; all of them again if something was forgotten meanwhile.

        So no name of what was forgotten comes back.
        """
        memory = User.found(user, await tx.run("read_user", user=user)).memory
        if memory != self._memory:
            self._begin(memory)
        asked = {name: keys_of_meant(name) for name in names if name not in self._resolved}
        keys = {key for own in asked.values() for key in own} - self._entries.keys()
        self._entries |= await find_named(tx, user, keys)
        ids = {entity_id(name) for name in asked}
        for name, own in asked.items():
            normal = comparable_name(name)
            ids |= {entry.id for key in own for entry in self._entries[key] if may_mean(normal, entry.name)}
        while ids := ids - self._read:
            rows = await tx.run("read_names", user=user, ids=sorted(ids))
            self.add(rows)
            self._read |= ids
            ids = {one for row in rows for one in row["into"]}

    def add(self, rows: Iterable[Row]) -> None:
        """Add known entities: id, name, type, aliases, the names that were resolved to them, and whether they speak."""
        for row in rows:
            self._index.add(
                KnownEntity(row["id"], row["name"], row["type"], tuple(row["aliases"] or ()), row["speaks"])
            )
            for name in row["names"]:
                self._resolved.setdefault(name, _Resolved(row["id"], None))
                self._stored.add((row["id"], name))

    def unstored(self, names: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
        """Return those names of entities that weren't stored when the entities were read, by entity."""
        found: dict[str, list[str]] = {}
        for entity, name in sorted(set(names) - self._stored):
            found.setdefault(entity, []).append(name)
        return found

    @property
    def ids(self) -> dict[str, str]:
        """The entity of each name that was resolved."""
        return {name: resolved.id for name, resolved in self._resolved.items()}

    def told_in(self, extractions: Iterable[TurnExtraction]) -> list[tuple[str, ToldSame]]:
        """Return what turns say of names, each with its turn; the names are resolved already."""
        ids = self.ids
        return [
            (extraction.turn.id, ToldSame(ids[alias.alias], ids[alias.name]))
            for extraction in extractions
            for alias in extraction.aliases
        ]

    def resolve(self, name: str, kind: EntityType) -> tuple[str, str | None]:
        """Return the id of the entity that a name means, and that of a second one that it may mean."""
        if name not in self._resolved:
            found = self._index.resolve(name, kind)
            if found.kind == "same" and found.entity_id is not None:
                self._resolved[name] = _Resolved(found.entity_id, None)
            else:
                self._resolved[name] = _Resolved(entity_id(name), found.entity_id)
                self._index.add(KnownEntity(entity_id(name), name, kind))
                self._read.add(entity_id(name))
        resolved = self._resolved[name]
        return resolved.id, resolved.maybe


def _named_in(reading: TurnExtraction) -> Iterator[str]:
    yield from (mention.name for mention in reading.mentions)
    for fact in reading.facts:
        yield fact.subject
        if fact.object is not None:
            yield fact.object
    for alias in reading.aliases:
        yield from (alias.alias, alias.name)


def _told(evidence: tuple[EntityType, int]) -> dict[str, Any]:
    kind, weight = evidence
    return {"kind": kind, "weight": weight}


@dataclass(frozen=True, slots=True)
class Mentioned:
    """The mentions that were stored.

    Attributes:
        count: their number.
        left: the entities that an earlier extraction found in the turns, and this one doesn't.
    """

    count: int
    left: Set[str] = frozenset()


async def store_mentions(
    tx: Transaction, user: str, names: KnownNames, readings: Sequence[TurnExtraction], *, by: ExtractedBy
) -> Mentioned:
    """Store the mentions of entities in turns. Names in facts are resolved too.

    Args:
        by: the extractor: its earlier mentions in the turns are replaced. Entities that another has linked stay so.
    """
    await names.read(tx, user, {name for reading in readings for name in _named_in(reading)})
    namings: list[Naming] = []
    maybe: dict[str, str] = {}

    def named(name: str, kind: EntityType, reading: TurnExtraction) -> str:
        own, other = names.resolve(name, kind)
        if other is not None and other != own:
            maybe[own] = other
        namings.append(Naming(name, kind, reading.turn.said_at, reading.turn.id))
        return own

    counted: Counter[tuple[str, str]] = Counter()
    spans: dict[tuple[str, str], list[int]] = {}
    called: dict[tuple[str, str], dict[str, None]] = {}
    told: dict[tuple[str, str], tuple[EntityType, int]] = {}
    for reading in readings:
        for mention in reading.mentions:
            key = reading.turn.id, named(mention.name, mention.type, reading)
            counted[key] += 1
            spans.setdefault(key, []).extend((mention.start, mention.end))
            called.setdefault(key, {})[mention.name] = None
            told[key] = max(told.get(key, mention.evidence), mention.evidence, key=lambda kind: (kind[1], kind[0]))
        for fact in reading.facts:
            named(fact.subject, fact.subject_type or "other", reading)
            if fact.object is not None:
                named(fact.object, fact.object_type or "other", reading)
        for alias in reading.aliases:
            named(alias.alias, "other", reading)
            named(alias.name, "other", reading)
    settled = await settle(tx, user, namings, known=names.ids) if namings else {}
    turns = [reading.turn.id for reading in readings]
    before = {row["entity"] for row in await tx.run("unlink_mentions", user=user, ids=turns, by=[by])}
    for row in await tx.run("linked_mentions", user=user, ids=turns):
        counted.pop((row["turn"], row["entity"]), None)
    if by == "model":
        known = [{"turn": turn, "entity": entity} | _told(kind) for (turn, entity), kind in told.items() if kind[1]]
        await tx.run("tell_kinds", user=user, rows=known)
    rows: list[dict[str, Any]] = [
        {"turn": turn, "entity": entity, "spans": spans[turn, entity], "names": [*called[turn, entity]]}
        | _told(told[turn, entity])
        for turn, entity in counted
    ]
    if rows:
        await tx.run("link_mentions", user=user, rows=rows, by=by)
        new = names.unstored((row["entity"], name) for row in rows for name in row["names"])
        if new:
            await tx.run("add_names", user=user, rows=[{"id": entity, "names": own} for entity, own in new.items()])
    await weigh_kinds(tx, user, [*settled.values(), *before], mentioned=True)
    if maybe:
        await tx.run("link_maybe_same", user=user, pairs=[{"one": a, "other": b} for a, b in sorted(maybe.items())])
    return Mentioned(sum(counted.values()), before - {row["entity"] for row in rows})
