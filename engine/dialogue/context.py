"""The context of turns, and the queue of turns to extract: all new ones, and once more those whose context changes.

The extraction of a turn depends on the turn, on the turns of its session right before it, and on the speakers of that
session. A turn that comes late, or is forgotten, therefore changes the extraction of those right after it.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.batches import EXTRACTED_AT_ONCE, batches
from chronomem.graph_schema.model.dialogue import SILENT_ROLES

_SILENT = sorted(SILENT_ROLES)


async def turns_after(tx: Transaction, user: str, turns: Sequence[str]) -> list[str]:
    """Return the turns whose context includes some others, in order of time, without those others."""
    if not turns:
        return []
    return [row["id"] for row in await tx.run("find_turns_after", user=user, ids=list(turns), silent=_SILENT)]


async def turns_of_sessions(tx: Transaction, user: str, sessions: Sequence[str]) -> list[str]:
    """Return the turns of sessions, in order of time."""
    if not sessions:
        return []
    rows = await tx.run("find_spoken_turns", user=user, ids=list(sessions), silent=_SILENT)
    return [row["id"] for row in rows]


async def queue_turns(
    tx: Transaction, user: str, version: int, new: Sequence[str], again: Sequence[str], now: datetime
) -> None:
    """Queue new turns, and again such as may be in the queue, in a transaction that has begun the version."""
    again = list(dict.fromkeys(again))
    await take_from_queue(tx, user, again, all_readers=False)
    pieces = [
        {"id": f"{version:015d}-{number:04d}", "turns": piece}
        for number, piece in enumerate(batches([*new, *again], EXTRACTED_AT_ONCE))
    ]
    if pieces:
        await tx.run("queue_turns", user=user, now=now, pieces=pieces)


async def take_from_queue(tx: Transaction, user: str, turns: Collection[str], *, all_readers: bool = True) -> list[str]:
    """Take turns out of the queue, and return the entries that held them; a worker that holds one loses its results.

    Args:
        all_readers: whether also from what waits for a language model.
    """
    if not turns:
        return []
    gone = dict.fromkeys(turns, True)
    found = await tx.run("find_queued", user=user, turns=gone)
    held = {row["id"]: row["turns"] for row in found if all_readers or not row["by_model"]}
    left = {entry: [turn for turn in own if turn not in gone] for entry, own in held.items()}
    if shorter := [{"id": entry, "turns": own} for entry, own in left.items() if own]:
        await tx.run("leave_in_queue", user=user, rows=shorter)
    if empty := [entry for entry, own in left.items() if not own]:
        await tx.run("finish_unread", user=user, ids=empty)
    return list(held)
