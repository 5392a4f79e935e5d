"""Storing the calendar tree: the periods in use, up to their years."""

import json
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.periods import CalendarPeriod
from chronomem.graph_schema.model.times import utc_text


async def delete_empty_periods(tx: Transaction, user: str) -> None:
    """Delete the periods that nothing refers to any more: days first, then their parents."""
    while (await tx.run("delete_empty_periods", user=user))[0]["gone"]:
        pass


async def forget_empty_months(tx: Transaction, user: str) -> None:
    """Take the months that are no longer in the tree out of the notes of topics, so that they tell no date."""
    for row in await tx.run("read_noted_months", user=user):
        noted: dict[str, dict[str, Any]] = json.loads(row["state"])
        months = sorted({month for months in noted.values() for month in months})
        left = {found["id"] for found in await tx.run("find_periods", user=user, ids=months)} if months else set()
        if len(left) < len(months):
            state = {what: {month: own[month] for month in own if month in left} for what, own in noted.items()}
            await tx.run("note_months", user=user, state=json.dumps(state, sort_keys=True))


async def store_branches(tx: Transaction, user: str, branches: Iterable[Sequence[CalendarPeriod]]) -> None:
    """Make sure that each path of periods, from the smallest to its year, is in the tree."""
    periods: dict[str, dict[str, Any]] = {}
    pairs: dict[tuple[str, str], None] = {}
    for path in branches:
        for period in path:
            periods[period.id] = {
                "id": period.id,
                "grain": period.grain.value,
                "start": utc_text(period.start),
                "end": utc_text(period.end),
            }
        pairs.update(((child.id, parent.id), None) for child, parent in pairwise(path))
    if periods:
        await tx.run("store_periods", user=user, periods=list(periods.values()))
        await tx.run("link_periods", user=user, pairs=[{"child": c, "parent": p} for c, p in pairs])
