"""Entities: looked up by name, created when new, and resolved through merges."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from rapidfuzz.distance import JaroWinkler

from chronomem.extractors.entity_resolution import EntityIndex, KnownEntity
from chronomem.graph_schema.database.name_index import drop_keys, store_keys
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.facts.views import Entity
from chronomem.graph_schema.model.entity_names import by_usual_role, comparable_name, entity_id, words_of

Runner = GraphStore | Transaction

MOST_NAMES = 5_000
"""The maximum number of entities of a user that a name in a question is compared with, those named most often first.
Others are found by the name under which they were first known.
"""
_SIMILAR = 0.82
"""The least Jaro-Winkler similarity of two names that are alike."""
_ASKED_FOR: tuple[EntityType, ...] = ("other", "person")
_MEANT = frozenset({"exact", "alias", "words"})
"""The ways of resolving a name that are certain enough for an answer."""


@dataclass(frozen=True, slots=True)
class Naming:
    """A reference to an entity by name.

    Attributes:
        name: the entity's name or id.
        type: its type.
        seen: when it was named.
        turn: the turn from which it was extracted, or None.
        given: whether a caller gave the type, so that no turn changes it.
    """

    name: str
    type: str
    seen: datetime
    turn: str | None = None
    given: bool = False


class Merges:
    """The merges of a user's entities, followed transitively."""

    def __init__(self, into: Mapping[str, str]) -> None:
        self._into = into

    def canonical(self, entity: str) -> str:
        """Return the entity that this one was merged into, directly or indirectly; or itself."""
        while entity in self._into:
            entity = self._into[entity]
        return entity

    def members(self, entity: str) -> list[str]:
        """Return this entity and all that were merged into it; nothing if it was itself merged into another."""
        if entity in self._into:
            return []
        return [entity, *sorted(other for other in self._into if self.canonical(other) == entity)]

    def named_in(self, text: str) -> list[str]:
        """Return the ids of the canonical entities that a text names by the name of one merged into them."""
        words = frozenset(words_of(text))
        return sorted({self.canonical(one) for one in self._into if words.issuperset(words_of(_name_in(one)))})


def _name_in(entity: str) -> str:
    """Return the name in an entity's id, in lower case."""
    return entity.partition(":")[2]


async def run_named(runner: Runner, name: str, **parameters: Any) -> list[dict[str, Any]]:
    """Run a named statement in a transaction, or by itself."""
    if isinstance(runner, Transaction):
        return await runner.run(name, **parameters)
    return await runner.read(name, **parameters)


async def read_merges(runner: Runner, user: str) -> Merges:
    """Return the merges of a user's entities."""
    rows = await run_named(runner, "read_merges", user=user)
    return Merges({row["id"]: row["into"] for row in rows})


async def find_ids(runner: Runner, user: str, names: Iterable[str]) -> dict[str, str]:
    """Return the ids of the names that are known: as an id, as a name, or by the usual word for a role ("Ann's mom").

    An alias has an id of its own; `Merges` resolves it.
    """
    wanted = sorted(set(names))
    ids = {name: (name, entity_id(name), entity_id(by_usual_role(name))) for name in wanted}
    rows = await run_named(runner, "find_entities", user=user, ids=sorted({i for pair in ids.values() for i in pair}))
    known = {row["id"] for row in rows}
    return {name: next(i for i in ids[name] if i in known) for name in wanted if known & set(ids[name])}


async def find_meant(store: GraphStore, user: str, name: str) -> str | None:
    """Return the id of the entity that somebody means by a name: by `find_ids`, or else by a form of its name.

    "Jose" means José, "Dr Sato" means Dr. Sato, and a first name means the only person known by it with a surname.
    """
    found = await find_ids(store, user, [name])
    if name in found:
        return found[name]
    rows = await store.read("list_names", user=user, limit=MOST_NAMES)
    index = EntityIndex(KnownEntity(r["id"], r["name"], r["type"], tuple(r["aliases"] or ())) for r in rows)
    for kind in _ASKED_FOR:
        meant = index.resolve(by_usual_role(name), kind)
        if meant.kind == "same" and meant.reason in _MEANT:
            return meant.entity_id
    return None


async def find_similar(store: GraphStore, user: str, name: str, limit: int) -> list[str]:
    """Return the ids of the entities with a name like this one, misspelt or a part of it; the most similar first."""
    rows = await store.read("list_names", user=user, limit=MOST_NAMES)
    wanted = comparable_name(name)
    likeness: list[tuple[float, str]] = []
    for row in rows:
        spoken = {comparable_name(one) for one in (row["name"], *(row["aliases"] or ()), *row["names"])}
        parts = spoken.union(*(one.split() for one in spoken))
        score = max(JaroWinkler.similarity(wanted, part) for part in parts)
        if score >= _SIMILAR:
            likeness.append((-score, row["id"]))
    return [entity for _, entity in sorted(likeness, key=lambda found: found[0])][:limit]


async def settle(
    tx: Transaction, user: str, namings: Sequence[Naming], known: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the id of each name, and create the entities that are new. `known` holds ids that are already resolved."""
    found = {n.name: known[n.name] for n in namings if n.name in known} if known else {}
    found |= await find_ids(tx, user, (n.name for n in namings if n.name not in found))
    grouped: dict[str, list[Naming]] = {}
    for naming in namings:
        grouped.setdefault(found.setdefault(naming.name, entity_id(naming.name)), []).append(naming)
    rows = [
        {
            "id": key,
            "name": own[0].name,
            "named_in": own[0].turn,
            "type": next((n.type for n in own if n.type != "other"), "other"),
            "given": next((n.type for n in own if n.given), None),
            "first": min(n.seen for n in own).isoformat(),
            "last": max(n.seen for n in own).isoformat(),
        }
        for key, own in sorted(grouped.items())
    ]
    if rows:
        await store_keys(tx, user, await tx.run("store_entities", user=user, rows=rows))
    return found


async def clear_up(tx: Transaction, user: str, candidates: Iterable[str]) -> int:
    """Delete the entities about which nothing is known any more, and return their number.

    The others get the first and last times, and the names, of the statements that are left about them.
    """
    ids = sorted(candidates)
    if not ids:
        return 0
    named = {row["id"]: row for row in await tx.run("find_needed", user=user, ids=ids)}
    free = [entity for entity in ids if entity not in named]
    deleted = await tx.run("delete_entities", user=user, ids=free) if free else []
    await drop_keys(tx, user, deleted)
    gone = {row["id"] for row in deleted}
    unnamed = {"first": None, "last": None, "given": False}
    left = [{"id": entity} | named.get(entity, unnamed) for entity in ids if entity not in gone]
    if left:
        await tx.run("date_entities", user=user, rows=left)
        await keep_names(tx, user, [row["id"] for row in left])
        await weigh_kinds(tx, user, (row["id"] for row in left))
    return len(gone)


async def keep_names(tx: Transaction, user: str, ids: Sequence[str]) -> None:
    """Keep only those names of entities by which a turn still calls them."""
    called: dict[str, set[str]] = {entity: set() for entity in ids}
    for row in await tx.run("find_names", user=user, ids=list(ids)):
        called[row["id"]].update(row["names"])
    rows = [{"id": entity, "names": sorted(names) or None} for entity, names in called.items()]
    await tx.run("set_names", user=user, rows=rows)


async def weigh_kinds(tx: Transaction, user: str, ids: Iterable[str], *, mentioned: bool = False) -> None:
    """Give entities the types that their names and all turns that mention them suggest.

    Args:
        mentioned: whether to leave entities that no turn mentions as they are: their types are those of their facts.
    """
    from chronomem.extractors.language.clauses.kinds import kind_of_entity  # imports half of the language rules

    told: dict[str, Counter[EntityType]] = {}
    known: dict[str, Row] = {}
    for row in await tx.run("weigh_kinds", user=user, ids=sorted(set(ids))):
        known[row["id"]] = row
        if row["kind"] is not None:
            told.setdefault(row["id"], Counter())[row["kind"]] += int(row["weight"])
    rows = [
        {"id": key, "type": row["given"] or kind_of_entity(row["name"], told.get(key, {}))}
        for key, row in sorted(known.items())
        if key in told or not mentioned
    ]
    if rows:
        await tx.run("set_kinds", user=user, rows=rows)


async def read_entities(runner: Runner, user: str, ids: Iterable[str], merges: Merges) -> dict[str, Entity]:
    """Return entities by id, each as the entity that it was merged into."""
    canonical = {entity: merges.canonical(entity) for entity in ids}
    rows = await run_named(runner, "find_entities", user=user, ids=sorted(set(canonical.values())))
    found = {row["id"]: _entity(row, merges) for row in rows}
    return {entity: found[own] for entity, own in canonical.items() if own in found}


def _entity(row: Mapping[str, Any], merges: Merges) -> Entity:
    times = {name: datetime.fromisoformat(row[name]) for name in ("first_seen", "last_seen") if row[name] is not None}
    others = {"aliases": tuple(row["aliases"] or ()), "merged": tuple(merges.members(row["id"])[1:])}
    return Entity(**(dict(row) | times | others))
