"""The extraction queue: stored turns that wait for extraction, which whoever has the lease for a user takes off."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

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
    """Access to the queues of users.

    Args:
        extractor: the version of the extractor: entries that this version set aside are left there.
    """

    def __init__(self, store: GraphStore, clock: Clock, extractor: str) -> None:
        self._store = store
        self._clock = clock
        self._extractor = extractor

    async def is_due(self, user: str) -> bool:
        """Whether an entry of a user is due, for the pipeline or for a language model."""
        return bool(await self._store.read("is_unread", user=user, now=self._now(), extractor=self._extractor))

    async def next(self, user: str, before: Collection[str] = ()) -> Piece | None:
        """Return the oldest due entries of a user that fit one piece, or None if none are left.

        Args:
            before: the entries of earlier pieces, which are not stored yet.
        """
        how = {"limit": _QUEUED_AT_ONCE + len(before), "now": self._now(), "extractor": self._extractor}
        queued = present(await self._store.read("list_unread", user=user, **how))
        return _first_of([row for row in queued if row["id"] not in before]) or None

    async def still_queued(self, tx: Transaction, user: str, piece: Piece) -> Piece:
        """Return the entries of a piece that still exist, with the turns that they still have.

        A turn that was forgotten, or queued anew since its context changed, is no longer among them.
        """
        rows = await tx.run("find_entries", user=user, ids=list(piece))
        return {row["id"]: replace(piece[row["id"]], turns=row["turns"]) for row in rows}

    async def quarantine(self, tx: Transaction, user: str, piece: Piece, failed: Mapping[str, str]) -> int:
        """Put turns that could not be extracted into entries of their own, which are tried again or set aside.

        Return the number of those set aside.

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
        return sum(row["set_aside_by"] is not None for row in rows)

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
