"""The time that a question names."""

from datetime import datetime
from zoneinfo import ZoneInfo

from chronomem.retrieval.question import Interval


def asked_times(text: str, now: datetime, zone: ZoneInfo) -> tuple[Interval, ...]:
    """Return the intervals that a question names; none for a question without time."""
    return ()
