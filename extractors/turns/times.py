"""The times that a turn is about, as stored in the graph."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from chronomem.extractors.semantic_time import TimeSettings, TimeSpan, parse_time
from chronomem.graph_schema.model.periods import FIRST_YEAR, LAST_YEAR, CalendarPeriod, Grain, branch, local_day

_LEVELS = {grain: level for level, grain in enumerate(Grain)}
_PERIOD_OF = {
    "weekend": Grain.WEEK,
    "week": Grain.WEEK,
    "month": Grain.MONTH,
    "quarter": Grain.MONTH,
    "season": Grain.YEAR,
    "year": Grain.YEAR,
    "decade": Grain.YEAR,
    "century": Grain.YEAR,
}
"""The period under which an expression of a grain is attached; a day or a finer grain goes under its day."""

MOST_TIMES = 500
"""How many times are stored of a turn: a pasted log may name tens of thousands."""

LEAST_WEIGHT = 0.6
"""Words of a lower weight ("now", "recently") colour a statement and name no particular days."""


@dataclass(frozen=True, slots=True)
class TurnTime:
    """An interval that a turn speaks of.

    Attributes:
        start, end: half-open; None means open; not both.
        grain, kind, text, weight: as in the time expression.
        path: the calendar periods that contain it, from its own up to the year.
    """

    start: datetime | None
    end: datetime | None
    grain: str
    kind: str
    text: str
    weight: float
    path: tuple[CalendarPeriod, ...]


def turn_times(text: str, said_at: datetime, zone: ZoneInfo) -> list[tuple[TimeSpan, TurnTime]]:
    """Return the times that a turn is about, with the expressions that name them.

    Expressions whose event has no known date are omitted.
    """
    settings = TimeSettings(timezone=zone.key)
    spans = parse_time(text, now=said_at, settings=settings)
    return [(span, _turn_time(span, zone)) for span in spans if span.resolved and _tells(span) and _storable(span)]


def stored_times(named: Sequence[tuple[TimeSpan, TurnTime]]) -> list[TurnTime]:
    """Return the times of a turn that are stored: the first of those that mean the same, and at most `MOST_TIMES`."""
    first: dict[tuple[object, ...], TurnTime] = {}
    for _, time in named:
        first.setdefault((time.start, time.end, time.grain, time.kind, time.weight), time)
    return list(first.values())[:MOST_TIMES]


def _tells(span: TimeSpan) -> bool:
    """Whether the time tells more than when it was said, which "now" does not."""
    return span.kind != "instant" or span.weight >= LEAST_WEIGHT


def _storable(span: TimeSpan) -> bool:
    return all(FIRST_YEAR < end.year < LAST_YEAR for end in (span.start, span.end) if end is not None)


def _turn_time(span: TimeSpan, zone: ZoneInfo) -> TurnTime:
    return TurnTime(span.start, span.end, span.grain, span.kind, span.text, span.weight, _path(span, zone))


def _path(span: TimeSpan, zone: ZoneInfo) -> tuple[CalendarPeriod, ...]:
    """Return the branch of periods from the expression's own upwards, at its known end if the other one is open.

    An interval that is no calendar period goes under the smallest period that contains it, or else under the year in
    which it begins.
    """
    if span.start is None:
        assert span.end is not None, "a resolved span has an end"
        path = branch(local_day(span.end - timedelta.resolution, zone), zone)
    else:
        path = branch(local_day(span.start, zone), zone)
    if span.grain == "interval" and span.start is not None and span.end is not None:
        level = next((i for i, period in enumerate(path) if span.end <= period.end), len(path) - 1)
    else:
        level = _LEVELS[_PERIOD_OF.get(span.grain, Grain.DAY)]
    return path[level:]
