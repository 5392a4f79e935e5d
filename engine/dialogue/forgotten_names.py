"""Entities that owe their names to forgotten turns, and the turns from which they are extracted again under other
names.

The first turn that names an entity gives it its name and id, and later names are resolved to the entities known by
then. A name means in every later turn the entity that it was once resolved to. If the turn that first named an entity
is forgotten, or the one that first called it by another name, the entity is deleted, and so are those whose names could
be resolved otherwise without it. The turns that name them are extracted again, in order of time.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from chronomem.extractors.entity_resolution import NEW, EntityIndex, KnownEntity, Similarity, is_nickname
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.model.entity_names import comparable_name
from chronomem.graph_schema.model.times import utc_time

_KINDS: tuple[EntityType, ...] = ("other", "person")
"""The kinds of entities whose names are resolved differently."""


async def find_unfounded(
    tx: Transaction,
    user: str,
    named: Collection[str],
    spoke: Collection[str],
    gone: Collection[str],
    called: Mapping[tuple[str, str], datetime],
    similarity: Similarity | None,
) -> set[str]:
    """Return the entities that deleted turns gave their names, and those whose names depend on theirs.

    Speakers keep their names, and so do entities that a caller named in a fact or a merge.

    Args:
        named: the entities that those turns named or that spoke in them.
        spoke: the entities that spoke in them. One that no longer speaks is no longer known as a speaker from the
            beginning.
        gone: the turns; their assertions and mentions are deleted already.
        called: when those turns first called an entity by a name, by both.
        similarity: of two names, by which names of things are resolved.
    """

    def is_unfounded(row: Row) -> bool:
        owes = row["named_in"] is None or row["named_in"] in gone or row["id"] in spoke
        return owes and not row["speaks"]

    origins = await tx.run("find_name_origins", user=user, ids=sorted(named)) if named else []
    lost = {row["id"] for row in origins if is_unfounded(row)}
    found = sorted({row["id"] for row in origins if not row["speaks"]} - lost)
    lost |= await _called_first(tx, user, found, called)
    if not lost:
        return set()
    merges = [row for row in await tx.run("read_merges", user=user) if not row["told"]]
    given = {row["id"] for row in await tx.run("find_given_entities", user=user)}
    given |= {row[end] for row in merges for end in ("id", "into")}
    rows = await tx.run("list_name_origins", user=user)
    free = [row for row in rows if not (row["speaks"] or row["id"] in given)]
    return _Names(free, similarity).depending_on(lost - given)


async def _called_first(
    tx: Transaction, user: str, entities: Sequence[str], called: Mapping[tuple[str, str], datetime]
) -> set[str]:
    """Return the entities that deleted turns were the first to call by a name that is still in use."""
    rows = await tx.run("find_names", user=user, ids=list(entities)) if entities else []
    since: dict[tuple[str, str], datetime] = {}
    for row in rows:
        for name in row["names"]:
            said_at = utc_time(row["since"])
            since[row["id"], name] = min(said_at, since.get((row["id"], name), said_at))
    return {key[0] for key, first in since.items() if key in called and called[key] < first}


class _Names:
    """The names of entities, and which entities have names that could mean one another.

    Their kinds don't count, since they may be others once their names are extracted again.

    Args:
        rows: the entities: id, name, and the names that were resolved to each.
    """

    def __init__(self, rows: Iterable[Row], similarity: Similarity | None) -> None:
        self._similarity = similarity
        self._of = {row["id"]: sorted({row["name"], *row["names"]}) for row in rows}
        self._sharing: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self._first: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for entity, names in self._of.items():
            for name in names:
                for part in _parts(name):
                    self._sharing[part][entity] = None
                self._first[_first_name(name)][entity] = None

    def depending_on(self, lost: Collection[str]) -> set[str]:
        """Return entities with all those that a name of one could mean, or that could mean one, and so on."""
        found, fresh = set(lost), sorted(lost)
        while fresh:
            entity = fresh.pop()
            near = {other for other in self._candidates(entity) if other not in found and self._may_be(entity, other)}
            found |= near
            fresh += sorted(near)
        return found

    def _candidates(self, entity: str) -> Iterator[str]:
        """Yield the entities with a name that shares a word or its beginning with one of this, or is a nickname."""
        for name in self._of[entity]:
            for part in _parts(name):
                yield from self._sharing[part]
            first = _first_name(name)
            for other, entities in self._first.items():
                if is_nickname(first, other):
                    yield from entities

    def _may_be(self, one: str, other: str) -> bool:
        ours, theirs = self._of[one], self._of[other]
        return self._means(ours, theirs) or self._means(theirs, ours)

    def _means(self, named: Iterable[str], known: Iterable[str]) -> bool:
        for kind in _KINDS:
            index = EntityIndex((KnownEntity(name, name, kind) for name in known), self._similarity)
            if any(index.resolve(name, kind) != NEW for name in named):
                return True
        return False


def _parts(name: str) -> list[str]:
    """Return the words of a name, and its first two letters, by which names are compared."""
    normal = comparable_name(name)
    return [*normal.split(), f"{normal[:2]}…"]


def _first_name(name: str) -> str:
    return comparable_name(name).partition(" ")[0]


async def turns_naming(tx: Transaction, user: str, entities: Collection[str]) -> list[str]:
    """Return the turns in which the pipeline found entities, in order of time."""
    if not entities:
        return []
    rows = await tx.run("find_turns_naming", user=user, ids=sorted(entities))
    said = {row["id"]: utc_time(row["said_at"]) for row in rows}
    return sorted(said, key=lambda turn: (said[turn], turn))
