"""The extraction queue as an operator sees it: how many turns wait, and which of them failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.graph_schema.model.times import milliseconds, utc_text, utc_time

QueueState = Literal["waiting", "pausing", "set aside"]


@dataclass(frozen=True)
class QueuedTurns:
    """Turns of one user that are in the same state.

    Attributes:
        user: the user.
        state: "waiting" for the next extraction; "pausing" after a failure; "set aside" after
            three failures, until the version of the extractor changes or somebody asks for a retry.
        by: the extractor that they wait for.
        turns: how many turns.
        error: the class of the last error, or None. No text of a turn or a reply is kept.
        attempts: how often their extraction failed.
        due_at: when a pause ends, in UTC.
        queued_at: when the oldest of them was queued, in UTC; None if that is unknown.
    """

    user: str
    state: QueueState
    by: Literal["pipeline", "model"]
    turns: int
    error: str | None
    attempts: int
    due_at: datetime | None
    queued_at: datetime | None


async def queued_turns(store: GraphStore, users: Sequence[str], now: datetime, extractor: str) -> list[QueuedTurns]:
    """Return the queues of users, by user and state.

    Args:
        extractor: the version of the extractor, which tells turns that it set aside from those that another did.
    """
    rows = await store.read("queue_states", users=list(users))
    found: dict[tuple[str, ...], QueuedTurns] = {}
    for row in rows:
        one = _queued(row, utc_text(now), extractor)
        key = (one.user, one.state, one.by, one.error or "", str(one.attempts))
        known = found.get(key)
        found[key] = one if known is None else _joined(known, one)
    return [found[key] for key in sorted(found)]


async def retry(store: GraphStore, user: str) -> int:
    """Make every turn of a user that failed due at once, and return how many there are."""

    async def work(tx: Transaction) -> list[Row]:
        await tx.run("make_user_due", user=user, now=milliseconds(store.clock()))
        return await tx.run("retry_unread", user=user)

    rows = await store.write(work, user=user)
    return int(rows[0]["turns"]) if rows else 0


def _queued(row: Row, now: str, extractor: str) -> QueuedTurns:
    pausing = row["due_at"] is not None and row["due_at"] > now
    state: QueueState = "set aside" if row["set_aside_by"] == extractor else "pausing" if pausing else "waiting"
    return QueuedTurns(
        user=row["user"],
        state=state,
        by="model" if row["by_model"] else "pipeline",
        turns=row["turns"],
        error=row["error"],
        attempts=row["attempts"],
        due_at=utc_time(row["due_at"]) if state == "pausing" else None,
        queued_at=utc_time(row["oldest"]),
    )


def _joined(one: QueuedTurns, other: QueuedTurns) -> QueuedTurns:
    return QueuedTurns(
        one.user,
        one.state,
        one.by,
        one.turns + other.turns,
        one.error,
        one.attempts,
        min(filter(None, (one.due_at, other.due_at)), default=None),
        min(filter(None, (one.queued_at, other.queued_at)), default=None),
    )
