"""Render intervals as English expressions that the grammar parses back to the same interval."""

from datetime import datetime, timedelta

from chronomem.extractors.semantic_time.periods import period_of
from chronomem.extractors.semantic_time.settings import TimeSettings
from chronomem.extractors.semantic_time.spans import TimeInterval

_DEFAULTS = TimeSettings()


def render_time(reading: TimeInterval, settings: TimeSettings = _DEFAULTS) -> tuple[str, ...]:
    """Return English expressions that mean exactly this interval, the plainest first.

    The result is empty for an interval that doesn't match its grain (a month that doesn't start on the first), and for
    grains that aren't rendered (part_of_day, season).
    """
    start = _local(reading.start, settings)
    end = _local(reading.end, settings)
    if start is None and end is None:
        return ()
    if end is None and start is not None:
        return tuple(f"since {name}" for name in _start_names(start))
    if start is None and end is not None:
        return tuple(f"before {name}" for name in _start_names(end))
    assert start is not None
    assert end is not None, "the open ends were dealt with"
    if reading.grain == "interval":
        return _between(start, end)
    return _named(start, end, reading.grain, settings)


def _local(moment: datetime | None, settings: TimeSettings) -> datetime | None:
    return moment.astimezone(settings.zone).replace(tzinfo=None) if moment else None


def _day(moment: datetime) -> str:
    return f"{moment.day} {moment:%B} {moment.year:04d}"


def _start_names(moment: datetime) -> tuple[str, ...]:
    if (moment.hour, moment.minute, moment.second) == (0, 0, 0):
        return (_day(moment), f"{moment.year:04d}-{moment:%m-%d}")
    return (f"{_day(moment)} at {moment:%H:%M:%S}",)


def _between(start: datetime, end: datetime) -> tuple[str, ...]:
    last = end - timedelta(days=1)
    whole_days = start.time() == end.time() == datetime.min.time()
    if not whole_days or last <= start:
        return ()
    return (f"from {_day(start)} to {_day(last)}", f"between {_day(start)} and {_day(last)}")


def _named(start: datetime, end: datetime, grain: str, settings: TimeSettings) -> tuple[str, ...]:
    if grain in ("part_of_day", "season"):
        return ()
    span = period_of(start, grain, settings.first_weekday)
    if (span.start, span.end) != (start, end):
        return ()
    year = f"{start.year:04d}"
    names = {
        "second": (f"{_day(start)} at {start:%H:%M:%S}", f"{year}-{start:%m-%d %H:%M:%S}"),
        "minute": (f"{_day(start)} at {start:%I:%M %p}",),
        "hour": (f"{_day(start)} at {start:%I %p}",),
        "day": (
            _day(start),
            f"{start:%B} {start.day}, {year}",
            f"{year}-{start:%m-%d}",
            f"{start:%A}, {start.day} {start:%b} {year}",
        ),
        "weekend": (f"the weekend of {_day(start)}",),
        "week": (f"the week of {_day(start)}",),
        "month": (f"{start:%B} {year}", f"{start:%b} {year}", f"{year}-{start:%m}"),
        "quarter": (f"Q{(start.month + 2) // 3} {year}",),
        "year": (f"the year {year}", f"in {year}"),
        "decade": (f"the {year}s",),
        "century": (f"the {_ordinal(start.year // 100 + 1)} century",),
    }
    return names.get(grain, ())


def _ordinal(number: int) -> str:
    ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
