"""Forgetting: turns and sources with everything that only they state, or all data of a user."""

from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from chronomem.engine.dialogue.calendar import delete_empty_periods, forget_empty_months
from chronomem.engine.dialogue.context import queue_turns, take_from_queue, turns_after, turns_of_sessions
from chronomem.engine.dialogue.erasure import erase
from chronomem.engine.dialogue.forgotten_names import find_unfounded, turns_naming
from chronomem.engine.dialogue.sessions import link_again
from chronomem.engine.facts.entities import clear_up, keep_names, read_merges
from chronomem.engine.facts.groups import group_about, redraw
from chronomem.engine.facts.merging import join_told_names, told_aliases
from chronomem.engine.facts.writing import delete_assertions, entities_of
from chronomem.extractors.entity_resolution import Similarity
from chronomem.extractors.llm.reply_cache import ReplyCache
from chronomem.graph_schema.database.event_log import event_id, hash_of
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.scrubbing import note_traces
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.facts.assertion import OPERATOR, Assertion, source_origin, turn_origin
from chronomem.graph_schema.model.times import Clock, utc_time
from chronomem.retrieval.index.snapshots import delete_snapshots

_BY = ["pipeline", "model"]
"""The extractors whose results are removed from a turn when it, or a turn of its context, is forgotten."""


@dataclass(frozen=True)
class Forgotten:
    """The counts of forgotten data.

    Attributes:
        turns: the number of turns.
        assertions: the number of assertions made in them, or by the source.
        entities: the number of entities about which nothing else was known.
        bookmarks: the state of a Neo4j database afterwards, for `AsyncMemory.after`.

    It is false if there was nothing to forget.
    """

    turns: int
    assertions: int
    entities: int
    bookmarks: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __bool__(self) -> bool:
        return bool(self.turns or self.assertions or self.entities)


Afterwards = Callable[[Transaction, int, Forgotten], Awaitable[None]]


class Forgetting:
    """Forgets data of users."""

    def __init__(
        self, store: GraphStore, replies: ReplyCache | None, clock: Clock, similarity: Similarity | None
    ) -> None:
        self._store = store
        self._replies = replies
        self._clock = clock
        self._similarity = similarity

    async def forget_user(self, user: str) -> Forgotten:
        """Delete all data of a user and all cached replies of language models, including ones that arrive meanwhile."""
        await self._forget_replies(user)
        gone = await erase(self._store, user)
        await self._forget_replies(user)
        return Forgotten(gone["Turn"], gone["Assertion"], gone["Entity"])

    async def forget(
        self,
        user: str,
        turn_ids: Sequence[str] = (),
        source: str | None = None,
        *,
        assertions: Sequence[str] = (),
        afterwards: Afterwards | None = None,
    ) -> Forgotten:
        """Forget turns, a source and single assertions in one transaction; unknown ids are ignored.

        `afterwards` runs at the end of the transaction, with its version and with what was forgotten.

        All cached replies of language models for the user are deleted first: the turns behind a reply aren't recorded,
        and a reply that is needed again is requested again. The snapshots of the user's index are deleted before, so
        that a killed process leaves none, and once more after the last writer could have written one.
        """
        await self._forget_replies(user)
        await delete_snapshots(self._store, user)

        async def work(tx: Transaction) -> Forgotten:
            note_traces(self._store)
            version = await tx.begin(user, "begin_epoch")
            deletion = _Deletion(tx, user, version)
            context = await turns_after(tx, user, turn_ids)
            if turn_ids:
                await deletion.take_out(turn_ids, "find_said", _BY)
            if source is not None:
                deletion.said += await tx.run("find_sourced", user=user, source=source)
                await tx.run("delete_source", user=user, source=source)
            await deletion.take_corrections(turn_ids, source)
            if assertions:
                await deletion.take_assertions(assertions)
            asserted = len({row["id"] for row in deletion.said})
            waiting = await take_from_queue(tx, user, turn_ids)
            places = await _delete_turns(tx, user, version, turn_ids) if turn_ids else []
            context += await _close_ranks(tx, user, {row["session"] for row in places})
            await deletion.take_out(context, "find_extracted", _BY)
            await deletion.derive_again()
            first = await tx.run("find_named_first", user=user, ids=sorted({*turn_ids, *context}))
            spoke = {row["speaker"] for row in places}
            named = deletion.named | spoke | {row["id"] for row in first}
            lost = {*turn_ids, *context}
            unfounded = await find_unfounded(tx, user, named, spoke, lost, deletion.called, self._similarity)
            entities = await clear_up(tx, user, named - unfounded)
            again = await turns_naming(tx, user, unfounded)
            await deletion.take_out(again, "find_extracted", ["pipeline"])
            await deletion.derive_again()
            entities += await clear_up(tx, user, unfounded)
            if waiting:  # a turn whose mentions an earlier deletion took out: any entity may have a name from it
                rows = await tx.run("list_name_origins", user=user)
                await keep_names(tx, user, [row["id"] for row in rows if row["names"]])
            await tx.run("take_from_model", user=user, ids=context)
            await tx.run("drop_contexts", user=user, ids=context)
            await queue_turns(tx, user, version, [], await _in_order(tx, user, {*context, *again}), self._clock())
            await deletion.blank_what_was_told([*context, *again])
            await delete_empty_periods(tx, user)
            await forget_empty_months(tx, user)
            await _clear_feed(tx, user, version, places)
            gone = Forgotten(len(places), asserted, entities)
            if afterwards is not None:
                await afterwards(tx, version, gone)
            return gone

        gone = await self._store.write(work, user=user)
        await delete_snapshots(self._store, user)
        return gone

    async def _forget_replies(self, user: str) -> None:
        if self._replies is not None:
            await self._replies.forget(user)


async def _clear_feed(tx: Transaction, user: str, version: int, places: Sequence[Row]) -> None:
    """Take forgotten turns, and the times of all facts, out of the events before."""
    by_event: defaultdict[str, list[str]] = defaultdict(list)
    for row in places:
        by_event[event_id(row["added"])].append(row["id"])
    rows = [{"id": event, "turns": turns} for event, turns in sorted(by_event.items())]
    if rows:
        await tx.run("take_from_events", user=user, rows=rows)
    await tx.run("blank_events", user=user, version=version)
    tx.log.details.clear()
    tx.log.forgotten += sorted(hash_of(user, row["id"]) for row in places)


class _Deletion:
    """The results of extraction that one deletion takes out.

    Attributes:
        said: the assertions to delete, with their subjects, predicates and objects.
        named: the entities that they and those deleted, or the turns, name.
        called: when the turns first called an entity by a name, by both.
    """

    def __init__(self, tx: Transaction, user: str, version: int) -> None:
        self._tx = tx
        self._user = user
        self._version = version
        self.said: list[Row] = []
        self.named: set[str] = set()
        self.called: dict[tuple[str, str], datetime] = {}
        self._renamed: set[str] = set()
        self._left: dict[str, Assertion] = {}

    async def take_out(self, turns: Collection[str], which: str, by: Sequence[str]) -> None:
        """Take mentions and other names out of turns, and note those of their assertions that a statement finds."""
        values: dict[str, Any] = {"user": self._user, "ids": sorted(set(turns)), "by": list(by)}
        if turns:
            self.said += await self._tx.run(which, **values)
            self._renamed |= await told_aliases(self._tx, self._user, values["ids"])  # found by the mentions
            for row in await self._tx.run("unlink_mentions", **values):
                self.named.add(row["entity"])
                for name in row["names"]:
                    key = row["entity"], name
                    said_at = utc_time(row["said_at"])
                    self.called[key] = min(said_at, self.called.get(key, said_at))

    async def take_corrections(self, turns: Collection[str], source: str | None) -> None:
        """Note the corrections of facts that have no other origin; take these origins out of the others."""
        origins = [turn_origin(turn) for turn in turns] + ([source_origin(source)] if source is not None else [])
        rows = await self._tx.run("find_corrections", user=self._user, source=OPERATOR, origins=origins)
        self.said += [row for row in rows if not row["left"]]
        if kept := [{"id": row["id"], "left": row["left"]} for row in rows if row["left"]]:
            await self._tx.run("set_withdraws", user=self._user, rows=kept)

    async def take_assertions(self, ids: Sequence[str]) -> None:
        """Note single assertions, and the retractions of nothing but these."""
        self.said += await self._tx.run("find_assertions_by_id", user=self._user, ids=list(ids))
        values = {"source": OPERATOR, "turn": turn_origin(""), "ids": list(ids)}
        self.said += await self._tx.run("find_retractions_of", user=self._user, **values)

    async def derive_again(self) -> None:
        """Delete the noted assertions, and derive the facts again that they bore on."""
        await join_told_names(self._tx, self._user, self._version, self._renamed)
        self.named |= self._renamed
        if not self.said:
            return
        self.named |= entities_of(self.said)
        await delete_assertions(self._tx, self._user, self.said)
        merges = await read_merges(self._tx, self._user)
        groups = [group_about(row["subject"], row["predicate"], merges, self._tx.vocabulary) for row in self.said]
        left, _ = await redraw(self._tx, self._user, self._version, groups, merges)
        self._left.update((assertion.id, assertion) for assertion in left)
        self.said = []

    async def blank_what_was_told(self, again: Sequence[str]) -> None:
        """Delete the texts that were made from the turns that are extracted again, and from facts that are changed."""
        turns = sorted({*again, *(a.turn_id for a in self._left.values() if a.turn_id is not None)})
        await self._tx.run("blank_Topic", user=self._user, ids=turns)
        await self._tx.run("blank_Persona", user=self._user, ids=turns)
        named = self.named | {end for a in self._left.values() for end in (a.subject, a.object) if end is not None}
        await self._tx.run("blank_profiles", user=self._user, ids=sorted(named))


async def _in_order(tx: Transaction, user: str, turns: Collection[str]) -> list[str]:
    """Return turns in order of time."""
    rows = await tx.run("when_said", user=user, ids=sorted(turns)) if turns else []
    return [row["id"] for row in sorted(rows, key=lambda row: (utc_time(row["said_at"]), row["id"]))]


async def _delete_turns(tx: Transaction, user: str, version: int, ids: Sequence[str]) -> list[dict[str, Any]]:
    places = await tx.run("find_places_of_turns", user=user, ids=sorted(set(ids)))
    if not places:
        return []
    gone = [row["id"] for row in places]
    since = min((row["session_from"] for row in places), key=utc_time)
    await tx.run("blank_periods", user=user, version=version, ids=gone)
    await tx.run("blank_memories", user=user, at=since)
    await tx.run("blank_Topic", user=user, ids=gone)
    await tx.run("blank_Persona", user=user, ids=gone)
    await tx.run("change_structures", user=user, at=since)
    await tx.run("break_leases", user=user)
    await tx.run("delete_turns", user=user, ids=gone)
    for label in ("Topic", "Persona"):
        await tx.run(f"delete_unfounded_{label}", user=user)
    spoken = Counter(row["speaker"] for row in places)
    await tx.run("count_mentions_down", user=user, rows=[{"id": e, "turns": n} for e, n in sorted(spoken.items())])
    return places


async def _close_ranks(tx: Transaction, user: str, sessions: Collection[str]) -> list[str]:
    """Link the turns that sessions still have, and delete sessions that have none.

    Return the turns of the sessions in which somebody no longer speaks.
    """
    spoke = await tx.run("find_sessions", user=user, ids=sorted(sessions)) if sessions else []
    for session in sorted(sessions):
        kept = await link_again(tx, user, session)
        await tx.run("span_session" if kept else "delete_session", user=user, session=session)
    rows = await tx.run("speakers_of_sessions", user=user, ids=sorted(sessions)) if sessions else []
    speakers = {row["session"]: sorted(row["speakers"]) for row in rows}
    left = [row["id"] for row in spoke if row["id"] in speakers and row["speakers"] != speakers[row["id"]]]
    for session in left:
        await tx.run("set_speakers", user=user, session=session, speakers=speakers[session])
    return await turns_of_sessions(tx, user, left)
