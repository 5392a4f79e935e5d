"""The meaning of an expression before it is pinned to the timeline.

Three kinds of meaning compose: `Fixed` is an interval (with its alternative readings), `Recurring` happens again and
again ("Friday", "May", "Christmas"), and `Daily` is a time of day ("3 pm", "morning", "from 9 to 5"). `Timed` is a time
of day on a day that may still be narrowed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from chronomem.extractors.semantic_time.periods import DAY, LocalInterval, LocalSpan, local_day, midnight
from chronomem.extractors.semantic_time.settings import TimeSettings
from chronomem.extractors.semantic_time.spans import Grain, Kind

MAX_READINGS: Final = 8
RARE: Final = timedelta(days=1150)  # events this rare resolve to the nearest instance
EARLIEST, LATEST = local_day(1, 1, 1), local_day(9999, 12, 31)
FINE: Final = frozenset({"second", "minute", "hour"})
RANKS: Final[dict[Grain, int]] = {
    "second": 0,
    "minute": 1,
    "hour": 2,
    "part_of_day": 3,
    "day": 4,
    "weekend": 5,
    "week": 6,
    "month": 7,
    "season": 8,
    "quarter": 8,
    "year": 9,
    "decade": 10,
    "century": 11,
    "interval": 12,
}


@dataclass(frozen=True, slots=True)
class Environment:
    """The context of an expression: the moment of utterance and the user's settings."""

    now: datetime
    settings: TimeSettings
    first_weekday: int
    prefers_past: Callable[[int], bool | None]  # by character offset; None is undecided
    past_tense: Callable[[int], bool | None]  # likewise, whatever the settings prefer
    memo: dict["Recurring", "Nearby"] = field(default_factory=dict)  # the instances nearest to now

    @property
    def today(self) -> datetime:
        """Return the start of the day of `now`."""
        return midnight(self.now)


@dataclass(frozen=True, slots=True)
class Fixed:
    """The intervals that an expression may mean, best first; without any, ValueError is raised."""

    readings: tuple[LocalInterval, ...]
    kind: Kind
    weight: float = 1.0

    def __post_init__(self) -> None:
        if not self.readings:
            raise ValueError("the expression means no interval")


@dataclass(frozen=True, slots=True)
class Recurring:
    """Something that happens again and again.

    Attributes:
        instances: returns the instances that overlap an interval, in order.
        grain: the granularity of one instance.
        reach: the greatest possible distance to the nearest instance.
        key: the number of the weekday (Monday is 0) or month, if it is one.
        skips_today: True if, on such a day, the word refers to another day.
    """

    instances: Callable[[datetime, datetime], list[LocalSpan]]
    grain: Grain
    reach: timedelta
    key: int = -1
    skips_today: bool = False


@dataclass(frozen=True, slots=True)
class Daily:
    """A time of day: seconds from midnight to the start and to the end, best reading first."""

    times: tuple[tuple[int, int], ...]
    grain: Grain
    kind: Kind = "instant"


@dataclass(frozen=True, slots=True)
class Timed:
    """A time of day on a day."""

    day: "Fixed | Recurring"
    time: Daily


Meaning = Fixed | Recurring | Daily | Timed
Nearby = tuple[LocalSpan | None, LocalSpan | None, LocalSpan | None]


def fixed(start: datetime, end: datetime, grain: Grain, kind: Kind = "period") -> Fixed:
    """Return a meaning with one reading."""
    return Fixed((LocalInterval(start, end, grain),), kind)


def one(span: LocalSpan, kind: Kind = "period", *others: LocalInterval | LocalSpan) -> Fixed:
    """Return a meaning with one preferred reading and optional alternatives."""
    return Fixed((LocalInterval(*span), *(LocalInterval(*other) for other in others)), kind)


def one_day(start: datetime) -> Fixed:
    """Return a meaning that is one day."""
    return fixed(start, start + DAY, "day", "day")


def nearby(meaning: Recurring, now: datetime) -> Nearby:
    """Return the last instance before now, the one that holds now, and the next one."""
    low, high = max_shift(now, -meaning.reach), max_shift(now, meaning.reach)
    past = current = future = None
    for span in meaning.instances(low, high):
        if span.end <= now:
            past = span
        elif span.start <= now:
            current = span
        else:
            future = span
            break
    return past, current, future


def max_shift(moment: datetime, distance: timedelta) -> datetime:
    """Return `moment` shifted, clamped to the years that a date can have."""
    try:
        return moment + distance
    except OverflowError:
        return LATEST if distance > timedelta(0) else EARLIEST


def nearest(meaning: Recurring, env: Environment) -> Nearby:
    """Return the instances around now, computed once."""
    found = env.memo.get(meaning)
    if found is None:
        found = env.memo[meaning] = nearby(meaning, env.now)
    return found


def recurring_readings(meaning: Recurring, env: Environment, past_first: bool | None) -> Iterator[LocalSpan]:
    """Yield the instances that the word may mean, best first."""
    past, current, future = nearest(meaning, env)
    if current and not meaning.skips_today:
        order = [current, past, future] if past_first is not False else [current, future, past]
    elif past_first is None and past and future and meaning.reach > RARE:
        order = [past, future] if env.now - past.end < future.start - env.now else [future, past]
    elif past_first is not False:
        order = [past, current, future]
    else:
        order = [future, current, past]
    return (span for span in order if span)


def on_days(days: Iterator[LocalInterval], time: Daily) -> Iterator[LocalInterval]:
    """Yield the time of day on each of the days, in each of its readings."""
    for day in days:
        if day.start is None:
            continue
        for start, end in time.times:
            yield LocalInterval(day.start + timedelta(seconds=start), day.start + timedelta(seconds=end), time.grain)


def daily_readings(time: Daily, env: Environment, past_first: bool | None) -> Iterator[LocalInterval]:
    """Yield the time today and on the adjacent day in the preferred direction."""
    for start, end in time.times:
        today = LocalInterval(env.today + timedelta(seconds=start), env.today + timedelta(seconds=end), time.grain)
        over = env.today + timedelta(seconds=start) <= env.now
        aside = timedelta(days=1 if over else -1)
        low = env.today + aside + timedelta(seconds=start)
        other = LocalInterval(low, low + timedelta(seconds=end - start), time.grain)
        wanted = past_first is None or past_first == over
        yield from (today, other) if wanted else (other, today)


def readings(meaning: Meaning, env: Environment, past_first: bool | None) -> tuple[LocalInterval, ...]:
    """Return every interval that the meaning may stand for, best first."""
    found: Iterator[LocalInterval]
    if isinstance(meaning, Fixed):
        return meaning.readings
    if isinstance(meaning, Recurring):
        found = (LocalInterval(*span) for span in recurring_readings(meaning, env, past_first))
    elif isinstance(meaning, Timed):
        found = on_days(iter(readings(meaning.day, env, past_first)), meaning.time)
    else:
        found = daily_readings(meaning, env, past_first)
    return distinct(found)


def distinct(intervals: Iterator[LocalInterval]) -> tuple[LocalInterval, ...]:
    """Return the intervals without duplicates, in order, cut to the number worth keeping."""
    seen: dict[tuple[datetime | None, datetime | None], LocalInterval] = {}
    for interval in intervals:
        seen.setdefault(interval[:2], interval)
        if len(seen) == MAX_READINGS:
            break
    return tuple(seen.values())


def first_within(meaning: Recurring, low: datetime, high: datetime) -> LocalSpan | None:
    """Return the first instance that starts in the interval."""
    for span in meaning.instances(low, min(high, max_shift(low, meaning.reach))):
        if low <= span.start < high:
            return span
    return None


def within_fixed(meaning: Recurring, outer: Fixed) -> Fixed | None:
    """Return the instance inside each reading of `outer`."""
    rolling = outer.readings[0].grain != "interval"  # "the seven days up to now" is no week to search in
    found = [
        LocalInterval(*span)
        for reading in outer.readings
        if reading.start and reading.end and not (rolling and reading.grain == "interval")
        if (span := first_within(meaning, reading.start, reading.end))
    ]
    kind: Kind = "day" if meaning.grain == "day" else "period"
    return Fixed(tuple(dict.fromkeys(found)), kind, outer.weight) if found else None


def within_recurring(meaning: Recurring, outer: Recurring, reach_days: int = 0) -> Recurring:
    """Return the first instance inside each instance of `outer`."""

    def instances(low: datetime, high: datetime) -> list[LocalSpan]:
        spans = (first_within(meaning, span.start, span.end) for span in outer.instances(low, high))
        return [span for span in spans if span and span.end > low and span.start < high]

    return replace(
        meaning,
        instances=instances,
        reach=max(outer.reach, timedelta(days=reach_days)),
        skips_today=False,
        key=-1,
    )


def intersect(first: Meaning, second: Meaning) -> Meaning | None:
    """Intersect two meanings: "Friday" and "next week", "3 pm" and "tomorrow"; None if they don't fit together."""
    if isinstance(first, Daily):
        first, second = second, first
    if isinstance(second, Daily):
        if isinstance(first, (Fixed, Recurring)) and grain_of(first) == "day":
            return Timed(first, second)
        return None
    if isinstance(second, Timed):
        first, second = second, first
    if isinstance(first, Timed):
        if isinstance(second, (Daily, Timed)):
            return None
        day = intersect(first.day, second)
        return Timed(day, first.time) if isinstance(day, (Fixed, Recurring)) else None
    if isinstance(second, (Daily, Timed)) or isinstance(first, Daily):
        return None
    if RANKS[grain_of(first)] > RANKS[grain_of(second)]:
        first, second = second, first
    if isinstance(first, Fixed):
        return None
    if isinstance(second, Fixed):
        return within_fixed(first, second)
    return within_recurring(first, second)


def grain_of(meaning: Meaning) -> Grain:
    """Return the granularity of a meaning."""
    if isinstance(meaning, Fixed):
        return meaning.readings[0].grain
    return meaning.time.grain if isinstance(meaning, Timed) else meaning.grain


def kind_of(meaning: Meaning) -> Kind:
    """Return the kind of expression of a meaning."""
    if isinstance(meaning, (Fixed, Daily)):
        return meaning.kind
    if isinstance(meaning, Timed):
        return meaning.time.kind
    return "day" if meaning.grain == "day" else "period"
