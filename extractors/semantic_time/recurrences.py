"""Weekdays, months, dates without a year, days of the month, seasons, quarters."""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache

from chronomem.extractors.semantic_time.meanings import Recurring
from chronomem.extractors.semantic_time.periods import (
    DAY,
    LocalSpan,
    add_months,
    local_day,
    midnight,
    month_of,
    nth_weekday,
)
from chronomem.extractors.semantic_time.spans import Grain

FIRST_YEAR, LAST_YEAR = 2, 9997


@cache
def weekday(number: int) -> Recurring:
    """Return a day of the week; Monday is 0."""

    def instances(low: datetime, high: datetime) -> list[LocalSpan]:
        day = midnight(low) + timedelta(days=(number - low.weekday()) % 7)
        found = []
        while day < high:
            found.append(LocalSpan(day, day + DAY, "day"))
            day += 7 * DAY
        return found

    return Recurring(instances, "day", timedelta(days=8), key=number, skips_today=True)


def yearly(spans_in: Callable[[int], LocalSpan | None], grain: Grain, reach_years: int = 2, key: int = -1) -> Recurring:
    """Return something that happens once a year: `spans_in` gives the instance of a year."""

    def instances(low: datetime, high: datetime) -> list[LocalSpan]:
        years = range(max(FIRST_YEAR, low.year - 1), min(LAST_YEAR, high.year + 1) + 1)
        spans = (spans_in(year) for year in years)
        return [span for span in spans if span and span.end > low and span.start < high]

    return Recurring(instances, grain, timedelta(days=366 * reach_years), key=key)


@cache
def month(number: int) -> Recurring:
    """Return a month of the year."""
    return yearly(lambda year: month_of(year, number), "month", key=number)


@cache
def month_day(number: int, day: int) -> Recurring:
    """Return a date without a year. Raises ValueError if the month never has that day."""
    local_day(2000, number, day)

    def span_in(year: int) -> LocalSpan | None:
        try:
            start = local_day(year, number, day)
        except ValueError:  # 29 February of a common year
            return None
        return LocalSpan(start, start + DAY, "day")

    return yearly(span_in, "day", reach_years=9 if (number, day) == (2, 29) else 2, key=number)


@cache
def day_of_month(day: int) -> Recurring:
    """Return the nth day of any month. Raises ValueError if no month has that day."""
    if not 1 <= day <= 31:
        raise ValueError(f"no day {day} in any month")

    def instances(low: datetime, high: datetime) -> list[LocalSpan]:
        first = midnight(low).replace(day=1)
        found = []
        while first < high:
            following = add_months(first, 1)
            start = first + timedelta(days=day - 1)
            if start < following and start + DAY > low and start < high:
                found.append(LocalSpan(start, start + DAY, "day"))
            first = following
        return found

    return Recurring(instances, "day", timedelta(days=63))


@cache
def weekday_and_day(number: int, day: int) -> Recurring:
    """Return a day of the month that falls on a weekday: "Friday the 13th"."""
    days = day_of_month(day)

    def instances(low: datetime, high: datetime) -> list[LocalSpan]:
        return [span for span in days.instances(low, high) if span.start.weekday() == number]

    return Recurring(instances, "day", timedelta(days=1200))


@cache
def nth_weekday_of(number: int, month_number: int, nth: int) -> Recurring:
    """Return the nth given weekday of a month, counted from its end if `nth` is negative."""

    def span_in(year: int) -> LocalSpan | None:
        start = nth_weekday(year, month_number, number, nth)
        return LocalSpan(start, start + DAY, "day")

    return yearly(span_in, "day")


@cache
def months_of_year(first: int, count: int, grain: Grain) -> Recurring:
    """Return a run of months: a quarter, a half, a season. It starts in month `first` (1 to 12) of its year."""

    def span_in(year: int) -> LocalSpan:
        start = month_of(year, first).start
        return LocalSpan(start, add_months(start, count), grain)

    return yearly(span_in, grain, key=first)
