"""Entities that owe their name to forgotten turns, and the turns from which they are extracted again under another.

The first turn that names an entity gives it its name and id, and later names are resolved to the entities known by
then. If that turn is forgotten, the entity is deleted, and so are those whose names could be resolved otherwise without
it. The turns that name them are extracted again, in order of time.
"""

from collections.abc import Collection, Iterable, Set

from chronomem.extractors.entity_resolution import NEW, EntityIndex, KnownEntity
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import Transaction


async def find_unfounded(tx: Transaction, user: str, named: Collection[str], gone: Collection[str]) -> set[str]:
    """Return the entities that turns gone by now gave their names, and those whose names depend on theirs.

    Speakers stay what they are called, and so does what a caller named in a fact or a merge.

    Args:
        named: the entities that those turns named or that spoke in them.
        gone: the turns; their assertions and mentions are deleted already.
    """
    if not named:
        return set()
    origins = await tx.run("find_name_origins", user=user, ids=sorted(named))
    if all(row["speaks"] or row["merged"] or (row["named_in"] or "") not in {*gone, ""} for row in origins):
        return set()
    given = {row["id"] for row in await tx.run("find_given_entities", user=user)}
    rows = await tx.run("list_name_origins", user=user)
    free = {row["id"]: row for row in rows if not (row["speaks"] or row["merged"] or row["id"] in given)}
    lost = {i for i, row in free.items() if i in named and (row["named_in"] is None or row["named_in"] in gone)}
    return _with_dependent(lost, free.values())


def _with_dependent(lost: Set[str], rows: Iterable[Row]) -> set[str]:
    """Return entities with all those one name of which could mean one of them, and so on."""
    known = {row["id"]: [_called(row, name) for name in {row["name"], *row["names"]}] for row in rows}
    found, fresh = set(lost), set(lost)
    while fresh:
        index = EntityIndex(one for entity in fresh for one in known[entity])
        fresh = {
            entity
            for entity, names in known.items()
            if entity not in found and any(_could_mean(index, one, known, fresh) for one in names)
        }
        found |= fresh
    return found


def _could_mean(index: EntityIndex, one: KnownEntity, known: dict[str, list[KnownEntity]], fresh: Set[str]) -> bool:
    """Whether a name could mean one of the indexed entities, or one of theirs it: the rules differ by direction."""
    if index.resolve(one.name, one.type) != NEW:
        return True
    own = EntityIndex([one])
    return any(own.resolve(other.name, other.type) != NEW for entity in fresh for other in known[entity])


def _called(row: Row, name: str) -> KnownEntity:
    return KnownEntity(row["id"], name, row["type"])


async def turns_naming(tx: Transaction, user: str, entities: Collection[str]) -> list[str]:
    """Return the turns in which the pipeline found entities, in order of time."""
    if not entities:
        return []
    rows = await tx.run("find_turns_naming", user=user, ids=sorted(entities))
    said = {row["id"]: row["said_at"] for row in rows}
    return sorted(said, key=lambda turn: (said[turn], turn))
