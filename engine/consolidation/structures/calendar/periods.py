"""Periods to summarise: their sources, whether these have changed, and how summaries are stored."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Self

from chronomem.engine.consolidation.work import Desk
from chronomem.extractors.summaries.summariser import Source, Summary
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.periods import Grain
from chronomem.graph_schema.model.times import utc_text, utc_time

PURPOSES: Mapping[Grain, tuple[str, int]] = {
    Grain.DAY: ("calendar.day", 100),
    Grain.WEEK: ("calendar.week", 120),
    Grain.MONTH: ("calendar.month", 160),
    Grain.YEAR: ("calendar.year", 240),
}
"""The purpose and the length in words of the summary of each grain."""


_PROVISIONAL = "provisional"
"""Precedes the digest of a summary that is to be redone when the language model is available again."""


@dataclass(frozen=True, slots=True)
class DirtyPeriod:
    """A period whose summary may be incomplete.

    Attributes:
        digest: the digest of its summary's sources; None where it has no summary.
        turns: the number of turns that the summary rests on.
        until: the time of the last source.
    """

    id: str
    grain: Grain
    start: datetime
    end: datetime
    digest: str | None
    turns: int | None
    until: datetime | None

    @classmethod
    def of(cls, row: Row) -> Self:
        start, end = (utc_time(row[key]) for key in ("start", "end"))
        until = utc_time(row["until"])
        return cls(row["id"], Grain(row["grain"]), start, end, row["digest"], row["turns"], until)


@dataclass(frozen=True, slots=True)
class Due:
    """The work due on some dirty periods.

    Attributes:
        drafts: the periods whose sources have changed.
        recounted: the periods whose summary stays, with the new number of turns that it rests on.
        settled: the ids of the periods whose summary is complete and that need no draft.
        waiting: the periods to revisit when they are over.
    """

    drafts: list["Draft"] = field(default_factory=list)
    recounted: list[Row] = field(default_factory=list)
    settled: list[str] = field(default_factory=list)
    waiting: list[DirtyPeriod] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Draft:
    """A period with the sources of its summary.

    Attributes:
        sources: the sources; empty where it is to have no summary.
        digest: the digest of the sources.
        turns: the number of turns that the summary rests on.
        complete: whether the whole period is covered.
    """

    id: str
    sources: Sequence[Source]
    digest: str | None
    turns: int
    complete: bool


async def find_due(
    desk: Desk, grain: Grain, periods: Sequence[DirtyPeriod], since: Mapping[str, datetime] | None = None
) -> Due:
    """Return the work due on some dirty periods of one grain.

    Args:
        desk: the structure's desk.
        grain: the periods' grain.
        periods: the dirty periods.
        since: for days, the time of the first new turn; None where that isn't known.
    """
    found_drafts = await (_days(desk, periods, since or {}) if grain is Grain.DAY else _parts(desk, periods))
    drafts = {draft.id: draft for draft in found_drafts}
    found = Due()
    for period in periods:
        draft = drafts[period.id]
        if draft.digest != period.digest:
            found.drafts.append(draft)
        else:
            if draft.digest is not None and draft.turns != period.turns:
                found.recounted.append({"id": draft.id, "turns": draft.turns})
            if draft.complete:
                found.settled.append(period.id)
        if not draft.complete:
            found.waiting.append(period)
    return found


async def _days(desk: Desk, periods: Sequence[DirtyPeriod], since: Mapping[str, datetime]) -> list[Draft]:
    same = await _unchanged(desk, periods, since)
    ids = [period.id for period in periods if period.id not in same]
    said: defaultdict[str, list[Row]] = defaultdict(list)
    for row in await desk.store.read("read_said_on", user=desk.user, ids=ids) if ids else []:
        said[row["period"]].append(row)
    return [same.get(period.id) or _day(desk, period, said[period.id]) for period in periods]


async def _unchanged(desk: Desk, periods: Sequence[DirtyPeriod], since: Mapping[str, datetime]) -> dict[str, Draft]:
    """Return drafts of open days that need no reading: too few turns for a summary so far, or too few new ones, all
    after the end of the present summary, for another.
    """
    going_on = {period.id: period for period in periods if desk.now < period.end}
    later = {one: p for one, p in going_on.items() if p.until is None or (one in since and since[one] > p.until)}
    rows = await desk.store.read("count_said_on", user=desk.user, ids=list(later)) if later else []
    told = {row["id"]: row["turns"] - row["turns"] % desk.summarise_after for row in rows}
    return {
        one: Draft(one, (), period.digest, told[one], complete=False)
        for one, period in later.items()
        if told.get(one) == (period.turns or 0)
    }


def _day(desk: Desk, period: DirtyPeriod, rows: list[Row]) -> Draft:
    moments = {row["id"]: utc_time(row["said_at"]) for row in rows}
    rows.sort(key=lambda row: (moments[row["id"]], row["seq"], row["id"]))
    over = period.end <= desk.now
    told = len(rows) if over else len(rows) - len(rows) % desk.summarise_after
    sources = [Source(row["id"], row["text"], moments[row["id"]], row["speaker"], row["role"]) for row in rows[:told]]
    return Draft(period.id, sources, _digest(desk, period, sources), told, over or told == len(rows))


async def _parts(desk: Desk, periods: Sequence[DirtyPeriod]) -> list[Draft]:
    parts: defaultdict[str, list[Row]] = defaultdict(list)
    for row in await desk.store.read("read_parts", user=desk.user, ids=[period.id for period in periods]):
        parts[row["period"]].append(row)
    return [_larger(desk, period, parts[period.id]) for period in periods]


def _larger(desk: Desk, period: DirtyPeriod, rows: Sequence[Row]) -> Draft:
    told = [row for row in rows if row["text"]]
    turns = sum(row["turns"] or 0 for row in rows)
    over = period.end <= desk.now
    if not over and turns < desk.summarise_after:
        return Draft(period.id, (), None, 0, complete=False)
    sources = [Source(row["id"], row["text"], utc_time(row["since"]), extractive=row["extractive"]) for row in told]
    sources.sort(key=lambda source: (source.when, source.id))
    whole = over or not any(row["dirty"] for row in rows)
    return Draft(period.id, sources, _digest(desk, period, sources), turns, whole)


def _digest(desk: Desk, period: DirtyPeriod, sources: Sequence[Source]) -> str | None:
    """Return a digest of everything that a summary depends on; None where there is nothing to summarise."""
    if not sources:
        return None
    told = [(source.id, source.text, source.when.isoformat(), source.speaker, source.role) for source in sources]
    document = [PURPOSES[period.grain], desk.zone.key, told]
    return hashlib.sha256(json.dumps(document, separators=(",", ":")).encode()).hexdigest()


async def store_drafts(
    tx: Transaction, desk: Desk, version: int, drafts: Sequence[Draft], written: Sequence[tuple[Draft, Summary, bytes]]
) -> None:
    """Store the summaries of drafts with links to their sources; remove the summary of drafts without one."""
    told = {draft.id: _row(draft, summary, vector) for draft, summary, vector in written}
    rows = [told.get(draft.id) or _blank(draft) for draft in drafts]
    if not rows:
        return
    now = utc_text(desk.now)
    await tx.run("store_period_summaries", user=desk.user, version=version, now=now, rows=rows)
    await tx.run("unlink_period_sources", user=desk.user, ids=[draft.id for draft in drafts])
    pairs: dict[str, list[dict[str, str]]] = {"Turn": [], "Period": []}
    for draft, summary, _ in written:
        label = "Turn" if draft.id.startswith(f"{Grain.DAY}:") else "Period"
        pairs[label] += [{"period": draft.id, "of": source} for source in summary.rests_on]
    for label, own in pairs.items():
        if own:
            await tx.run(f"link_period_sources_{label}", user=desk.user, pairs=own)


def _row(draft: Draft, summary: Summary, vector: bytes) -> Row:
    return {
        "id": draft.id,
        "summary": summary.text,
        "embedding": vector,
        "extractive": summary.extractive,
        "digest": f"{_PROVISIONAL} {draft.digest}" if summary.provisional else draft.digest,
        "turns": draft.turns,
        "since": draft.sources[0].when.isoformat(),
        "until": draft.sources[-1].when.isoformat(),
    }


def _blank(draft: Draft) -> Row:
    nothing = dict.fromkeys(("summary", "embedding", "extractive", "digest", "turns", "since", "until"))
    return {"id": draft.id, **nothing}
