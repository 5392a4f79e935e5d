"""The index of names: which entities of a user have a name with a certain word, beginning or end.

Neither database indexes the words of a property, so the memory keeps the index itself, in `:Name` nodes. Whoever looks
names up compares them again.
"""

from collections.abc import Sequence

from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.entity_names import name_keys

_AT_ONCE = 1_000


async def store_keys(tx: Transaction, user: str, entities: Sequence[Row]) -> None:
    """Enter entities, given by id and name."""
    if entities:
        await tx.run("store_keys", user=user, rows=_by_key(entities))
        await tx.run("mark_keyed", user=user, ids=[row["id"] for row in entities])


async def drop_keys(tx: Transaction, user: str, entities: Sequence[Row]) -> None:
    """Take deleted entities out, given by id and name."""
    if entities:
        await tx.run("drop_keys", user=user, rows=_by_key(entities))


async def index_names(store: GraphStore, user: str) -> None:
    """Enter all entities of a user that aren't there yet."""

    async def work(tx: Transaction) -> bool:
        rows = await tx.run("list_unkeyed", user=user, limit=_AT_ONCE)
        await store_keys(tx, user, rows)
        return bool(rows)

    while await store.write(work, user=user):
        pass


def _by_key(entities: Sequence[Row]) -> list[Row]:
    found: dict[str, set[str]] = {}
    for row in entities:
        for key in name_keys(row["name"]):
            found.setdefault(key, set()).add(row["id"])
    return [{"key": key, "entities": sorted(own)} for key, own in sorted(found.items())]
