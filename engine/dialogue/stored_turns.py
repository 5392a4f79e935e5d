"""Stored turns in the form that extraction needs."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from chronomem.extractors.language.extracted import Utterance
from chronomem.extractors.turns.stored_turn import CONTEXT, StoredTurn
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore


async def read_stored(store: GraphStore, user: str, ids: Sequence[str]) -> list[StoredTurn]:
    """Return turns, in the order of their ids; deleted ones are left out."""
    rows = await store.read("read_texts", user=user, ids=list(ids))
    sessions = sorted({row["session"] for row in rows})
    present = await store.read("speakers_of_sessions", user=user, ids=sessions)
    speakers = {row["session"]: row["speakers"] for row in present}
    before = await _contexts(store, user, rows)
    return [
        StoredTurn(
            id=row["id"],
            text=row["text"],
            said_at=datetime.fromisoformat(row["said_at"]),
            speaker=row["speaker"],
            role=row["role"],
            others=tuple(sorted(set(speakers[row["session"]]) - {row["speaker"]})),
            session=row["session"],
            before=before[row["id"]],
            seq=row["seq"],
        )
        for row in rows
    ]


async def _contexts(store: GraphStore, user: str, rows: Sequence[Row]) -> dict[str, tuple[Utterance, ...]]:
    """Return the turns right before each, most of which are among the rows themselves: the others are read."""
    here = {row["id"]: row for row in rows}
    first = [row["id"] for row in rows if row["before"] is not None and row["before"] not in here]
    read = await store.read("read_turns_before", user=user, ids=first, limit=CONTEXT) if first else []
    outside = {row["id"]: [_utterance(each) for each in row["turns"]] for row in read}

    def context(row: Row) -> tuple[Utterance, ...]:
        found: list[Utterance] = []
        while len(found) < CONTEXT and row["before"] in here:
            row = here[row["before"]]
            found.append(_utterance(row))
        return tuple([*outside.get(row["id"], ()), *reversed(found)][-CONTEXT:])

    return {row["id"]: context(row) for row in rows}


def _utterance(row: Mapping[str, str]) -> Utterance:
    return Utterance(row["text"], datetime.fromisoformat(row["said_at"]), row["speaker"], row["role"])
