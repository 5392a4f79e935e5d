"""The queue of what was stored and not yet read, shared by all who drain it: what one has claimed, no other takes."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from chronomem.graph_schema.database.results import Row, present
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.batches import EXTRACTED_AT_ONCE
from chronomem.graph_schema.model.times import Clock, utc_text

Piece = dict[str, list[str]]
"""Entries of the queue that are read together: the ids of their turns, by the entry's id."""

LEASE = timedelta(seconds=30)
"""How long an entry stays claimed by a worker of whom nothing is heard; a late one loses what it has read."""
_POLL_S = 0.1
_QUEUED_AT_ONCE = 200


class ExtractionQueue:
    """Takes pieces from the queues of users, as one worker."""

    def __init__(self, store: GraphStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._holder = uuid4().hex
        self._held: dict[str, Piece] = {}

    async def count(self) -> dict[str, int]:
        """Return how many turns are unread, by user."""
        return {row["user"]: row["turns"] for row in await self._store.read("list_unread_users")}

    async def claim(self, user: str, *, patient: bool = True) -> Piece | None:
        """Return the oldest entries of a user that nobody else has claimed, or None when there are none left to do.

        While others work at all that is left, the patient wait for them, and take over what they don't finish in time.
        """
        waited = 0.0
        while True:
            queued = present(await self._store.read("list_unread", user=user, limit=_QUEUED_AT_ONCE))
            left = [row for row in queued if row["id"] not in self._held.get(user, ())]
            if not left:
                return None
            late = waited >= LEASE.total_seconds()
            now = self._clock().astimezone(UTC)
            free = left if late else [row for row in left if row["until"] is None or row["until"] <= utc_text(now)]
            if free and (claimed := await self._take(user, free, now)):
                self._held.setdefault(user, {}).update(claimed)
                return claimed
            if not patient:
                return None
            await asyncio.sleep(_POLL_S)
            waited += _POLL_S

    async def still_held(self, tx: Transaction, user: str, piece: Piece) -> list[str]:
        """Return the entries of a piece that nobody else has taken over or finished meanwhile."""
        rows = await tx.run("find_held", user=user, ids=list(piece), holder=self._holder)
        return [row["id"] for row in rows]

    def finish(self, user: str, piece: Piece) -> None:
        """Forget the claim on a piece whose entries were deleted from the queue."""
        held = self._held.get(user, {})
        for entry in piece:
            held.pop(entry, None)

    async def release(self) -> None:
        """Leave to others what was claimed and not finished."""
        for user, piece in self._held.items():
            if piece:
                values = {"user": user, "ids": list(piece), "holder": self._holder}
                await self._store.write(lambda tx, values=values: tx.run("release_unread", **values))  # type: ignore[misc]  # bound at once
        self._held.clear()

    async def _take(self, user: str, free: Sequence[Row], now: datetime) -> Piece:
        wanted = _first_of(free)
        values = {"ids": list(wanted), "holder": self._holder, "until": utc_text(now + LEASE)}
        # Not in turn with those who write for the user: they hold their turn for as long as they write.
        rows = await self._store.write(lambda tx: tx.run("claim_unread", user=user, **values))
        return {row["id"]: wanted[row["id"]] for row in rows}


def _first_of(queued: Sequence[Row]) -> Piece:
    """Put small entries of the queue together."""
    piece: Piece = {}
    for row in queued:
        if piece and sum(map(len, piece.values())) + len(row["turns"]) > EXTRACTED_AT_ONCE:
            break
        piece[row["id"]] = row["turns"]
    return piece
