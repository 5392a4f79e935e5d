"""The calendar's summaries: days from turns, weeks from days, months from weeks, years from months.

A period is summarised when it is over. While a day is open, it is summarised after each further batch of turns, from
the first batches only; an open larger period, as soon as its parts rest on a batch. So the tree is a function of the
turns and the time alone: the order in which turns came and the number of updates make no difference. Each summary keeps
a digest of its sources, and is redone only where that has changed.
"""

from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import UTC, datetime

from chronomem.engine.consolidation.exchanges import added_turns
from chronomem.engine.consolidation.structures.calendar.periods import (
    PURPOSES,
    DirtyPeriod,
    Due,
    find_due,
    store_drafts,
)
from chronomem.engine.consolidation.work import Desk, Progress
from chronomem.extractors.summaries.summariser import SummaryRequest
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.batches import batches
from chronomem.graph_schema.model.exchanges import TurnPlace
from chronomem.graph_schema.model.periods import Grain, branch, local_day, path_from
from chronomem.graph_schema.model.times import utc_text, utc_time

_PERIODS_AT_ONCE = 32
_AT_ONCE = utc_text(datetime.fromtimestamp(0, UTC))
"""The due time of dirty periods before anybody has determined when they end."""
_LOOKED_UP_AT_ONCE = 200
"""Up to this many periods are looked up one by one; with more, all dirty ones are searched."""


class Calendar:
    """Keeps the summaries of the calendar's periods.

    Turns that came in since all due work was done change a larger period only by changing a part of it.
    """

    name = "calendar"

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        """Summarise the due periods, from the days up."""
        version = await desk.version()
        added = await added_turns(desk, desk.progress.seen, version)
        touched = await _mark(desk, version, added)
        dirty = await _dirty(desk, touched)
        waiting: list[DirtyPeriod] = []
        since = None if touched is None else _since(desk, added)
        changed: set[str] = set()
        for grain in Grain:
            own = sorted((period for period in dirty if period.grain is grain), key=lambda period: period.start)
            if touched is not None and grain is not Grain.DAY:
                waiting += [period for period in own if period.id not in changed]
                own = [period for period in own if period.id in changed]
            for piece in batches(own, _PERIODS_AT_ONCE):
                todo = await find_due(desk, grain, piece, since)
                waiting += todo.waiting
                if todo.drafts or todo.recounted or todo.settled:
                    await _store(desk, grain, todo)
                    changed |= {path_from(period.id, desk.zone)[1].id for period in piece if grain is not Grain.YEAR}
                    yield len(todo.drafts)
        await _finish(desk, version, waiting)


def _since(desk: Desk, added: Iterable[TurnPlace]) -> dict[str, datetime]:
    """Return the time of the first new turn of each day."""
    first: dict[str, datetime] = {}
    for place in added:
        day = branch(local_day(place.said_at, desk.zone), desk.zone)[0].id
        first[day] = min(place.said_at, first.get(day, place.said_at))
    return first


async def _mark(desk: Desk, version: int, added: Iterable[TurnPlace]) -> list[str] | None:
    """Mark the paths of new turns as dirty; return the periods to look at, or None for all dirty ones.

    All dirty periods are looked at where something was forgotten, a period ended, or an earlier worker was interrupted.
    """
    progress = desk.progress
    days = sorted({local_day(place.said_at, desk.zone) for place in added})
    touched = sorted({period.id for day in days for period in branch(day, desk.zone)})
    due = _due_at(progress)
    everything = progress.changed_from is not None or (due is not None and due <= desk.now)
    if touched:
        marked = Progress(version, version, {"due": _AT_ONCE}, progress.changed_from)
        await desk.commit(marked, lambda tx, _: tx.run("dirty_periods", user=desk.user, ids=touched))
    desk.due_at = due
    return None if everything or len(touched) > _LOOKED_UP_AT_ONCE else touched


async def _dirty(desk: Desk, touched: Sequence[str] | None) -> list[DirtyPeriod]:
    if touched is None:
        desk.due_at = None
        rows = await desk.store.read("find_dirty_periods", user=desk.user)
    else:
        rows = await desk.store.read("find_dirty_periods_among", user=desk.user, ids=touched) if touched else []
    return [DirtyPeriod.of(row) for row in rows]


async def _store(desk: Desk, grain: Grain, todo: Due) -> None:
    """Have summaries written, and store them."""
    drafts = todo.drafts
    purpose, words = PURPOSES[grain]
    worded = [draft for draft in drafts if draft.sources]
    requests = [SummaryRequest(purpose, draft.sources, words, desk.zone) for draft in worded]
    summaries = await desk.summarise(requests)
    vectors = await desk.vectors([summary.text for summary in summaries])
    ids = [draft.id for draft in drafts] + todo.settled
    rows = [(draft, summary, vector) for draft, summary, vector in zip(worded, summaries, vectors, strict=True)]

    async def write(tx: Transaction, version: int) -> None:
        await store_drafts(tx, desk, version, drafts, rows)
        if todo.recounted:
            await tx.run("recount_periods", user=desk.user, version=version, rows=todo.recounted)
        await tx.run("settle_periods", user=desk.user, ids=[key for key in ids if key not in open_ids])

    open_ids = {draft.id for draft in drafts if not draft.complete}
    open_ids |= {draft.id for draft, summary, _ in rows if summary.provisional}
    await desk.commit(desk.progress, write)


async def _finish(desk: Desk, version: int, waiting: Iterable[DirtyPeriod]) -> None:
    """Record when the next period ends, and that all work before is done."""
    ends = [period.end for period in waiting]
    desk.due_at = min([*ends, *([] if desk.due_at is None else [desk.due_at])], default=None)
    state = {"due": utc_text(desk.due_at)}
    done = Progress(version, version, state)
    if desk.progress != done:
        await desk.commit(done)


def _due_at(progress: Progress) -> datetime | None:
    return utc_time(progress.state.get("due"))
