"""Storing dialogue: turns are checked first, then written in batches, each batch entirely or not at all."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import Any, TypeVar
from uuid import uuid4
from weakref import WeakValueDictionary
from zoneinfo import ZoneInfo

from chronomem.engine.dialogue.calendar import store_branches
from chronomem.engine.dialogue.context import queue_turns, turns_after, turns_of_sessions
from chronomem.engine.dialogue.erasure import erase
from chronomem.engine.dialogue.sessions import SessionBook, SessionDraft, link_again
from chronomem.engine.settings import Settings
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.embeddings.passages import EmbeddedTurn, turn_vectors
from chronomem.graph_schema.database.name_index import store_keys
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.errors import TurnConflict
from chronomem.graph_schema.model.dialogue import Session, Turn
from chronomem.graph_schema.model.entity_names import entity_id
from chronomem.graph_schema.model.periods import branch, day_id, days_between, local_day
from chronomem.graph_schema.model.times import read_limit, read_time, utc_text, zone_of
from chronomem.graph_schema.model.turn_filter import Metadata, metadata_text

Progress = Callable[[int], None]

_CHARACTERS_AT_ONCE = 1_000_000
"""The maximum number of characters in one transaction; `Settings.batch_turns` is that of turns."""
_GROUPED_TURNS, _GROUPED_CHARACTERS = 50, 25_000
"""Turns that share the look-up of their session, day and speaker. The database holds a group once for each of its
turns, so the size of a group is bounded for the cost of storing to be linear."""

T = TypeVar("T")


@dataclass(frozen=True)
class Added:
    """The result of storing turns.

    Attributes:
        turn_ids: the id of each turn given, in the order given.
        stored: the number of new turns.
        new_ids: the ids of the new turns.
        known: the number of turns that were stored before, word for word; nothing was written for them.
        bookmarks: the state of a Neo4j database afterwards, for `AsyncMemory.after`.
    """

    turn_ids: tuple[str, ...]
    stored: int
    new_ids: frozenset[str] = frozenset()
    bookmarks: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def known(self) -> int:
        return len(self.turn_ids) - self.stored


@dataclass(frozen=True)
class DatedTurn:
    """A turn with its id and its time."""

    turn: Turn
    id: str
    said_at: datetime
    expires_at: datetime | None = None


class Ingest:
    """Stores turns of dialogue for one user at a time."""

    def __init__(self, store: GraphStore, embedder: Embedder, settings: Settings) -> None:
        self._store = store
        self._embedder = embedder
        self._settings = settings
        self._writers: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def add(
        self,
        user: str,
        turns: Sequence[Turn],
        *,
        now: datetime,
        progress: Progress | None = None,
        of_session: Metadata | None = None,
    ) -> Added:
        """Store turns in batches; give an id and a time to those that have none.

        Every turn is checked before the first is written. `progress` is called after each batch with the number
        of turns in it. `of_session` is the metadata of the sessions that the turns name.

        Raises:
            InvalidTime: a time can't be parsed.
            TurnConflict: another turn has the same id; the batches before it are stored.
        """
        # Within one process, a lock keeps the writers of one user from colliding.
        async with self._writers.setdefault(user, asyncio.Lock()):
            zone = await self.zone(user, now, check=lambda zone: [self._dated(turn, zone, now) for turn in turns])
            dated = [self._dated(turn, zone, now) for turn in turns]
            new: set[str] = set()
            for batch in _cut(
                dated, self._settings.batch_turns, _CHARACTERS_AT_ONCE, length=lambda d: len(d.turn.text)
            ):
                new |= await self._store_batch(user, zone, batch, now)
                if progress:
                    progress(len(batch))
            if of_session is not None:
                named = sorted({turn.session for turn in turns if turn.session is not None})
                await self._describe_sessions(user, named, metadata_text(of_session))
            return Added(tuple(d.id for d in dated), len(new), frozenset(new), await self._store.bookmarks())

    async def _describe_sessions(self, user: str, sessions: Sequence[str], metadata: str) -> None:
        async def work(tx: Transaction) -> None:
            version = await tx.begin(user, derives=False)
            await tx.run("describe_sessions", user=user, version=version, ids=sessions, metadata=metadata)
            await tx.run("note_metadata", user=user)

        await self._store.write(work, user=user)

    async def create_user(self, user: str, timezone: str, now: datetime, language: str | None = None) -> ZoneInfo:
        """Create a user with a timezone and maybe a language; an existing user keeps its own. Return the timezone."""

        async def create(tx: Transaction) -> dict[str, Any]:
            own = {"timezone": timezone, "embedder": self._embedder.name, "now": now, "language": language}
            return (await tx.run("create_user", user=user, **own))[0]

        while (row := await self._store.write(create, user=user))["forgotten"]:
            await erase(self._store, user)  # the rest of a forgotten user of that name
        return zone_of(row["timezone"])

    async def zone(self, user: str, now: datetime, *, check: Callable[[ZoneInfo], object]) -> ZoneInfo:
        """Return the timezone of a user, who is created if there is none.

        Before that, `check` is called with the timezone that a new user would get; if it raises, no user is created.
        """
        rows = await self._store.read("read_user", user=user)
        if rows:
            return zone_of(rows[0]["timezone"])
        check(zone_of(self._settings.timezone))
        return await self.create_user(user, self._settings.timezone, now, self._settings.language)

    def _dated(self, turn: Turn, zone: ZoneInfo, now: datetime) -> DatedTurn:
        said_at = now if turn.said_at is None else read_time(turn.said_at, zone)
        return DatedTurn(turn, turn.id or uuid4().hex, said_at, read_limit(turn.expires_at, zone, "expires_at"))

    async def _store_batch(self, user: str, zone: ZoneInfo, batch: Sequence[DatedTurn], now: datetime) -> set[str]:
        batch = _without_repetitions(batch)
        texts = [d.turn.text for d in batch]
        words = self._settings.passage_words
        vectors = await asyncio.to_thread(turn_vectors, self._embedder, texts, words)
        embeddings = {d.id: vector for d, vector in zip(batch, vectors, strict=True)}

        async def work(tx: Transaction) -> set[str]:
            fresh = await _fresh(tx, user, batch)
            if fresh:
                await self._write(tx, user, zone, fresh, embeddings, now)
            return {dated.id for dated in fresh}

        return await self._store.write(work, user=user)

    async def _write(
        self,
        tx: Transaction,
        user: str,
        zone: ZoneInfo,
        turns: Sequence[DatedTurn],
        embeddings: dict[str, EmbeddedTurn],
        now: datetime,
    ) -> None:
        version = await tx.begin(user, derives=False)
        book = await self._sessions(tx, user, zone, turns)
        groups: defaultdict[tuple[str, date, str], list[dict[str, Any]]] = defaultdict(list)
        for dated in sorted(turns, key=lambda d: d.said_at):
            session = book.find(dated.turn.session, dated.said_at)
            seq = session.place(dated.id, dated.said_at, dated.turn.speaker)
            key = session.id, local_day(dated.said_at, zone), entity_id(dated.turn.speaker)
            groups[key].append(_turn_row(dated, seq, embeddings[dated.id], self._settings.passage_words))
        days = {day for _, day, _ in groups}
        await store_branches(tx, user, (branch(day, zone) for day in sorted(days)))
        await tx.run("store_sessions", user=user, sessions=[_session_row(s) for s in book.changed])
        await store_keys(tx, user, await tx.run("store_speakers", user=user, speakers=_speaker_rows(turns)))
        await tx.run("store_turns", user=user, version=version, now=now, groups=_group_rows(groups))
        if (expiry := min((d.expires_at for d in turns if d.expires_at is not None), default=None)) is not None:
            await tx.run("note_expiry", user=user, at=expiry.isoformat())
        if any(d.turn.metadata for d in turns):
            await tx.run("note_metadata", user=user)
        await self._link(tx, user, book.changed)
        ids = [d.id for d in turns]
        tx.log.turns += ids
        late = [turn for session in book.changed if session.reordered for turn in session.added]
        joined = [session.id for session in book.changed if session.is_joined]
        again = await turns_after(tx, user, late) + await turns_of_sessions(tx, user, joined)
        await queue_turns(tx, user, version, ids, [turn for turn in again if turn not in {*ids}], now)

    async def _sessions(self, tx: Transaction, user: str, zone: ZoneInfo, turns: Sequence[DatedTurn]) -> SessionBook:
        gap = self._settings.session_gap
        found = []
        if named := sorted({d.turn.session for d in turns if d.turn.session is not None}):
            found += await tx.run("find_sessions", user=user, ids=named)
        unnamed = [d.said_at for d in turns if d.turn.session is None]
        if unnamed:
            days = {day for at in unnamed for day in days_between(at - gap, at + gap + timedelta.resolution, zone)}
            found += await tx.run("find_sessions_of_days", user=user, days=sorted(map(day_id, days)))
        older = [row["id"] for row in found if row["speakers"] is None]  # stored before sessions had the names
        rows = await tx.run("speakers_of_sessions", user=user, ids=older) if older else []
        there = {row["session"]: row["speakers"] for row in rows}
        sessions = (Session(**row | {"speakers": row["speakers"] or there.get(row["id"], [])}) for row in found)
        return SessionBook(sessions, gap=gap, new_id=lambda: uuid4().hex)

    async def _link(self, tx: Transaction, user: str, sessions: Sequence[SessionDraft]) -> None:
        pairs: list[tuple[str, str]] = []
        for session in sessions:
            if session.reordered:
                await link_again(tx, user, session.id)
            else:
                pairs += pairwise([*([session.was_last] if session.was_last else []), *session.added])
        if pairs:
            await tx.run("link_turns", user=user, pairs=[{"before": a, "after": b} for a, b in pairs])


def _cut(turns: Iterable[T], most: int, characters: int, *, length: Callable[[T], int]) -> Iterator[list[T]]:
    """Cut turns into pieces of limited numbers of turns and characters; a longer turn is a piece by itself."""
    piece: list[T] = []
    size = 0
    for turn in turns:
        if piece and (len(piece) == most or size + length(turn) > characters):
            yield piece
            piece, size = [], 0
        piece.append(turn)
        size += length(turn)
    if piece:
        yield piece


def _without_repetitions(batch: Sequence[DatedTurn]) -> list[DatedTurn]:
    unique: dict[str, DatedTurn] = {}
    for dated in batch:
        first = unique.setdefault(dated.id, dated)
        if first is not dated:
            _check_same(dated, _identity(first))
    return list(unique.values())


async def _fresh(tx: Transaction, user: str, batch: Sequence[DatedTurn]) -> list[DatedTurn]:
    """Return the turns that aren't stored yet; raise `TurnConflict` if an id belongs to another turn."""
    rows = await tx.run("find_turns", user=user, ids=[d.id for d in batch])
    known = {row["id"]: (row["text"], row["said_at"], row["speaker"]) for row in rows}
    for dated in batch:
        if dated.id in known:
            _check_same(dated, known[dated.id])
    return [d for d in batch if d.id not in known]


def _identity(dated: DatedTurn) -> tuple[str, datetime, str]:
    return dated.turn.text, dated.said_at, dated.turn.speaker


def _check_same(dated: DatedTurn, stored: tuple[str, datetime, str]) -> None:
    for what, new, old in zip(("text", "said_at", "speaker"), _identity(dated), stored, strict=True):
        if new != old and not (what == "said_at" and dated.turn.said_at is None):
            raise TurnConflict(
                f"turn id {dated.id!r} is taken by a turn with another {what} ({old!s:.60} instead of {new!s:.60});"
                " give this one an id of its own, or forget the stored one first"
            )


def _turn_row(dated: DatedTurn, seq: int, vectors: EmbeddedTurn, passage_words: int) -> dict[str, Any]:
    turn = dated.turn
    return {
        "id": dated.id,
        "seq": seq,
        "speaker": turn.speaker,
        "role": turn.role,
        "text": turn.text,
        "expires_at": utc_text(dated.expires_at),
        "metadata": metadata_text(turn.metadata) if turn.metadata else None,
        "said_at": dated.said_at.isoformat(),
        "embedding": vectors.embedding,
        "passages": vectors.passages,
        "passage_words": None if vectors.passages is None else passage_words,
    }


def _group_rows(groups: Mapping[tuple[str, date, str], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    return [
        {"session": session, "day": day_id(day), "speaker": speaker, "turns": piece}
        for (session, day, speaker), turns in groups.items()
        for piece in _cut(turns, _GROUPED_TURNS, _GROUPED_CHARACTERS, length=lambda row: len(row["text"]))
    ]


def _session_row(draft: SessionDraft) -> dict[str, Any]:
    return {
        "id": draft.id,
        "implicit": draft.implicit,
        "started_at": draft.started_at,
        "ended_at": draft.ended_at,
        "next_seq": draft.next_seq,
        "last_turn": draft.added[-1],
        "speakers": sorted(draft.speakers | draft.joined),
    }


def _speaker_rows(turns: Sequence[DatedTurn]) -> list[dict[str, Any]]:
    said: defaultdict[str, list[DatedTurn]] = defaultdict(list)
    for dated in turns:
        said[entity_id(dated.turn.speaker)].append(dated)
    return [
        {
            "id": key,
            "name": own[0].turn.speaker,
            "turns": len(own),
            "first_seen": min(d.said_at for d in own),
            "last_seen": max(d.said_at for d in own),
        }
        for key, own in sorted(said.items())
    ]
