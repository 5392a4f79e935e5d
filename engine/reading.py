"""Reading what was stored: the times, entities and facts that turns speak of. Behind storing, which so stays fast."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import zip_longest
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.engine.calendar import store_branches
from chronomem.engine.consolidation.sleep import Slept
from chronomem.engine.facts import record
from chronomem.engine.mentions import Names, store_mentions
from chronomem.extractors.turn_reading import StoredTurn, TurnReader, TurnReading
from chronomem.extractors.turn_times import TurnTime
from chronomem.graph_schema.model import zone_of
from chronomem.graph_schema.results import Row
from chronomem.graph_schema.store import GraphStore, Transaction

Progress = Callable[[int], None]

_Piece = dict[str, list[str]]
"""Entries of the queue that are read together: the ids of their turns, by the entry's id."""

_QUEUED_AT_ONCE = 200
_TURNS_AT_ONCE = 250


@dataclass(frozen=True)
class Consolidated:
    """What a call of `consolidate` did.

    Attributes:
        turns: how many turns were read.
        times: how many times they are about.
        mentions: how often they name an entity.
        operations: how many facts they gave, by what each did to the facts that were there: DUPLICATE, ADD,
            INVALIDATE, UPDATE.
        slept: what was made of turns beside that.
    """

    turns: int = 0
    times: int = 0
    mentions: int = 0
    operations: Mapping[str, int] = field(default_factory=dict)
    slept: Slept = field(default_factory=Slept)

    def __add__(self, other: "Consolidated") -> "Consolidated":
        return Consolidated(
            self.turns + other.turns,
            self.times + other.times,
            self.mentions + other.mentions,
            dict(Counter(self.operations) + Counter(other.operations)),
            self.slept + other.slept,
        )


class Reading:
    """Drains the queue of unread turns. Several that drain the same queue don't do a piece of it twice."""

    def __init__(self, store: GraphStore, reader: TurnReader, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._reader = reader
        self._clock = clock

    async def pending(self) -> dict[str, int]:
        """Return how many turns are unread, by user."""
        return {row["user"]: row["turns"] for row in await self._store.read("list_unread_users")}

    async def drain(self, user: str, progress: Progress | None = None) -> Consolidated:
        """Read all that is unread of a user, oldest first."""
        zone = zone_of((await self._store.read("read_user", user=user))[0]["timezone"])
        names = Names(await self._store.read("list_names", user=user))
        done = Consolidated()
        while queued := await self._store.read("list_unread", user=user, limit=_QUEUED_AT_ONCE):
            async with aclosing(self._read_ahead(user, zone, list(_pieces(queued)))) as pieces:
                async for piece, readings in pieces:
                    done += await self._store_piece(user, zone, names, piece, readings)
                    if progress:
                        progress(sum(map(len, piece.values())))
        return done

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
        turns = await self._turns(user, [turn for turns in piece.values() for turn in turns])
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

    async def _turns(self, user: str, ids: Sequence[str]) -> list[StoredTurn]:
        rows = await self._store.read("read_texts", user=user, ids=list(ids))
        sessions = sorted({row["session"] for row in rows})
        present = await self._store.read("speakers_of_sessions", user=user, ids=sessions)
        speakers = {row["session"]: row["speakers"] for row in present}
        return [
            StoredTurn(
                id=row["id"],
                text=row["text"],
                said_at=row["said_at"],
                speaker=row["speaker"],
                role=row["role"],
                others=tuple(sorted(set(speakers[row["session"]]) - {row["speaker"]})),
            )
            for row in rows
        ]

    async def _write(
        self,
        tx: Transaction,
        user: str,
        version: int,
        zone: ZoneInfo,
        names: Names,
        readings: Sequence[TurnReading],
    ) -> Consolidated:
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
