"""The times that a turn is about, as the graph keeps them."""

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
"""The period that an expression of a grain is hung on; one of a day, or finer, on its day."""

LEAST_WEIGHT = 0.6
"""Words of a lower weight ("now", "recently") say how something is meant, and not which days are."""


@dataclass(frozen=True, slots=True)
class TurnTime:
    """An interval that a turn speaks of.

    Attributes:
        start, end: half-open; None where it is open; not both.
        grain, kind, text, weight: as the time expression has them.
        path: the calendar periods to hang it on, from its own up to the year.
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

    Expressions whose event nobody can date are left out.
    """
    settings = TimeSettings(timezone=zone.key)
    spans = parse_time(text, now=said_at, settings=settings)
    return [(span, _turn_time(span, zone)) for span in spans if span.resolved and _tells(span) and _storable(span)]


def _tells(span: TimeSpan) -> bool:
    """Whether it tells more than when it was said, as "now" does not."""
    return span.kind != "instant" or span.weight >= LEAST_WEIGHT


def _storable(span: TimeSpan) -> bool:
    return all(FIRST_YEAR < end.year < LAST_YEAR for end in (span.start, span.end) if end is not None)


def _turn_time(span: TimeSpan, zone: ZoneInfo) -> TurnTime:
    return TurnTime(span.start, span.end, span.grain, span.kind, span.text, span.weight, _path(span, zone))


def _path(span: TimeSpan, zone: ZoneInfo) -> tuple[CalendarPeriod, ...]:
    """Return the branch from the expression's own period upwards, at its known end where the other is open.

    A free interval hangs on the smallest period that holds it whole, or on the year in which it begins.
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
