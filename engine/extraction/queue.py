"""The extraction queue: stored turns that wait for extraction. Workers claim entries, so that each is done once."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from chronomem.graph_schema.database.results import Row, present
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.batches import EXTRACTED_AT_ONCE
from chronomem.graph_schema.model.times import Clock, utc_text


@dataclass(frozen=True, slots=True)
class QueueEntry:
    """Turns that wait for extraction.

    Attributes:
        id: the entry's.
        turns: the ids of the turns.
        attempts: how often they failed.
        given_up: a language model failed at them, so that the pipeline extracts their facts.
    """

    id: str
    turns: Sequence[str]
    attempts: int = 0
    given_up: bool = False


Piece = dict[str, QueueEntry]
"""Entries of the queue that are extracted together, by their ids."""

MOST_ATTEMPTS = 3
"""After so many vain requests a model leaves an entry to the pipeline, which sets it aside after so many failures."""
MODEL_PAUSES = (timedelta(0), timedelta(minutes=10))
PIPELINE_PAUSES = (timedelta(minutes=1), timedelta(minutes=10))
"""The pauses of an entry after its first failure and after its second, by a language model and by the pipeline."""

LEASE = timedelta(seconds=30)
"""How long the claim of a silent worker lasts; a late worker loses its results."""
_POLL_S = 0.1
_QUEUED_AT_ONCE = 200
_QUARANTINED = "turn:"
"""Begins the id of the entry of one turn that could not be extracted; such entries come after all others."""


def due_after(attempts: int, now: datetime, pauses: Sequence[timedelta]) -> str:
    """Return when an entry that has failed so often may be tried again, in UTC as text."""
    return utc_text(now.astimezone(UTC) + pauses[min(attempts, len(pauses)) - 1])


def turns_of(piece: Piece) -> list[str]:
    """Return the ids of all turns of a piece."""
    return [turn for entry in piece.values() for turn in entry.turns]


class ExtractionQueue:
    """One worker's access to the queues of users.

    Args:
        extractor: the version of the extractor: entries that this version set aside are not claimed.
    """

    def __init__(self, store: GraphStore, clock: Clock, extractor: str) -> None:
        self._store = store
        self._clock = clock
        self._extractor = extractor
        self._holder = uuid4().hex
        self._held: dict[str, Piece] = {}

    async def count(self) -> dict[str, int]:
        """Return the number of turns that are due for extraction, by user."""
        rows = await self._store.read("list_unread_users", now=self._now(), extractor=self._extractor)
        return {row["user"]: row["turns"] for row in rows}

    async def claim(self, user: str, *, patient: bool = True) -> Piece | None:
        """Claim the oldest free entries of a user and return them, or None if none are left.

        While others hold all that is left, a patient worker waits for them, and takes over entries that they don't
        finish in time.
        """
        waited = 0.0
        while True:
            how = {"limit": _QUEUED_AT_ONCE, "now": self._now(), "extractor": self._extractor}
            queued = present(await self._store.read("list_unread", user=user, **how))
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

    async def still_held(self, tx: Transaction, user: str, piece: Piece) -> Piece:
        """Return the entries of a batch that this worker still holds, with the turns that they still have.

        A turn that was forgotten, or queued anew since its context changed, is no longer among them.
        """
        rows = await tx.run("find_held", user=user, ids=list(piece), holder=self._holder)
        return {row["id"]: replace(piece[row["id"]], turns=row["turns"]) for row in rows}

    async def quarantine(self, tx: Transaction, user: str, piece: Piece, failed: Mapping[str, str]) -> None:
        """Put turns that could not be extracted into entries of their own, which are tried again or set aside.

        Args:
            piece: the entries of which the turns came.
            failed: the class of the error, by the turn's id.
        """
        entries = [(entry, turn) for entry in piece.values() for turn in entry.turns if turn in failed]
        now = self._clock()
        rows = []
        for entry, turn in entries:
            attempts = entry.attempts + 1
            is_over = attempts >= MOST_ATTEMPTS
            rows.append(
                {
                    "id": f"{_QUARANTINED}{turn}",
                    "turn": turn,
                    "attempts": attempts,
                    "due_at": None if is_over else due_after(attempts, now, PIPELINE_PAUSES),
                    "set_aside_by": self._extractor if is_over else None,
                    "error": failed[turn],
                    "given_up": entry.given_up,
                }
            )
        if rows:
            await tx.run("quarantine_turns", user=user, turns=rows, now=now)

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
        values = {"ids": list(wanted), "holder": self._holder, "until": utc_text(now + LEASE)}
        # Not in the user's write queue: writers hold their turn there for as long as they write.
        rows = await self._store.write(lambda tx: tx.run("claim_unread", user=user, **values))
        return {row["id"]: wanted[row["id"]] for row in rows}

    def _now(self) -> str:
        return self._clock().astimezone(UTC).isoformat()


def _first_of(queued: Sequence[Row]) -> Piece:
    """Combine small entries of the queue into a batch."""
    piece: Piece = {}
    for row in queued:
        if piece and len(turns_of(piece)) + len(row["turns"]) > EXTRACTED_AT_ONCE:
            break
        piece[row["id"]] = QueueEntry(row["id"], row["turns"], row["attempts"], row["given_up"])
    return piece
