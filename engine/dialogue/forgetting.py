"""Forgetting: turns and sources with everything that only they state, or all data of a user."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from chronomem.engine.dialogue.calendar import delete_empty_periods
from chronomem.engine.dialogue.erasure import erase
from chronomem.engine.facts.entities import read_merges, weigh_kinds
from chronomem.engine.facts.groups import group_about, redraw
from chronomem.engine.facts.merging import join_told_names, told_aliases
from chronomem.extractors.llm.reply_cache import ReplyCache
from chronomem.graph_schema.database.scrubbing import note_traces
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.times import Clock
from chronomem.retrieval.index.snapshots import delete_snapshots


@dataclass(frozen=True)
class Forgotten:
    """The counts of what was forgotten.

    Attributes:
        turns: the number of turns.
        assertions: the number of assertions made in them, or by the source.
        entities: the number of entities about which nothing else was known.

    It is false if there was nothing to forget.
    """

    turns: int
    assertions: int
    entities: int

    def __bool__(self) -> bool:
        return bool(self.turns or self.assertions or self.entities)


class Forgetting:
    """Forgets data of users."""

    def __init__(self, store: GraphStore, replies: ReplyCache | None, clock: Clock) -> None:
        self._store = store
        self._replies = replies
        self._clock = clock

    async def forget_user(self, user: str) -> Forgotten:
        """Delete all data of a user and all cached replies of language models, including ones that arrive meanwhile."""
        await self._forget_replies(user)
        gone = await erase(self._store, user)
        await self._forget_replies(user)
        return Forgotten(gone["Turn"], gone["Assertion"], gone["Entity"])

    async def forget(self, user: str, turn_ids: Sequence[str], source: str | None) -> Forgotten:
        """Forget turns and a source in one transaction; unknown ids are ignored.

        All cached replies of language models for the user are deleted first: the turns behind a reply aren't recorded,
        and a reply that is needed again is requested again. The snapshots of the user's index are deleted before, so
        that a killed process leaves none, and once more after the last writer could have written one.
        """
        await self._forget_replies(user)
        await delete_snapshots(self._store, user)

        async def work(tx: Transaction) -> Forgotten:
            note_traces(self._store)
            version = await tx.begin(user, "begin_epoch")
            said = await tx.run("find_said", user=user, ids=list(turn_ids)) if turn_ids else []
            if source is not None:
                said += await tx.run("find_sourced", user=user, source=source)
                await tx.run("delete_source", user=user, source=source)
            if said:
                await tx.run("delete_assertions", user=user, ids=sorted({row["id"] for row in said}))
                merges = await read_merges(tx, user)
                groups = [group_about(row["subject"], row["predicate"], merges) for row in said]
                await redraw(tx, user, version, groups, merges)
            renamed = await told_aliases(tx, user, turn_ids) if turn_ids else set()
            await join_told_names(tx, user, version, renamed, self._clock())
            mentions = await tx.run("unlink_mentions", user=user, ids=list(turn_ids)) if turn_ids else []
            places = await _delete_turns(tx, user, version, turn_ids) if turn_ids else []
            named = {row[end] for row in said for end in ("subject", "object") if row[end] is not None}
            named |= {row["entity"] for row in mentions}
            named |= {row["speaker"] for row in places}
            await delete_empty_periods(tx, user)
            await tx.run("blank_profiles", user=user, ids=sorted(named))
            entities = await _delete_unneeded(tx, user, named)
            await weigh_kinds(tx, user, (row["entity"] for row in mentions))
            return Forgotten(len(places), len({row["id"] for row in said}), entities)

        gone = await self._store.write(work, user=user)
        await delete_snapshots(self._store, user)
        return gone

    async def _forget_replies(self, user: str) -> None:
        if self._replies is not None:
            await self._replies.forget(user)


async def _delete_turns(tx: Transaction, user: str, version: int, ids: Sequence[str]) -> list[dict[str, Any]]:
    places = await tx.run("find_places_of_turns", user=user, ids=sorted(set(ids)))
    if not places:
        return []
    gone = [row["id"] for row in places]
    await tx.run("forget_unread", user=user, ids=gone)
    since = min(row["session_from"] for row in places)
    await tx.run("blank_periods", user=user, version=version, ids=gone)
    await tx.run("blank_memories", user=user, at=since)
    await tx.run("blank_Topic", user=user, ids=gone)
    await tx.run("blank_Persona", user=user, ids=gone)
    await tx.run("change_structures", user=user, at=since)
    await tx.run("delete_turns", user=user, ids=gone)
    spoken = Counter(row["speaker"] for row in places)
    await tx.run("count_mentions_down", user=user, rows=[{"id": e, "turns": n} for e, n in sorted(spoken.items())])
    for session in sorted({row["session"] for row in places}):
        await _close_ranks(tx, user, session)
    return places


async def _close_ranks(tx: Transaction, user: str, session: str) -> None:
    """Link the turns that a session still has; delete a session that has none."""
    left = [row["id"] for row in await tx.run("order_of_session", user=user, session=session)]
    if not left:
        await tx.run("delete_session", user=user, session=session)
        return
    await tx.run("unlink_session", user=user, session=session)
    await tx.run("set_last_turn", user=user, session=session, turn=left[-1])
    await tx.run("span_session", user=user, session=session)
    if pairs := [{"before": a, "after": b} for a, b in pairwise(left)]:
        await tx.run("link_turns", user=user, pairs=pairs)


async def _delete_unneeded(tx: Transaction, user: str, candidates: Iterable[str]) -> int:
    """Delete the entities about which nothing is known any more; return their number."""
    ids = sorted(candidates)
    if not ids:
        return 0
    needed = {row["id"] for row in await tx.run("find_needed", user=user, ids=ids)}
    free = [entity for entity in ids if entity not in needed]
    return len(await tx.run("delete_entities", user=user, ids=free)) if free else 0
