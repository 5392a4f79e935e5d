"""Stored turns in the form that extraction needs."""

from collections.abc import Sequence
from datetime import datetime

from chronomem.extractors.turns.extraction import StoredTurn
from chronomem.graph_schema.database.store import GraphStore


async def read_stored(store: GraphStore, user: str, ids: Sequence[str]) -> list[StoredTurn]:
    """Return turns, in the order of their ids; deleted ones are left out."""
    rows = await store.read("read_texts", user=user, ids=list(ids))
    sessions = sorted({row["session"] for row in rows})
    present = await store.read("speakers_of_sessions", user=user, ids=sessions)
    speakers = {row["session"]: row["speakers"] for row in present}
    return [
        StoredTurn(
            id=row["id"],
            text=row["text"],
            said_at=datetime.fromisoformat(row["said_at"]),
            speaker=row["speaker"],
            role=row["role"],
            others=tuple(sorted(set(speakers[row["session"]]) - {row["speaker"]})),
            session=row["session"],
        )
        for row in rows
    ]
