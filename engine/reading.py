"""Reading what was stored: the times, entities and facts that turns speak of. Behind storing, which so stays fast."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.engine.calendar import store_branches
from chronomem.engine.consolidated import Consolidated
from chronomem.engine.facts import record
from chronomem.engine.mentions import Names, store_mentions
from chronomem.engine.model_reading import ModelReader
from chronomem.engine.stored_turns import read_stored
from chronomem.extractors.turn_reading import TurnReader, TurnReading
from chronomem.extractors.turn_times import TurnTime
from chronomem.graph_schema.model import zone_of
from chronomem.graph_schema.results import Row
from chronomem.graph_schema.store import GraphStore, Transaction

Progress = Callable[[int], None]

_Piece = dict[str, list[str]]
"""Entries of the queue that are read together: the ids of their turns, by the entry's id."""

_QUEUED_AT_ONCE = 200
_TURNS_AT_ONCE = 250


class Reading:
    """Drains the queue of unread turns. Several that drain the same queue don't do a piece of it twice."""

    def __init__(
        self,
        store: GraphStore,
        reader: TurnReader,
        clock: Callable[[], datetime],
        by_model: ModelReader | None = None,
    ) -> None:
        self._store = store
        self._reader = reader
        self._clock = clock
        self._by_model = by_model

    async def pending(self) -> dict[str, int]:
        """Return how many turns are unread, by user."""
        return {row["user"]: row["turns"] for row in await self._store.read("list_unread_users")}

    async def drain(self, user: str, progress: Progress | None = None) -> Consolidated:
        """Read all that is unread of a user, oldest first: without a language model, and then with one."""
        zone = zone_of((await self._store.read("read_user", user=user))[0]["timezone"])
        names = Names(await self._store.read("list_names", user=user))
        done = Consolidated()
        fresh: list[str] = []
        if self._by_model is None:
            await self._take_back(user)
        while queued := await self._store.read("list_unread", user=user, limit=_QUEUED_AT_ONCE):
            async with aclosing(self._read_ahead(user, zone, list(_pieces(queued)))) as pieces:
                async for piece, readings in pieces:
                    done += await self._store_piece(user, zone, names, piece, readings)
                    fresh += [reading.turn.id for reading in readings]
                    if progress:
                        progress(sum(map(len, piece.values())))
        if self._by_model is not None:
            done += await self._by_model.drain(user, zone, names, fresh)
        return done

    async def _take_back(self, user: str) -> None:
        """Let what a language model was to read be read without one."""
        if await self._store.read("list_unread_by_model", user=user):
            await self._store.write(lambda tx: tx.run("leave_to_language", user=user), user=user)

    async def _read_ahead(
        self, user: str, zone: ZoneInfo, pieces: Sequence[_Piece]
    ) -> AsyncGenerator[tuple[_Piece, list[TurnReading]], None]:
        """Yield each piece with what was read in it, while the next one is being read."""
        ahead = asyncio.create_task(self._read(user, zone, pieces[0]))
        try:
            for piece, following in zip_longest(pieces, pieces[1:]):
                readings = await ahead
                if following is not None:
                    ahead = asyncio.create_task(self._read(user, zone, following))
                yield piece, readings
        finally:
            ahead.cancel()

    async def _read(self, user: str, zone: ZoneInfo, piece: _Piece) -> list[TurnReading]:
        turns = await read_stored(self._store, user, [turn for turns in piece.values() for turn in turns])
        return await asyncio.to_thread(self._reader.read, turns, zone)

    async def _store_piece(
        self, user: str, zone: ZoneInfo, names: Names, queued: _Piece, readings: Sequence[TurnReading]
    ) -> Consolidated:
        by_id = {reading.turn.id: reading for reading in readings}

        async def work(tx: Transaction) -> Consolidated:
            version = (await tx.run("begin_version", user=user))[0]["version"]
            ours = [row["id"] for row in await tx.run("finish_unread", user=user, ids=list(queued))]
            mine = [by_id[turn] for key in ours for turn in queued[key] if turn in by_id]
            return await self._write(tx, user, version, zone, names, mine) if mine else Consolidated()

        return await self._store.write(work, user=user)

    async def _write(
        self,
        tx: Transaction,
        user: str,
        version: int,
        zone: ZoneInfo,
        names: Names,
        readings: Sequence[TurnReading],
    ) -> Consolidated:
        if self._by_model is not None and self._by_model.reads_everything:
            readings = [replace(reading, facts=()) for reading in readings]
            turns = [reading.turn for reading in readings]
            await self._by_model.queue(tx, user, version, turns, self._clock())
        ids = [reading.turn.id for reading in readings]
        times = await _write_times(tx, user, version, ids, readings)
        mentions = await store_mentions(tx, user, names, readings)
        facts = [fact for reading in readings for fact in reading.facts]
        operations = await record(tx, user, version, zone, facts, self._clock(), names=names.ids) if facts else []
        return Consolidated(len(readings), times, mentions, dict(Counter(o.kind for o in operations)))


def _pieces(queued: Iterable[Row]) -> Iterator[_Piece]:
    """Put small entries of the queue together, and yield about as many turns as one transaction should write."""
    piece: _Piece = {}
    for row in queued:
        if piece and sum(map(len, piece.values())) + len(row["turns"]) > _TURNS_AT_ONCE:
            yield piece
            piece = {}
        piece[row["id"]] = row["turns"]
    if piece:
        yield piece


async def _write_times(
    tx: Transaction, user: str, version: int, ids: Sequence[str], readings: Sequence[TurnReading]
) -> int:
    found = [(reading.turn.id, time) for reading in readings for time in reading.times]
    await tx.run("unlink_times", user=user, ids=list(ids))
    if found:
        await store_branches(tx, user, (time.path for _, time in found))
        await tx.run("link_times", user=user, version=version, times=[_time_row(*pair) for pair in found])
    return len(found)


def _time_row(turn: str, time: TurnTime) -> dict[str, Any]:
    return {
        "turn": turn,
        "period": time.path[0].id,
        "start": _utc(time.start),
        "end": _utc(time.end),
        "grain": time.grain,
        "kind": time.kind,
        "text": time.text,
        "weight": time.weight,
    }


def _utc(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat() if moment is not None else None
