"""The activity over time: the timeline's bars at one zoom level, and the turns of one day."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from itertools import zip_longest
from typing import NamedTuple
from zoneinfo import ZoneInfo

from chronomem.engine.interfaces.explorer.days import Days
from chronomem.engine.interfaces.explorer.owners import OwnerCache
from chronomem.engine.interfaces.explorer.wording import period_of, short_period
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.timeline.timeline import PeriodOfTurns
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.periods import CalendarPeriod, Grain, branch, local_day

MOST_BARS = 4000
"""Up to this many bars are drawn with gaps between them; with more, only periods that have turns."""
MOST_TURNS = 500
"""The statements that list the turns of a span end after so many."""
_KEPT = 64
_KEPT_USERS = 4
_INTO = {Grain.YEAR: Grain.MONTH, Grain.MONTH: Grain.DAY, Grain.WEEK: Grain.DAY}


@dataclass(frozen=True)
class Window:
    """The visible part of time: a period, or all of it.

    Attributes:
        title: its title.
        start, end: its interval; None is open.
        grain: the grain of its bars.
        divides: its own grain; None for all of time.
    """

    title: str
    start: datetime | None
    end: datetime | None
    grain: Grain
    divides: Grain | None = None


class DayOfTurns(NamedTuple):
    """A day with turns: their number, and the sessions and speakers that they are of."""

    day: date
    turns: int
    sessions: Sequence[str]
    speakers: Sequence[str]


@dataclass(frozen=True)
class ActivePeriod(PeriodOfTurns):
    """A calendar period with turns, and its summary: what the page shows of it."""

    summary: str | None = None


@dataclass(frozen=True)
class Bar:
    """A period on the axis of the timeline; one without turns is a gap."""

    label: str
    turns: int
    period: ActivePeriod | None


@dataclass(frozen=True)
class Activity:
    """The activity in a window, by period.

    Attributes:
        bars: the bars in order of time, including gaps.
        periods: the periods that have turns, latest first.
        turns: the number of turns in all.
    """

    window: Window
    bars: Sequence[Bar]
    periods: Sequence[ActivePeriod]
    turns: int


@dataclass(frozen=True)
class SaidTurn:
    """One turn as displayed."""

    id: str
    speaker: str
    text: str
    said_at: datetime


def all_time(grain: Grain) -> Window:
    """Return the window over all of time."""
    return Window("All time", None, None, grain)


def zoomed(period: ActivePeriod) -> Window | None:
    """Return the window into a period; None for a day, which is shown turn by turn."""
    into = _INTO.get(period.grain)
    if into is None:
        return None
    return Window(period_of(period.grain, period.start, period.end), period.start, period.end, into, period.grain)


def first_grain(first: datetime, last: datetime) -> Grain:
    """Return the grain to start with for a span of time: some dozens of bars."""
    days = (last - first).days
    return Grain.DAY if days < 45 else Grain.WEEK if days < 200 else Grain.MONTH if days < 3650 else Grain.YEAR


class Activities:
    """The activities of windows, cached for the recently viewed ones.

    The turns are read once, by day; the periods of all grains are made of the days.
    """

    def __init__(self, memory: AsyncMemory) -> None:
        self._memory = memory
        self._days: OwnerCache[list[DayOfTurns]] = OwnerCache(_KEPT_USERS)
        self._kept: OwnerCache[Activity] = OwnerCache(_KEPT)

    async def of(self, owner: User, window: Window) -> Activity:
        """Return a user's activity in a window."""
        return await self._kept.of(owner, window, lambda: self._activity(owner, window))

    async def days(self, owner: User) -> list[DayOfTurns]:
        """Return the days on which there are turns."""
        return await self._days.of(owner, None, lambda: self._read_days(owner))

    async def periods(
        self, owner: User, grain: Grain, since: datetime | None, until: datetime | None
    ) -> list[ActivePeriod]:
        """Return the periods of a grain that have turns and overlap an interval, in order."""
        days = await self.days(owner)
        [row] = await self._memory.cypher(statement("explore_summaries"), user=owner.id, grain=grain.value)
        return periods_of(days, grain, owner.zone, dict(row["summaries"]), since, until)

    async def _activity(self, owner: User, window: Window) -> Activity:
        periods = await self.periods(owner, window.grain, window.start, window.end)
        return Activity(window, bars_of(periods, window), periods[::-1], sum(period.turns for period in periods))

    async def _read_days(self, owner: User) -> list[DayOfTurns]:
        [row] = await self._memory.cypher(statement("explore_activity"), user=owner.id)
        return [DayOfTurns(date.fromisoformat(day.partition(":")[2]), *counted) for day, *counted in row["days"]]


def periods_of(
    days: Iterable[DayOfTurns],
    grain: Grain,
    zone: ZoneInfo,
    summaries: Mapping[str, str],
    since: datetime | None = None,
    until: datetime | None = None,
) -> list[ActivePeriod]:
    """Return the periods of a grain that days belong to, in order, of those that overlap an interval."""
    place = list(Grain).index(grain)
    by_period: defaultdict[CalendarPeriod, list[DayOfTurns]] = defaultdict(list)
    for day in days:
        by_period[branch(day.day, zone)[place]].append(day)
    return [
        ActivePeriod(
            id=period.id,
            grain=grain,
            start=period.start.astimezone(zone),
            end=period.end.astimezone(zone),
            turns=sum(day.turns for day in own),
            sessions=len({session for day in own for session in day.sessions}),
            speakers=tuple(sorted({speaker for day in own for speaker in day.speakers})),
            summary=summaries.get(period.id),
        )
        for period, own in sorted(by_period.items(), key=lambda found: found[0].start)
        if (since is None or period.end > since) and (until is None or period.start < until)
    ]


async def span_of_turns(memory: AsyncMemory, owner: User) -> tuple[datetime, datetime] | None:
    """Return the times of a user's first and last turn, in their timezone; None if there are no turns."""
    [row] = await memory.cypher(statement("explore_span"), user=owner.id)
    if row["first"] is None:
        return None
    first, last = (datetime.fromisoformat(row[end]).astimezone(owner.zone) for end in ("first", "last"))
    return first, last


def bars_of(periods: Sequence[ActivePeriod], window: Window) -> list[Bar]:
    """Return periods as bars, with an empty bar for every period of the window without turns."""
    bars: list[Bar] = []
    if periods and window.end is not None:
        bars.extend(_gap(window.start, periods[0].start, window.grain))
    for period, after in zip_longest(periods, periods[1:]):
        bars.append(Bar(short_period(period.grain, period.start), period.turns, period))
        if len(bars) <= MOST_BARS:
            bars.extend(_gap(period.end, window.end if after is None else after.start, window.grain))
    return bars if len(bars) <= MOST_BARS else [bar for bar in bars if bar.period is not None]


def _gap(start: datetime | None, end: datetime | None, grain: Grain) -> Iterator[Bar]:
    if start is None or end is None:
        return
    zone = start.tzinfo
    assert isinstance(zone, ZoneInfo), "the timeline's times have the user's timezone"
    for _ in range(MOST_BARS):
        if start >= end:
            return
        yield Bar(short_period(grain, start.astimezone(zone)), 0, None)
        start = branch(local_day(start, zone), zone)[list(Grain).index(grain)].end


async def turns_of(memory: AsyncMemory, user: str, day: ActivePeriod) -> list[SaidTurn]:
    """Return the turns of a day, in order."""
    rows = await memory.cypher(statement("explore_day"), user=user, day=day.id)
    return [said_turn(row, day.start.tzinfo) for row in rows]


async def turns_during(memory: AsyncMemory, owner: User, days: Days | None, about: str | None = None) -> list[SaidTurn]:
    """Return the first `MOST_TURNS` turns of some days, or of all; with `about`, those that mention this entity."""
    first, last = ("", "day:~") if days is None else (f"day:{days.first}", f"day:{days.last}")
    if about is None:
        rows = await memory.cypher(statement("explore_days"), user=owner.id, first=first, last=last)
    else:
        rows = await memory.cypher(statement("explore_days_about"), user=owner.id, first=first, last=last, about=about)
    return [said_turn(row, owner.zone) for row in rows]


def said_turn(row: Row, zone: tzinfo | None) -> SaidTurn:
    """Return a row of a turn for display, in the user's timezone."""
    return SaidTurn(row["id"], row["speaker"], row["text"], row["said_at"].astimezone(zone))
