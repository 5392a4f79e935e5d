"""Validity intervals of facts found by a model: its dates, checked against the parser of time expressions."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from chronomem.extractors.semantic_time import TimeSettings, TimeSpan, parse_time
from chronomem.extractors.semantic_time.spans import TimeInterval
from chronomem.extractors.turns.stored_turn import StoredTurn

_DATE = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ](\d\d):(\d\d)(?::\d\d(?:[.,]\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)?)?$", re.IGNORECASE
)
_CLOSE = timedelta(days=1)
_WORD = re.compile(r"[^\W_]+")
_SMALL = frozenset([
    "a", "about", "already", "and", "around", "as", "at", "back", "by", "during", "ever", "for", "from", "in", "just",
    "of", "on", "or", "right", "since", "so", "that", "the", "till", "to", "until",
])  # fmt: skip
"""Words beside a time expression that change nothing about its date."""

Period = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class ToldInterval:
    """A half-open interval that a turn gives for a fact.

    Attributes:
        start, end: None if the turn doesn't give it.
        first_until: the end of the day, month or year that `start` is the beginning of.
        grain: the period that the words or dates name, such as "day" or "year".
        disputed: whether the parser dates the same words differently from the model; the interval is then the parser's.
    """

    start: datetime | None
    end: datetime | None
    first_until: datetime | None = None
    grain: str = "interval"
    disputed: bool = False


def read_date(text: str, zone: ZoneInfo) -> Period | None:
    """Return the half-open interval of a year, month, day or minute in ISO 8601; None if the text is none of these.

    A minute may have an offset from UTC; everything else is in the zone.
    """
    found = _DATE.match(text.strip())
    if found is None:
        return None
    year, month, day, hour, minute = (int(part) if part is not None else None for part in found.groups()[:5])
    assert year is not None
    try:
        if month is None:
            return datetime(year, 1, 1, tzinfo=zone), datetime(year + 1, 1, 1, tzinfo=zone)
        if day is None:
            return datetime(year, month, 1, tzinfo=zone), datetime(year + month // 12, month % 12 + 1, 1, tzinfo=zone)
        if hour is None or minute is None:
            start = datetime(year, month, day, tzinfo=zone)
            return start, start + timedelta(days=1)
        start = datetime.fromisoformat(
            f"{found[1]}-{found[2]}-{found[3]}T{found[4]}:{found[5]}{(found[6] or '').upper()}"
        )
        start = start.replace(tzinfo=zone) if start.tzinfo is None else start.astimezone(zone)
        return start, start + timedelta(minutes=1)
    except (ValueError, OverflowError):  # a thirteenth month, the year 9999
        return None


def settle(turn: StoredTurn, words: str, first: str | None, last: str | None, zone: ZoneInfo) -> ToldInterval:
    """Return when a fact holds, given the model's quotation of time words and its `first` and `last` dates.

    If the parser can parse all of the words, its interval counts, and the model only decides which of the two ends is
    meant. The interval is marked as disputed if no reading of the words fits the model's dates. Where the parser knows
    only a part of the words ("May" in "three years in May"), the model's dates count.
    """
    start = read_date(first, zone) if first is not None else None
    end = read_date(last, zone) if last is not None else None
    span = _span(turn, words, zone)
    if span is None:
        told = _ordered(start[0] if start else None, end[1] if end else None, start[1] if start else None)
        return replace(told, grain=_grain(first or last or ""))
    readings = list(span.readings())
    fitting = next((r for r in readings if _fits(r, start, end)), None)
    chosen = fitting or readings[0]
    told = _ordered(chosen.start if start or not end else None, chosen.end if end else None, chosen.end)
    return replace(told, grain=chosen.grain, disputed=fitting is None)


def _grain(date: str) -> str:
    """Return the period that a date in ISO 8601 names."""
    return {4: "year", 7: "month", 10: "day"}.get(len(date.strip()), "minute")


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
    span = max(told, key=lambda pair: pair[0])[1] if told else None
    return span if span is not None and _covers(span, words) else None


def _covers(span: TimeSpan, words: str) -> bool:
    """Whether a time expression is all that some words tell of a time."""
    return set(_words_in(words)) <= {*_words_in(span.text), *_SMALL}


def _words_in(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _fits(reading: TimeInterval, start: Period | None, end: Period | None) -> bool:
    """Whether a reading of the words matches the model's dates, to the day."""
    first = start is None or reading.start is None or start[0] - _CLOSE < reading.start < start[1] + _CLOSE
    last = end is None or reading.end is None or end[0] - _CLOSE < reading.end < end[1] + _CLOSE
    return first and last


def _ordered(start: datetime | None, end: datetime | None, first_until: datetime | None) -> ToldInterval:
    if start is not None and end is not None and end <= start:
        end = None
    return ToldInterval(start, end, first_until if start is not None else None)
