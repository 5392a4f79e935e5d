"""What the tests of semantic time share."""

from datetime import datetime
from typing import Any

from chronomem.extractors.semantic_time import TimeSettings, TimeSpan, parse_time

NOW = datetime(2026, 3, 18, 14, 30)  # noqa: DTZ001 - a Wednesday, in the user's local time
"""The moment that the tests speak at."""


def times(text: str, prefer: str = "auto", now: datetime = NOW, **settings: Any) -> list[TimeSpan]:
    """The time spans of a text."""
    return parse_time(text, now=now, settings=TimeSettings.model_validate({"prefer": prefer, **settings}))


def written(moment: datetime | None) -> str:
    """A moment as the tests write it: a date if it is midnight, "..." if it is open."""
    if moment is None:
        return "..."
    if (moment.hour, moment.minute, moment.second) == (0, 0, 0):
        return f"{moment:%Y-%m-%d}"
    return f"{moment:%Y-%m-%d %H:%M:%S}".removesuffix(":00")


def first(text: str, prefer: str = "auto", now: datetime = NOW, **settings: Any) -> str:
    """The preferred reading of the first time of a text, as "start..end"."""
    spans = times(text, prefer, now, **settings)
    assert spans, f"no time in {text!r}"
    return f"{written(spans[0].start)}..{written(spans[0].end)}"


def every(text: str, prefer: str = "auto", **settings: Any) -> list[str]:
    """Every reading of every time of a text."""
    return [
        f"{written(reading.start)}..{written(reading.end)}"
        for span in times(text, prefer, **settings)
        for reading in span.readings()
    ]
