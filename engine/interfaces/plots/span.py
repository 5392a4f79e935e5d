"""The months that a picture shows, and the axis that its parts share."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from matplotlib.axes import Axes
from matplotlib.transforms import ScaledTranslation

from chronomem.engine.interfaces.plots.colours import FAINT, MUTED
from chronomem.engine.interfaces.plots.letters import write

_DAY = timedelta(days=1)
_MOST_TICKS = 18
_STEPS = (1, 3, 6, 12, 24, 60, 120, 600, 6_000)


@dataclass(frozen=True)
class MonthSpan:
    """Whole months, in the user's timezone.

    Attributes:
        first: the first day.
        end: the first day after it.
    """

    first: date
    end: date
    zone: ZoneInfo

    @classmethod
    def around(cls, first: date, last: date, zone: ZoneInfo) -> "MonthSpan":
        """Return the months from that of one day to that of another."""
        return cls(first.replace(day=1), _next_month(last), zone)

    @property
    def days(self) -> int:
        return (self.end - self.first).days

    def at(self, moment: datetime) -> float:
        """Return the position of a moment, in days from the beginning; it may lie outside."""
        local = moment.astimezone(self.zone)
        hours = (local.hour * 3600 + local.minute * 60 + local.second) / 86_400
        return (local.date() - self.first).days + hours

    def months(self) -> Iterator[date]:
        """Yield the first days of its months."""
        month = self.first
        while month < self.end:
            yield month
            month = _next_month(month)


def draw_months(axes: Axes, span: MonthSpan, *, labels: bool) -> None:
    """Draw a labelled line at the start of each month, or of each quarter or year if there are too many."""
    axes.set_xlim(0, span.days)
    every = next((step for step in _STEPS if span.days / 30.4 <= step * _MOST_TICKS), 120_000)
    below = axes.get_xaxis_transform() + ScaledTranslation(0.02, -0.06, axes.figure.dpi_scale_trans)
    for number, month in enumerate(span.months()):
        if (month.month - 1) % min(every, 12) or (every > 12 and month.year % (every // 12)):
            continue
        x = (month - span.first).days
        axes.axvline(x, color=FAINT, linewidth=0.7, zorder=0)
        if labels:
            name = f"{month:%b}" if every < 12 else f"{month.year}"
            year = f"{month.year}" if every < 12 and (month.month <= every or number == 0) else ""
            words = f"{name} {year}".rstrip()
            write(axes, x, 0, words, size=7.5, color=MUTED, va="top", transform=below)


def _next_month(day: date) -> date:
    return (day.replace(day=28) + 4 * _DAY).replace(day=1)
