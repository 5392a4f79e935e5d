"""The index of names: which entities of a user have a name with a certain word, beginning or end.

Neither database indexes the words of a property, so the memory keeps the index itself, in `:Name` nodes. Whoever looks
names up compares them again.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.entity_names import comparable_name, name_keys

_AT_ONCE = 1_000


class Entry(NamedTuple):
    """An entity in the index.

    Attributes:
        name: its name, in the form in which names are compared.
        id: its id.
    """

    name: str
    id: str


async def store_keys(tx: Transaction, user: str, entities: Sequence[Row]) -> None:
    """Enter entities, given by id and name."""
    if entities:
        await tx.run("store_keys", user=user, rows=_by_key(entities))
        await tx.run("mark_keyed", user=user, ids=[row["id"] for row in entities])


async def drop_keys(tx: Transaction, user: str, entities: Sequence[Row]) -> None:
    """Take deleted entities out, given by id and name."""
    if entities:
        await tx.run("drop_keys", user=user, rows=_by_key(entities))


def unlike(entities: Sequence[Row], index: Sequence[Row]) -> list[Row]:
    """Return the entries by which the index differs from what it should be: {key, entity, missing}.

    Args:
        entities: id and name of those that are in the index.
        index: id and entities of its keys.
    """
    due = {(row["key"], entity) for row in _by_key(entities) for entity in row["entities"]}
    found = {(row["id"], entity) for row in index for entity in row["entities"]}
    return [{"key": key, "entity": entity, "missing": (key, entity) in due} for key, entity in sorted(due ^ found)]


async def mend_keys(tx: Transaction, user: str, wrong: Sequence[Row]) -> None:
    """Make the entries that `unlike` returned as they should be."""
    for name, missing in (("store_keys", True), ("drop_keys", False)):
        rows = [{"key": row["key"], "entities": [row["entity"]]} for row in wrong if row["missing"] is missing]
        await tx.run(name, user=user, rows=rows)


async def index_names(store: GraphStore, user: str) -> None:
    """Enter all entities of a user that aren't there yet."""

    async def work(tx: Transaction) -> bool:
        rows = await tx.run("list_unkeyed", user=user, limit=_AT_ONCE)
        await store_keys(tx, user, rows)
        return bool(rows)

    while await store.write(work, user=user):
        pass


async def find_named(runner: GraphStore | Transaction, user: str, keys: Collection[str]) -> dict[str, list[Entry]]:
    """Return the entries of some keys."""
    if not keys:
        return {}
    run = runner.run if isinstance(runner, Transaction) else runner.read
    found = {row["key"]: row["entities"] for row in await run("find_keyed", user=user, keys=sorted(keys))}
    return {key: [Entry(*entry.split("\t", 1)) for entry in found.get(key, ())] for key in keys}


def _by_key(entities: Sequence[Row]) -> list[Row]:
    found: dict[str, set[str]] = {}
    for row in entities:
        for key in name_keys(row["name"]):
            found.setdefault(key, set()).add(f"{comparable_name(row['name'])}\t{row['id']}")
    return [{"key": key, "entities": sorted(own)} for key, own in sorted(found.items())]
