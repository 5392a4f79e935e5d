"""The doctor's repairs. Each runs in a transaction that also reads the violations."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from zoneinfo import ZoneInfo

from chronomem.engine.dialogue.calendar import store_branches
from chronomem.engine.facts.entities import read_merges
from chronomem.engine.facts.groups import group_about, redraw
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.database import name_index
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.errors import InvalidTime
from chronomem.graph_schema.model.entity_names import entity_id
from chronomem.graph_schema.model.periods import CalendarPeriod, branch, day_id, local_day, path_from
from chronomem.graph_schema.model.vectors import pack

Rows = Sequence[Row]
_NAMES_AT_ONCE = 500


@dataclass(frozen=True)
class Patient:
    """The user whose graph is checked."""

    user: str
    zone: ZoneInfo
    embedder: Embedder


Repair = Callable[[Transaction, Patient, Rows], Awaitable[None]]


def by_ids(name: str) -> Repair:
    """Return a repair that passes the ids of the wrong nodes to one statement."""

    async def repair(tx: Transaction, patient: Patient, rows: Rows) -> None:
        await tx.run(name, user=patient.user, ids=_ids(rows))

    return repair


def wrong_intervals(patient: Patient, rows: Rows) -> Rows:
    """Return the periods that differ from the calendar."""

    def is_wrong(row: Row) -> bool:
        right = _calendar_period(row["id"], patient.zone)
        return right is None or (row["grain"], row["start"], row["end"]) != (right.grain.value, right.start, right.end)

    return [row for row in rows if is_wrong(row)]


async def repair_calendar(tx: Transaction, patient: Patient, rows: Rows) -> None:
    """Give periods the intervals of their ids; remove periods with an invalid id."""
    right = {row["id"]: _calendar_period(row["id"], patient.zone) for row in rows}
    periods = [{"id": p.id, "grain": p.grain.value, "start": p.start, "end": p.end} for p in right.values() if p]
    await tx.run("repair_calendar", user=patient.user, periods=periods)
    await tx.run("remove_periods", user=patient.user, ids=[key for key, period in right.items() if period is None])


async def repair_nesting(tx: Transaction, patient: Patient, rows: Rows) -> None:
    await tx.run("unlink_periods", user=patient.user, ids=_ids(rows))
    await store_branches(tx, patient.user, [path_from(row["id"], patient.zone) for row in rows])


async def repair_days(tx: Transaction, patient: Patient, rows: Rows) -> None:
    days = {row["id"]: local_day(row["said_at"], patient.zone) for row in rows}
    await tx.run("unlink_days", user=patient.user, ids=_ids(rows))
    await store_branches(tx, patient.user, [branch(day, patient.zone) for day in sorted(set(days.values()))])
    pairs = [{"turn": turn, "day": day_id(day)} for turn, day in days.items()]
    await tx.run("link_days", user=patient.user, pairs=pairs)


async def repair_summaries(tx: Transaction, patient: Patient, rows: Rows) -> None:
    """Remove summaries, and have them made again."""
    for name in ("repair_summaries", "dirty_paths"):
        await tx.run(name, user=patient.user, ids=_ids(rows))


async def repair_sessions(tx: Transaction, patient: Patient, rows: Rows) -> None:
    """Link turns to the session that they name; a turn that names none gets a session of its own."""
    await tx.run("unlink_from_sessions", user=patient.user, ids=_ids(rows))
    pairs = [
        {"turn": row["id"], "session": row["session"] or f"session of {row['id']}", "said_at": row["said_at"]}
        for row in rows
    ]
    await tx.run("link_to_sessions", user=patient.user, pairs=pairs)
    sessions = sorted({pair["session"] for pair in pairs})
    for row in await tx.run("speakers_of_sessions", user=patient.user, ids=sessions):
        await tx.run("set_speakers", user=patient.user, session=row["session"], speakers=sorted(row["speakers"]))


async def repair_speakers(tx: Transaction, patient: Patient, rows: Rows) -> None:
    """Link turns to the entity of their speaker's name. Another check covers the entity's counts."""
    await tx.run("unlink_speakers", user=patient.user, ids=_ids(rows))
    speakers = {entity_id(row["speaker"]): row for row in rows}
    stored = await tx.run(
        "store_speakers",
        user=patient.user,
        speakers=[
            {"id": key, "name": row["speaker"], "turns": 0, "first_seen": row["said_at"], "last_seen": row["said_at"]}
            for key, row in speakers.items()
        ],
    )
    await name_index.store_keys(tx, patient.user, stored)
    pairs = [{"turn": row["id"], "speaker": entity_id(row["speaker"])} for row in rows]
    await tx.run("link_speakers", user=patient.user, pairs=pairs)


async def repair_order(tx: Transaction, patient: Patient, rows: Rows) -> None:
    for session in _ids(rows):
        await tx.run("unlink_order", user=patient.user, session=session)
        ordered = await _set_last_turn(tx, patient, session)
        pairs = [{"before": a, "after": b} for a, b in pairwise(ordered)]
        await tx.run("link_turns", user=patient.user, pairs=pairs)


async def repair_bounds(tx: Transaction, patient: Patient, rows: Rows) -> None:
    await tx.run("repair_session_bounds", user=patient.user, ids=_ids(rows))
    for session in _ids(rows):
        await _set_last_turn(tx, patient, session)


def facts_unlike_relations(_: Patient, rows: Rows) -> Rows:
    """Return the facts whose relation differs from them, and the fact ids of relations without a fact."""
    return [{"id": fact} for row in rows for fact in sorted({*row["facts"], *row["relations"]})]


async def redraw_facts(tx: Transaction, patient: Patient, rows: Rows) -> None:
    """Derive facts again from their assertions, with their relations; what was so before is no news for the feed."""
    version = await tx.begin(patient.user)
    merges = await read_merges(tx, patient.user)
    groups = await tx.run("find_groups_of_facts", user=patient.user, ids=_ids(rows))
    await tx.run("remove_relations_of_facts", user=patient.user, ids=_ids(rows))
    drawn = [group_about(row["subject"], row["predicate"], merges, tx.vocabulary) for row in groups]
    await redraw(tx, patient.user, version, drawn, merges, anew=set(_ids(rows)))


def wrong_names(_: Patient, rows: Rows) -> Rows:
    """Return the wrong entries of the index of names, at most as many as are repaired at once."""
    entities = [row for row in rows if row["name"] is not None]
    wrong = name_index.unlike(entities, [row for row in rows if row["name"] is None])
    return [{**row, "id": row["entity"].partition("\t")[2]} for row in wrong[:_NAMES_AT_ONCE]]


async def repair_names(tx: Transaction, patient: Patient, rows: Rows) -> None:
    await name_index.mend_keys(tx, patient.user, rows)


async def repair_versions(tx: Transaction, patient: Patient, rows: Rows) -> None:
    await tx.run("repair_versions", user=patient.user, version=max(row["highest"] or 0 for row in rows) + 1)


async def repair_embeddings(tx: Transaction, patient: Patient, rows: Rows) -> None:
    vectors = pack(await asyncio.to_thread(patient.embedder.embed, [row["text"] for row in rows]))
    made = [{"id": row["id"], "embedding": vector} for row, vector in zip(rows, vectors, strict=True)]
    await tx.run("repair_embeddings", user=patient.user, rows=made)


async def _set_last_turn(tx: Transaction, patient: Patient, session: str) -> list[str]:
    """Store which turn of a session comes last; return all of them in order."""
    ordered = _ids(await tx.run("order_of_session", user=patient.user, session=session))
    await tx.run("set_last_turn", user=patient.user, session=session, turn=ordered[-1])
    return ordered


def _calendar_period(period_id: str, zone: ZoneInfo) -> CalendarPeriod | None:
    with suppress(InvalidTime):
        return path_from(period_id, zone)[0]
    return None


def _ids(rows: Rows) -> list[str]:
    return [row["id"] for row in rows]
