"""The extraction queue: stored turns that wait for extraction. Workers claim entries, so that each is done once."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from chronomem.graph_schema.database.results import Row, present
from chronomem.graph_schema.database.store import GraphStore, Transaction

Piece = dict[str, list[str]]
"""Entries of the queue that are extracted together: the ids of their turns, by the entry's id."""

LEASE = timedelta(seconds=30)
"""How long the claim of a silent worker lasts; a late worker loses its results."""
_POLL_S = 0.1
_QUEUED_AT_ONCE = 200
_TURNS_AT_ONCE = 250
"""The approximate number of turns to write in one transaction."""


class ExtractionQueue:
    """One worker's access to the queues of users."""

    def __init__(self, store: GraphStore, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._clock = clock
        self._holder = uuid4().hex
        self._held: dict[str, Piece] = {}

    async def count(self) -> dict[str, int]:
        """Return the number of turns waiting for extraction, by user."""
        return {row["user"]: row["turns"] for row in await self._store.read("list_unread_users")}

    async def claim(self, user: str, *, patient: bool = True) -> Piece | None:
        """Claim the oldest free entries of a user and return them, or None if none are left.

        While others hold all that is left, a patient worker waits for them, and takes over entries that they don't
        finish in time.
        """
        waited = 0.0
        while True:
            queued = present(await self._store.read("list_unread", user=user, limit=_QUEUED_AT_ONCE))
            left = [row for row in queued if row["id"] not in self._held.get(user, ())]
            if not left:
                return None
            late = waited >= LEASE.total_seconds()
            now = self._clock().astimezone(UTC)
            free = left if late else [row for row in left if row["until"] is None or row["until"] <= now.isoformat()]
            if free and (claimed := await self._take(user, free, now)):
                self._held.setdefault(user, {}).update(claimed)
                return claimed
            if not patient:
                return None
            await asyncio.sleep(_POLL_S)
            waited += _POLL_S

    async def still_held(self, tx: Transaction, user: str, piece: Piece) -> list[str]:
        """Return the entries of a batch that this worker still holds."""
        rows = await tx.run("find_held", user=user, ids=list(piece), holder=self._holder)
        return [row["id"] for row in rows]

    def finish(self, user: str, piece: Piece) -> None:
        """Drop the claim on a batch whose entries were deleted from the queue."""
        held = self._held.get(user, {})
        for entry in piece:
            held.pop(entry, None)

    async def release(self) -> None:
        """Release the claimed entries that weren't finished."""
        for user, piece in self._held.items():
            if piece:
                values = {"user": user, "ids": list(piece), "holder": self._holder}
                await self._store.write(lambda tx, values=values: tx.run("release_unread", **values))  # type: ignore[misc]  # bound at once
        self._held.clear()

    async def _take(self, user: str, free: Sequence[Row], now: datetime) -> Piece:
        wanted = _first_of(free)
        values = {"ids": list(wanted), "holder": self._holder, "until": (now + LEASE).isoformat()}
        # Not in the user's write queue: writers hold their turn there for as long as they write.
        rows = await self._store.write(lambda tx: tx.run("claim_unread", user=user, **values))
        return {row["id"]: wanted[row["id"]] for row in rows}


def _first_of(queued: Sequence[Row]) -> Piece:
    """Combine small entries of the queue into a batch."""
    piece: Piece = {}
    for row in queued:
        if piece and sum(map(len, piece.values())) + len(row["turns"]) > _TURNS_AT_ONCE:
            break
        piece[row["id"]] = row["turns"]
    return piece
