"""Arithmetic with calendar periods, in naive local time.

Everything in this module counts on the wall clock of the user's timezone; `spans` holds the aware times that are made
of the results.
"""

from calendar import monthrange
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from chronomem.extractors.semantic_time.spans import Grain

DAY: Final = timedelta(days=1)
SECONDS: Final = {"second": 1, "minute": 60, "hour": 3600}
DAYS: Final = {"day": 1, "weekend": 7, "week": 7, "fortnight": 14, "night": 1}
MONTHS: Final = {"month": 1, "quarter": 3, "season": 3, "year": 12, "decade": 120, "century": 1200}
# The grain of each unit's period; units that aren't grains are mapped to one.
GRAINS: Final[dict[str, Grain]] = {
    "second": "second",
    "minute": "minute",
    "hour": "hour",
    "day": "day",
    "business day": "day",
    "night": "part_of_day",
    "weekend": "weekend",
    "week": "week",
    "fortnight": "week",
    "month": "month",
    "quarter": "quarter",
    "season": "season",
    "year": "year",
    "decade": "decade",
    "century": "century",
}


class LocalInterval(NamedTuple):
    """A half-open interval of naive local time; None means open."""

    start: datetime | None
    end: datetime | None
    grain: Grain


class LocalSpan(NamedTuple):
    """A half-open interval of naive local time with both ends."""

    start: datetime
    end: datetime
    grain: Grain


def local_day(year: int, month: int, day: int) -> datetime:
    """Return the start of a day. Raises ValueError if the day doesn't exist."""
    return datetime(year, month, day)  # noqa: DTZ001 - naive local time throughout


def midnight(moment: datetime) -> datetime:
    """Return the start of the moment's day."""
    return moment.replace(hour=0, minute=0, second=0, microsecond=0, fold=0)


def add_months(moment: datetime, months: int) -> datetime:
    """Return the same day `months` months later, or the month's last day if it has no such day."""
    index = moment.year * 12 + moment.month - 1 + months
    year, month = divmod(index, 12)
    if not 1 <= year <= 9999:
        raise OverflowError(f"year {year}")
    day = min(moment.day, monthrange(year, month + 1)[1])
    return moment.replace(year=year, month=month + 1, day=day)


def add_business_days(moment: datetime, count: int) -> datetime:
    """Return the moment `count` days later, not counting Saturdays and Sundays."""
    step = DAY if count > 0 else -DAY
    weeks, rest = divmod(abs(count), 5)
    moment += step * 7 * weeks
    while rest:
        moment += step
        rest -= moment.weekday() < 5
    return moment


def shift(moment: datetime, count: float, unit: str) -> datetime:
    """Return `moment` moved by `count` units; the fraction of a month is rounded to days."""
    if unit in SECONDS:
        return moment + timedelta(seconds=count * SECONDS[unit])
    if unit == "business day":
        return add_business_days(moment, int(count))
    if unit == "day":
        return moment + timedelta(days=count)
    if unit in DAYS:
        return moment + timedelta(days=round(count * DAYS[unit]))
    months = count * MONTHS[unit]
    whole = int(months)
    return add_months(moment, whole) + timedelta(days=round((months - whole) * 30))


def week_of(moment: datetime, first_weekday: int) -> LocalSpan:
    """Return the week that holds the moment."""
    start = midnight(moment) - timedelta(days=(moment.weekday() - first_weekday) % 7)
    return LocalSpan(start, start + 7 * DAY, "week")


def month_of(year: int, month: int) -> LocalSpan:
    """Return a month of a year."""
    start = local_day(year, month, 1)
    return LocalSpan(start, add_months(start, 1), "month")


def year_of(year: int) -> LocalSpan:
    """Return a calendar year."""
    start = local_day(year, 1, 1)
    return LocalSpan(start, add_months(start, 12), "year")


def weekend_of(moment: datetime, first_weekday: int) -> LocalSpan:
    """Return the Saturday and Sunday of the week that holds the moment."""
    start = week_of(moment, first_weekday).start
    saturday = start + timedelta(days=(5 - start.weekday()) % 7)
    if first_weekday == 6 and moment.weekday() == 6:
        saturday -= 7 * DAY  # a Sunday belongs to the weekend that it ends, on whichever day weeks start
    return LocalSpan(saturday, saturday + 2 * DAY, "weekend")


def season_of(moment: datetime) -> LocalSpan:
    """Return the meteorological season that holds the moment: three whole months."""
    start = midnight(moment).replace(day=1)
    start = add_months(start, -(start.month % 3))
    return LocalSpan(start, add_months(start, 3), "season")


def period_of(moment: datetime, unit: str, first_weekday: int) -> LocalSpan:
    """Return the calendar period of a unit that holds the moment."""
    if unit in SECONDS:
        seconds = SECONDS[unit]
        start = midnight(moment)
        start += timedelta(seconds=(moment - start).seconds // seconds * seconds)
        return LocalSpan(start, start + timedelta(seconds=seconds), GRAINS[unit])
    if unit in ("day", "business day", "night"):
        start = midnight(moment)
        return LocalSpan(start, start + DAY, "day")
    if unit in ("week", "fortnight"):
        span = week_of(moment, first_weekday)
        return span if unit == "week" else LocalSpan(span.start, span.start + 14 * DAY, "week")
    if unit == "weekend":
        return weekend_of(moment, first_weekday)
    if unit == "season":
        return season_of(moment)
    months = MONTHS[unit]
    start = midnight(moment).replace(day=1)
    if months >= 12:
        years = months // 12
        start = start.replace(year=max(1, start.year // years * years), month=1)
        return LocalSpan(start, shift_year(start, years), GRAINS[unit])
    start = start.replace(month=(start.month - 1) // months * months + 1)
    return LocalSpan(start, add_months(start, months), GRAINS[unit])


def shift_year(moment: datetime, years: int) -> datetime:
    """Return the same day `years` years later."""
    return add_months(moment, 12 * years)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> datetime:
    """Return the nth given weekday of a month, counted from its end if `nth` is negative."""
    span = month_of(year, month)
    if nth > 0:
        day = span.start + timedelta(days=(weekday - span.start.weekday()) % 7)
        day += 7 * DAY * (nth - 1)
    else:
        last = span.end - DAY
        day = last - timedelta(days=(last.weekday() - weekday) % 7)
        day += 7 * DAY * (nth + 1)
    if not span.start <= day < span.end:
        raise ValueError(f"no weekday {weekday} number {nth} in {year}-{month}")
    return day


def first_week(start: datetime, first_weekday: int) -> datetime:
    """Return the first day of the first week that has most of its days in the period that starts here."""
    week = week_of(start, first_weekday).start
    return week if (start - week).days <= 3 else week + 7 * DAY
