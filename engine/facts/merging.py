"""Merging two entities into one, and splitting them again."""

from collections.abc import Iterable
from datetime import datetime

from chronomem.engine.facts.entities import Merges, Naming, find_ids, read_entities, read_merges, settle
from chronomem.engine.facts.groups import group_about, redraw
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.views import Entity


class EntityMerging:
    """Merges and splits the entities of users.

    Assertions stay with the entity under whose name they were made. A merge is a record that points to the other
    entity, and the facts of both are derived again. So a merge can be undone at any time, and assertions made in the
    meantime go to the right entity.
    """

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def merge(self, user: str, keep: str, other: str, now: datetime) -> Entity:
        """Merge an entity into another; see `AsyncMemory.merge_entities`."""

        async def work(tx: Transaction) -> Entity:
            version = await tx.begin(user)
            found = await find_ids(tx, user, [keep])
            if keep not in found:
                raise InvalidInput(f"there is no entity {keep!r:.60} to merge {other!r:.60} into; check the name")
            merges = await read_merges(tx, user)
            into = merges.canonical(found[keep])
            kept = (await read_entities(tx, user, [into], merges))[into]
            ids = await settle(tx, user, [Naming(other, kept.type, kept.last_seen or now)])
            gone = merges.canonical(ids[other])
            if gone == into:
                return kept
            await tx.run("store_merge", user=user, id=gone, into=into, now=now)
            return await self._settle(tx, user, version, merges, into, [*merges.members(gone), *merges.members(into)])

        return await self._store.write(work, user=user)

    async def split(self, user: str, name: str) -> Entity:
        """Undo a merge; see `AsyncMemory.split_entity`."""

        async def work(tx: Transaction) -> Entity:
            version = await tx.begin(user)
            merges = await read_merges(tx, user)
            own = (await find_ids(tx, user, [name])).get(name)
            if own is None or merges.canonical(own) == own:
                others = ", ".join(merges.members(own)[1:]) if own is not None else ""
                hint = f"; split one of those that were merged into it: {others}" if others else "; check the name"
                raise InvalidInput(f"entity {name!r:.60} was not merged into another{hint}")
            into = merges.canonical(own)
            await tx.run("delete_merge", user=user, id=own)
            await self._settle(tx, user, version, merges, into, merges.members(into))
            after = await read_merges(tx, user)
            return (await read_entities(tx, user, [own], after))[own]

        return await self._store.write(work, user=user)

    async def _settle(
        self, tx: Transaction, user: str, version: int, before: Merges, into: str, members: Iterable[str]
    ) -> Entity:
        """After a change of merges, derive the facts of the entities again, and update their aliases."""
        after = await read_merges(tx, user)
        touched = sorted(set(members))
        rows = await tx.run("find_assertions_about", user=user, ids=touched)
        groups = [group_about(row["subject"], row["predicate"], m) for row in rows for m in (before, after)]
        await redraw(tx, user, version, groups, after)
        entities = await tx.run("find_entities", user=user, ids=touched)
        names = {row["id"]: row["name"] for row in entities}
        for entity in touched:
            aliases = sorted({names[m] for m in after.members(entity)[1:]} - {names[entity]})
            await tx.run("set_aliases", user=user, id=entity, aliases=aliases)
        return (await read_entities(tx, user, [into], after))[into]
