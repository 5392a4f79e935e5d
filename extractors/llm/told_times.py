"""Validity intervals of facts found by a model: its dates, checked against the parser of time expressions."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from chronomem.extractors.semantic_time import TimeSettings, TimeSpan, parse_time
from chronomem.extractors.semantic_time.spans import TimeInterval
from chronomem.extractors.turns.extraction import StoredTurn

_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d)?)?)?)?$")
_CLOSE = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ToldInterval:
    """A half-open interval that a turn gives for a fact.

    Attributes:
        start, end: None if the turn doesn't give it.
        disputed: whether the parser dates the same words differently from the model; the interval is then the parser's.
    """

    start: datetime | None
    end: datetime | None
    disputed: bool = False


def read_date(text: str) -> tuple[datetime, datetime]:
    """Return the half-open interval of a year, month, day or minute in ISO 8601, without a timezone.

    Raises:
        ValueError: the text is none of these.
    """
    found = _DATE.match(text.strip())
    if found is None:
        raise ValueError("not a year, month, day or minute in ISO 8601")
    year, month, day, hour, minute = (int(part) if part is not None else None for part in found.groups())
    if month is None or year is None:
        return datetime(int(found[1]), 1, 1), datetime(int(found[1]) + 1, 1, 1)  # noqa: DTZ001 - of any zone
    if day is None:
        following = (year + 1, 1) if month == 12 else (year, month + 1)
        return datetime(year, month, 1), datetime(*following, 1)  # noqa: DTZ001
    if hour is None or minute is None:
        start = datetime(year, month, day)  # noqa: DTZ001
        return start, start + timedelta(days=1)
    start = datetime(year, month, day, hour, minute)  # noqa: DTZ001
    return start, start + timedelta(minutes=1)


def settle(turn: StoredTurn, words: str, first: str | None, last: str | None, zone: ZoneInfo) -> ToldInterval:
    """Return when a fact holds, given the model's quotation of time words and its `first` and `last` dates.

    If the parser can parse the words, its interval counts, and the model only decides which of the two ends is meant.
    The interval is marked as disputed if no reading of the words fits the model's dates.
    """
    start = _zoned(read_date(first), zone) if first is not None else None
    end = _zoned(read_date(last), zone) if last is not None else None
    span = _span(turn, words, zone)
    if span is None:
        return _ordered(start[0] if start else None, end[1] if end else None)
    readings = list(span.readings())
    fitting = next((r for r in readings if _fits(r, start, end)), None)
    chosen = fitting or readings[0]
    told = _ordered(chosen.start if start or not end else None, chosen.end if end else None)
    return ToldInterval(told.start, told.end, disputed=fitting is None)


def _span(turn: StoredTurn, words: str, zone: ZoneInfo) -> TimeSpan | None:
    """Return the intended time expression: the one in the turn that the words overlap most, or the words' own."""
    settings = TimeSettings(timezone=zone.key)
    at = turn.text.lower().find(words.lower())
    found = parse_time(turn.text, now=turn.said_at, settings=settings) if at >= 0 else ()
    shared = [(min(s.end_char, at + len(words)) - max(s.start_char, at), s) for s in found if s.resolved]
    overlapping = [(length, span) for length, span in shared if length > 0]
    if not overlapping:
        alone = parse_time(words, now=turn.said_at, settings=settings)
        overlapping = [(len(span.text), span) for span in alone if span.resolved]
    told = [(length, span) for length, span in overlapping if span.kind not in ("instant", "vague")]
    return max(told, key=lambda pair: pair[0])[1] if told else None


def _fits(
    reading: TimeInterval, start: tuple[datetime, datetime] | None, end: tuple[datetime, datetime] | None
) -> bool:
    """Whether a reading of the words matches the model's dates, to the day."""
    first = start is None or reading.start is None or start[0] - _CLOSE < reading.start < start[1] + _CLOSE
    last = end is None or reading.end is None or end[0] - _CLOSE < reading.end < end[1] + _CLOSE
    return first and last


def _zoned(period: tuple[datetime, datetime], zone: ZoneInfo) -> tuple[datetime, datetime]:
    return period[0].replace(tzinfo=zone), period[1].replace(tzinfo=zone)


def _ordered(start: datetime | None, end: datetime | None) -> ToldInterval:
    return (
        ToldInterval(start, None)
        if start is not None and end is not None and end <= start
        else ToldInterval(start, end)
    )
