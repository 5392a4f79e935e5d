"""Stored turns in the form that extraction needs."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from chronomem.extractors.language.extracted import Utterance
from chronomem.extractors.turns.extraction import CONTEXT, StoredTurn
from chronomem.graph_schema.database.store import GraphStore


async def read_stored(store: GraphStore, user: str, ids: Sequence[str]) -> list[StoredTurn]:
    """Return turns, in the order of their ids; deleted ones are left out."""
    rows = await store.read("read_texts", user=user, ids=list(ids))
    sessions = sorted({row["session"] for row in rows})
    present = await store.read("speakers_of_sessions", user=user, ids=sessions)
    speakers = {row["session"]: row["speakers"] for row in present}
    earlier = await store.read("read_turns_before", user=user, ids=list(ids), limit=CONTEXT)
    before = {row["id"]: tuple(map(_utterance, row["turns"])) for row in earlier}
    return [
        StoredTurn(
            id=row["id"],
            text=row["text"],
            said_at=datetime.fromisoformat(row["said_at"]),
            speaker=row["speaker"],
            role=row["role"],
            others=tuple(sorted(set(speakers[row["session"]]) - {row["speaker"]})),
            session=row["session"],
            before=before.get(row["id"], ()),
        )
        for row in rows
    ]


def _utterance(row: Mapping[str, str]) -> Utterance:
    return Utterance(row["text"], datetime.fromisoformat(row["said_at"]), row["speaker"], row["role"])
