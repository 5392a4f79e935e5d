"""Dates, months and times of day that are written in digits."""

from collections.abc import Iterator
from datetime import datetime
from itertools import permutations
from typing import Any, Final

from chronomem.extractors.semantic_time import recurrences
from chronomem.extractors.semantic_time.meanings import Daily, Environment, Fixed, fixed, one
from chronomem.extractors.semantic_time.numbers import Number
from chronomem.extractors.semantic_time.periods import DAY, LocalInterval, first_week, local_day, month_of
from chronomem.extractors.semantic_time.spans import Grain

Entry = tuple[str, Any]
NOTHING: Final[Entry] = ("X", None)
# Fractions, scores out of five or ten and "24/7" are dates only after a word such as "on".
_DENOMINATORS: Final = frozenset({2, 3, 4, 5, 10})

_MOST_YEARS, _LAST_OF_RUN = 20, 2030  # for runs of years such as 1990-95


def full_year(value: int, digits: int, now: datetime) -> int:
    """Return the year that a number means; of two digits, the year nearest to now, at most 30 ahead."""
    if digits > 2:
        return value
    year = now.year // 100 * 100 + value
    if year > now.year + 30:
        return year - 100
    return year if year > now.year - 70 else year + 100


def year_choices(value: int, digits: int, now: datetime) -> list[int]:
    """Return the years that a number may mean, best first."""
    best = full_year(value, digits, now)
    if digits > 2:
        return [best]
    return [best, best - 100] if best > now.year else [best, best + 100]


def day_or_none(year: int, month: int, day: int) -> LocalInterval | None:
    """Return the day, or None if there is no such date."""
    try:
        start = local_day(year, month, day)
        return LocalInterval(start, start + DAY, "day")
    except (ValueError, OverflowError):
        return None


def orders(parts: list[str], day_first: bool) -> Iterator[tuple[str, str, str]]:
    """Yield year, month and day of a three-part date in every common order, best first."""
    first, second, third = parts
    monthly = [(third, second, first), (third, first, second)]
    yearly = [(first, second, third), (first, third, second)]
    if len(first.strip("'")) == 4 or first[0] == "'":
        return iter(yearly)
    if not day_first:
        monthly.reverse()
    if len(third.strip("'")) == 1:
        return iter(yearly)
    # Two digits in front are a year only if they can't be anything else.
    last = third[0] == "'" or len(third) == 4 or int(first) <= 31
    return iter(monthly if last else monthly + yearly)


def three_parts(parts: list[str], env: Environment) -> Entry:
    """Parse a date written in three numbers: 3/14/2015, 2015-03-14, 14.3.'15."""
    found = []
    for year, month, day in orders(parts, env.settings.day_first):
        digits = year.strip("'")
        if len(digits) == 3 or len(digits) < 2:
            continue
        for choice in year_choices(int(digits), len(digits), env.now):
            interval = day_or_none(choice, int(month.strip("'")), int(day.strip("'")))
            if interval:
                found.append(interval)
        if found and len(parts[0]) == 4:
            break
    return ("DATE", Fixed(tuple(dict.fromkeys(found)), "day")) if found else NOTHING


def two_parts(text: str, separator: str, env: Environment) -> Entry:
    """Parse a date without a year: 3/14. A weak one (class SLW) needs a neighbouring word that marks it as a date."""
    first, second = (int(part) for part in text.split(separator))
    choices = [(second, first), (first, second)] if env.settings.day_first else [(first, second), (second, first)]
    for month, day in choices:
        try:
            meaning = recurrences.month_day(month, day)
        except ValueError:
            continue
        weak = (first <= second and second in _DENOMINATORS) or text == "24/7"
        return ("SLW" if weak else "SL2", meaning)
    return NOTHING


def pair(text: str, separator: str) -> Entry:
    """Parse two numbers joined by a dash or dot: hours, days of a month, a date or a time; the rules decide."""
    first, second = (Number(int(part), len(part)) for part in text.split(separator))
    return ("DA2" if separator == "-" else "DO2", (first, second))


def year_and_month(year: int, month: int) -> Entry:
    """Parse a month of a year: 2015-03, 3/2015."""
    if not 1 <= month <= 12 or not 1000 <= year <= 2999:
        return NOTHING
    return ("MONY", one(month_of(year, month)))


def two_years(text: str) -> Entry:
    """Parse a season across two years, or a run of years: 2018-19, 1990-95."""
    year, last = int(text[:4]), int(text[5:])
    years = (last - year) % 100
    if years != 1 and not (1 < years <= _MOST_YEARS and year + years < _LAST_OF_RUN and last > year % 100):
        return NOTHING
    start = local_day(year, 1, 1)
    return ("RANGE", fixed(start, start.replace(year=year + years + 1), "interval", "range"))


def iso_week(text: str) -> Entry:
    """Parse an ISO 8601 week: 2020-W12."""
    start = first_week(local_day(int(text[:4]), 1, 1), 0) + DAY * 7 * (int(text[-2:]) - 1)
    return ("WEEKX", fixed(start, start + 7 * DAY, "week"))


def compact(text: str) -> Entry:
    """Parse a date of eight digits: 20150314."""
    interval = day_or_none(int(text[:4]), int(text[4:6]), int(text[6:]))
    return ("DATE", Fixed((interval,), "day")) if interval else NOTHING


def clock_time(text: str) -> Entry:
    """Parse a time with a colon: 3:30, 15:30, 8:00:20. Up to 12 it may be in either half of the day."""
    parts = [int(part) for part in text.split(".")[0].split(":")]
    hours, minutes, seconds = (*parts, 0)[:3]
    if hours > 24 or minutes > 59 or seconds > 59:
        return NOTHING
    start = hours * 3600 + minutes * 60 + seconds
    length = 1 if len(parts) == 3 else 60
    grain: Grain = "second" if len(parts) == 3 else "minute"
    if text[0] == "0":  # only the 24-hour clock writes a leading zero
        return ("CLKT", Daily(((start, start + length),), grain))
    time = at_time(start, length, grain, hours)
    if len(parts) == 3:
        time = Daily(tuple(sorted(time.times)) if hours < 12 else time.times, grain)
    return ("CLKT" if 1 <= hours <= 12 else "CLK", time)


def at_time(start: int, length: int, grain: Grain, hours: int) -> Daily:
    """Return a time of day that may be in either half of the day; from one to six, the second half comes first."""
    times = [(start, start + length)]
    if hours == 12:
        times.append((start - 43200, start - 43200 + length))
    elif 1 <= hours < 12:
        times.append((start + 43200, start + 43200 + length))
        if hours < 7:
            times.reverse()
    return Daily(tuple(times), grain)


def decade(text: str, env: Environment) -> Entry:
    """Parse a decade in digits: 1990s, '90s."""
    digits = "".join(character for character in text if character.isdecimal())
    value = int(digits)
    if len(digits) == 2 and value < 20:
        return NOTHING
    return ("DECADE", decade_of(value, len(digits), env))


def decade_of(value: int, digits: int, env: Environment) -> Fixed:
    """Return ten years; of two digits, the latest such decade that has begun comes first."""
    if digits > 2:
        return ten_years(value)
    latest = env.now.year // 100 * 100 + value
    if latest > env.now.year:
        latest -= 100
    if env.now.year - latest < 10:
        return Fixed((*ten_years(latest).readings, *ten_years(latest - 100).readings), "period")
    return Fixed((*ten_years(latest).readings, *ten_years(latest + 100).readings), "period")


def ten_years(year: int) -> Fixed:
    """Return the ten years that start with a year."""
    start = local_day(year, 1, 1)
    return fixed(start, start.replace(year=year + 10), "decade")


def iso_moment(text: str, env: Environment) -> Entry:
    """Parse a date and time in ISO 8601; one with an offset is converted to the user's timezone."""
    text = text.replace(" ", "").replace(",", ".")
    midnight = text[10:13] == "T24" and not text[13:].strip(":0.Z+-")  # the end of the day, as ISO 8601 writes it
    moment = datetime.fromisoformat(f"{text[:10]}T00{text[13:]}" if midnight else text) + DAY * midnight
    if moment.tzinfo:
        moment = moment.astimezone(env.settings.zone).replace(tzinfo=None)
    precise = text.count(":") - ("+" in text[19:] or "-" in text[19:]) > 1 or text.count(":") == 2
    end = moment.replace(microsecond=0)
    end = shift_seconds(end, 1 if precise else 60)
    return ("DT", fixed(moment, end, "second" if precise else "minute", "instant"))


def shift_seconds(moment: datetime, seconds: int) -> datetime:
    """Return `moment` plus a number of seconds."""
    return moment + DAY / 86400 * seconds


def mixed_date(items: list[Any], env: Environment) -> Entry | None:
    """Parse a date of a month's name and two numbers in any order: 31-Oct-74, 2020/23/Sep."""
    months = [item for item in items if not isinstance(item, Number)]
    numbers = [item for item in items if isinstance(item, Number)]
    if len(months) != 1 or len(numbers) != 2:
        return None
    for day, year in sorted(permutations(numbers), key=lambda order: order[1].digits != 4):
        if year.digits in (2, 4):
            found = [
                interval
                for choice in year_choices(year.value, year.digits, env.now)
                if (interval := day_or_none(choice, months[0].key, day.value))
            ]
            if found:
                return ("DATE", Fixed(tuple(found), "day"))
    return None
