"""The time that a question names."""

from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.extractors.semantic_time import TimeSettings, parse_time
from chronomem.retrieval.intervals import Interval, interval

_LEAST_WEIGHT = 0.6
"""Vaguer words ("recently", "currently") say how a question is meant, and not which days are."""


def asked_times(text: str, now: datetime, zone: ZoneInfo) -> tuple[Interval, ...]:
    """Return the intervals that a question names; none for a question without time, or one about "when".

    Questions to a memory are about what was: of two readings ("on Friday") the past one is taken.
    """
    settings = TimeSettings(timezone=zone.key, prefer="past")
    spans = parse_time(text, now=now, settings=settings)
    return tuple(interval(span.start, span.end) for span in spans if span.resolved and span.weight >= _LEAST_WEIGHT)
