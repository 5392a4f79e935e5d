"""Reading what was stored: which times it is about. Behind storing, so that storing stays fast."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

from chronomem.engine.calendar import store_branches
from chronomem.extractors.turn_times import TurnTime, read_times
from chronomem.graph_schema.model import zone_of
from chronomem.graph_schema.store import GraphStore, Transaction

Progress = Callable[[int], None]

_AT_ONCE = 20


@dataclass(frozen=True)
class Consolidated:
    """What a call of `consolidate` did.

    Attributes:
        turns: how many turns were read.
        times: how many times they are about.
    """

    turns: int = 0
    times: int = 0

    def __add__(self, other: "Consolidated") -> "Consolidated":
        return Consolidated(self.turns + other.turns, self.times + other.times)


class Reading:
    """Drains the queue of unread turns. Two that drain the same queue don't do a piece of it twice."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store

    async def pending(self) -> dict[str, int]:
        """Return how many turns are unread, by user."""
        return {row["user"]: row["turns"] for row in await self._store.read("list_unread_users")}

    async def drain(self, user: str, progress: Progress | None = None) -> Consolidated:
        """Read all that is unread of a user, oldest first."""
        zone = zone_of((await self._store.read("read_user", user=user))[0]["timezone"])
        done = Consolidated()
        while queued := await self._store.read("list_unread", user=user, limit=_AT_ONCE):
            for unread in queued:
                done += await self._read(user, zone, unread["id"], unread["turns"])
                if progress:
                    progress(len(unread["turns"]))
        return done

    async def _read(self, user: str, zone: ZoneInfo, queue_id: str, ids: Sequence[str]) -> Consolidated:
        rows = await self._store.read("read_texts", user=user, ids=list(ids))
        found = await asyncio.to_thread(_times_of, rows, zone)

        async def work(tx: Transaction) -> Consolidated:
            version = (await tx.run("begin_version", user=user))[0]["version"]
            if not await tx.run("finish_unread", user=user, id=queue_id):
                return Consolidated()  # somebody else was faster
            await tx.run("unlink_times", user=user, ids=list(ids))
            if found:
                await store_branches(tx, user, (time.path for _, time in found))
                await tx.run("link_times", user=user, version=version, times=[_row(*pair) for pair in found])
            return Consolidated(len(rows), len(found))

        return await self._store.write(work)


def _times_of(rows: Sequence[dict[str, Any]], zone: ZoneInfo) -> list[tuple[str, TurnTime]]:
    return [(row["id"], time) for row in rows for time in read_times(row["text"], row["said_at"], zone)]


def _row(turn: str, time: TurnTime) -> dict[str, Any]:
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


def _utc(moment: datetime | None) -> datetime | None:
    return moment.astimezone(UTC) if moment is not None else None
