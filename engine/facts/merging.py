"""Merging two entities into one, and splitting them again."""

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from chronomem.engine.facts.entities import Merges, Naming, find_ids, read_entities, read_merges, settle
from chronomem.engine.facts.groups import group_about, redraw
from chronomem.extractors.entity_resolution import ToldSame, join_told
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
            await tx.run("store_merge", user=user, id=gone, into=into, now=now, told=False)
            tx.log.entities("MERGE", user, [gone])
            await _settle(tx, user, version, merges, [*merges.members(gone), *merges.members(into)])
            return (await read_entities(tx, user, [into], await read_merges(tx, user)))[into]

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
            tx.log.entities("SPLIT", user, [own])
            await tx.run("keep_apart", user=user, id=own, into=into)
            await _settle(tx, user, version, merges, merges.members(into))
            after = await read_merges(tx, user)
            return (await read_entities(tx, user, [own], after))[own]

        return await self._store.write(work, user=user)


async def told_aliases(tx: Transaction, user: str, turns: Sequence[str]) -> set[str]:
    """Take back the statements of turns about names, for a new extraction or to forget them; return the entities."""
    rows = await tx.run("untell_same", user=user, ids=list(turns))
    return {row[end] for row in rows for end in ("alias", "name")}


async def tell_aliases(tx: Transaction, user: str, told: Sequence[tuple[str, ToldSame]]) -> set[str]:
    """Store the statements of turns about names, each with its turn; return the entities."""
    rows = [{"alias": same.alias, "name": same.name, "turn": turn} for turn, same in told if same.alias != same.name]
    if rows:
        await tx.run("tell_same", user=user, rows=rows)
    return {row[end] for row in rows for end in ("alias", "name")}


async def join_told_names(tx: Transaction, user: str, version: int, touched: Collection[str]) -> None:
    """Merge the entities that turns declare to be one, and undo those that none declares any more; others stay."""
    if not touched:
        return
    told, names, speakers = await _said_of(tx, user, touched)
    rows = await tx.run("read_merges", user=user)
    before = Merges({row["id"]: row["into"] for row in rows})
    given = {row["id"] for row in rows if not row["told"]}
    near = {*names, *touched}
    old = {row["id"]: row["into"] for row in rows if row["told"] and (row["id"] in near or row["into"] in near)}
    new = {entity: into for entity, into in join_told(told, names, speakers).items() if entity not in given}
    changed = {entity for entity in {*old, *new} if old.get(entity) != new.get(entity)}
    for entity in sorted(changed & old.keys()):
        await tx.run("delete_merge", user=user, id=entity)
        tx.log.entities("SPLIT", user, [entity])
    others = Merges({row["id"]: row["into"] for row in rows if row["id"] not in old})
    for entity in sorted(changed & new.keys()):
        if others.canonical(new[entity]) != entity:
            await tx.run("store_merge", user=user, id=entity, into=new[entity], now=None, told=True)
            tx.log.entities("MERGE", user, [entity])
    if changed:
        ends = {before.canonical(e) for e in changed} | {old[e] for e in changed & old.keys()}
        ends |= {new[e] for e in changed & new.keys()}
        await _settle(tx, user, version, before, [*changed, *(m for end in ends for m in before.members(end))])


async def _said_of(
    tx: Transaction, user: str, touched: Collection[str]
) -> tuple[list[ToldSame], dict[str, str], set[str]]:
    """Return all statements about the names of entities and of those named with them, their names, and the speakers."""
    told: dict[ToldSame, None] = {}
    names: dict[str, str] = {}
    speakers: set[str] = set()
    new, seen = set(touched), set(touched)
    while new:
        for row in await tx.run("find_told_same", user=user, ids=sorted(new)):
            told[ToldSame(row["alias"], row["name"])] = None
            for end in ("alias", "name"):
                names[row[end]] = row[f"{end}_text"]
                speakers |= {row[end]} if row[f"{end}_speaks"] else set()
        new = names.keys() - seen
        seen |= new
    return [*told], names, speakers


async def _settle(tx: Transaction, user: str, version: int, before: Merges, members: Iterable[str]) -> None:
    """After a change of merges, derive the facts of the entities again, and update their aliases."""
    after = await read_merges(tx, user)
    touched = sorted(set(members))
    rows = await tx.run("find_assertions_about", user=user, ids=touched)
    groups = [group_about(row["subject"], row["predicate"], m, tx.vocabulary) for row in rows for m in (before, after)]
    await redraw(tx, user, version, groups, after)
    entities = await tx.run("find_entities", user=user, ids=touched)
    names = {row["id"]: row["name"] for row in entities}
    for entity in sorted(names):
        aliases = sorted({names[m] for m in after.members(entity)[1:] if m in names} - {names[entity]})
        await tx.run("set_aliases", user=user, id=entity, aliases=aliases)
