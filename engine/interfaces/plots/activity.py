"""A calendar of the number of turns on each day, or in each month if there are many years."""

from calendar import isleap
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from datetime import date, timedelta

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from chronomem.engine.interfaces.plots.colours import ACTIVITY, MUTED
from chronomem.engine.interfaces.plots.letters import width_of, write
from chronomem.engine.interfaces.plots.span import MonthSpan

_MOST_STRIPS = 6
"""Up to this many years get a strip of days each; more get a row of months each."""
_GAP = 0.14
_OUTSIDE = "#f9fafb"
_WEEKDAYS = {0: "Mon", 2: "Wed", 4: "Fri", 6: "Sun"}


def rows_of(span: MonthSpan) -> int:
    """Return the number of strips: one for each year."""
    return (span.end - timedelta(days=1)).year - span.first.year + 1


def is_daily(span: MonthSpan) -> bool:
    """Whether a strip shows days rather than months."""
    return rows_of(span) <= _MOST_STRIPS


def draw_year(axes: Axes, year: int, turns: Mapping[date, int], span: MonthSpan, steps: Sequence[int]) -> None:
    """Draw a year as weeks of seven days; days outside the span are fainter."""
    first = date(year, 1, 1)
    for number in range(366 if isleap(year) else 365):
        day = first + timedelta(days=number)
        week, weekday = divmod(number + first.weekday(), 7)
        if span.first <= day < span.end:
            _cell(axes, week, weekday, _colour(turns.get(day, 0), steps))
        else:
            _cell(axes, week, weekday, _OUTSIDE)
        if day.day == 1:
            write(axes, week + (weekday > 0) + 0.05, -0.35, f"{day:%b}", size=7, color=MUTED, va="bottom")
    for row, name in _WEEKDAYS.items():
        write(axes, -0.4, row + 0.5, name, size=6, color=MUTED, ha="right", va="center")
    write(axes, -3.2, 3.5, str(year), size=10, color=MUTED, ha="right", va="center", fontweight="bold")
    axes.set_xlim(-7.5, 54)
    axes.set_ylim(7.2, -1.3)
    axes.set_axis_off()


def months_of_turns(turns: Mapping[date, int]) -> dict[tuple[int, int], int]:
    """Return the number of turns in each month, by year and month."""
    months: defaultdict[tuple[int, int], int] = defaultdict(int)
    for day, count in turns.items():
        months[day.year, day.month] += count
    return dict(months)


def draw_months_of_years(axes: Axes, counts: Mapping[tuple[int, int], int], span: MonthSpan) -> None:
    """Draw years as rows of twelve months."""
    steps = steps_of(counts.values())
    for row in range(rows_of(span)):
        year = span.first.year + row
        for month in range(12):
            _cell(axes, month, row, _colour(counts.get((year, month + 1), 0), steps))
        write(axes, -0.2, row + 0.5, str(year), size=7, color=MUTED, ha="right", va="center")
    for month in range(12):
        write(axes, month + 0.05, -0.1, f"{date(2000, month + 1, 1):%b}", size=7, color=MUTED, va="bottom")
    axes.set_xlim(-0.05, 12)
    axes.set_ylim(rows_of(span), -0.8)
    axes.set_axis_off()


def steps_of(counts: Collection[int]) -> list[int]:
    """Return the bounds between the colours: zero, and the quartiles of all non-zero counts."""
    some = sorted(count for count in counts if count)
    quarters = {some[len(some) * share // 4] for share in (1, 2, 3)} if some else set()
    return sorted({0} | {step for step in quarters if step < some[-1]})


def draw_legend(axes: Axes, steps: Sequence[int], most: int) -> None:
    """Draw the legend of the colours, from the right."""
    axes.set_xlim(0, 5)
    axes.set_ylim(1, 0)
    axes.set_axis_off()
    bounds = [(0, 0), *zip((step + 1 for step in steps), [*steps[1:], most], strict=True)]
    x = 5.0
    for low, high in reversed(bounds):
        words = f"{low:,}" if low == high else f"{low:,} to {high:,}"
        x -= width_of(words, 7) + 0.32
        axes.add_patch(Rectangle((x, 0.25), 0.13, 0.42, facecolor=_colour(low, steps), linewidth=0))
        write(axes, x + 0.18, 0.47, words, size=7, color=MUTED, va="center")


def _cell(axes: Axes, x: float, y: float, colour: str) -> None:
    axes.add_patch(Rectangle((x, y), 1 - _GAP, 1 - _GAP, facecolor=colour, linewidth=0))


def _colour(count: int, steps: Sequence[int]) -> str:
    """Return the colour of a count: that of zero, or one step for each bound that it exceeds."""
    reached = sum(count > step for step in steps)
    return ACTIVITY[0] if not reached else ACTIVITY[len(ACTIVITY) - 1 - (len(steps) - reached)]
