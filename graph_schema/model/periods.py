"""The calendar tree: days within weeks within months within years, each a half-open interval.

A parent's interval contains its children's. Calendar weeks straddle months, so a week is clipped at the first and last
day of a month: the days around the end of a month belong to two week nodes, one in each month.
"""

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache
from zoneinfo import ZoneInfo

from chronomem.graph_schema.errors import InvalidTime

FIRST_YEAR, LAST_YEAR = 2, 9998
"""The supported years: one year is spared at each end, so that every period has two ends in any timezone."""


class Grain(StrEnum):
    """The size of a period, from the smallest."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


@dataclass(frozen=True, slots=True)
class CalendarPeriod:
    """One node of the calendar tree, `[start, end)` in the user's timezone.

    `id` is the grain with the first day: `day:2024-05-31`, `week:2024-05-27`, `month:2024-05`, `year:2024`.
    """

    id: str
    grain: Grain
    start: datetime
    end: datetime


def check_supported(moment: datetime) -> datetime:
    """Return an aware moment in UTC; raise `InvalidTime` outside the supported years."""
    try:
        utc = moment.astimezone(UTC)
    except OverflowError:
        utc = moment.replace(tzinfo=UTC)
    if not FIRST_YEAR <= utc.year <= LAST_YEAR:
        raise InvalidTime(
            f"{moment.isoformat()} is outside the supported years {FIRST_YEAR} to {LAST_YEAR}; give another time"
        )
    return utc


def local_day(moment: datetime, zone: ZoneInfo) -> date:
    """Return the calendar day of an aware moment in a timezone."""
    return moment.astimezone(zone).date()


def day_id(day: date) -> str:
    """Return the id of a day's node."""
    return f"{Grain.DAY}:{day.isoformat()}"


@lru_cache(maxsize=4096)
def branch(day: date, zone: ZoneInfo) -> tuple[CalendarPeriod, CalendarPeriod, CalendarPeriod, CalendarPeriod]:
    """Return a day's path in the tree: the day, its week (clipped at the month), its month, its year."""
    first = day.replace(day=1)
    after = first + timedelta(days=monthrange(day.year, day.month)[1])
    monday = day - timedelta(days=day.weekday())
    week = max(monday, first)
    return (
        _period(day_id(day), Grain.DAY, day, day + timedelta(days=1), zone),
        _period(f"{Grain.WEEK}:{week}", Grain.WEEK, week, min(monday + timedelta(days=7), after), zone),
        _period(f"{Grain.MONTH}:{first.isoformat()[:7]}", Grain.MONTH, first, after, zone),
        _period(
            f"{Grain.YEAR}:{first.isoformat()[:4]}", Grain.YEAR, date(day.year, 1, 1), date(day.year + 1, 1, 1), zone
        ),
    )


def path_from(period_id: str, zone: ZoneInfo) -> tuple[CalendarPeriod, ...]:
    """Return the path in the tree from the period with an id up to its year.

    Raises:
        InvalidTime: no period has this id.
    """
    grain, _, first = period_id.partition(":")
    try:
        place = list(Grain).index(Grain(grain))
        path = branch(date.fromisoformat(f"{first}-01-01"[:10]), zone)[place:]
    except ValueError:
        path = ()
    if not path or path[0].id != period_id:
        raise InvalidTime(f"{period_id!r} is no period of the calendar, such as 'day:2024-05-31' or 'month:2024-05'")
    return path


def days_between(start: datetime, end: datetime, zone: ZoneInfo) -> Iterator[date]:
    """Yield the calendar days that a half-open interval touches."""
    day = local_day(start, zone)
    while midnight(day, zone) < end:
        yield day
        day += timedelta(days=1)


def midnight(day: date, zone: ZoneInfo) -> datetime:
    """Return the instant at which a day begins in a timezone, in UTC."""
    return datetime.combine(day, time(), zone).astimezone(UTC)


def _period(period_id: str, grain: Grain, start: date, end: date, zone: ZoneInfo) -> CalendarPeriod:
    return CalendarPeriod(period_id, grain, midnight(start, zone), midnight(end, zone))
