"""Facts as lanes: one subject and predicate group each, with the facts and their intervals."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes
from matplotlib.patches import FancyBboxPatch, Polygon, Rectangle

from chronomem.engine.interfaces.fact_lanes import ranked_lanes, rows_of
from chronomem.engine.interfaces.plots.colours import INK, MUTED, PAPER, SERIES, ink_on
from chronomem.engine.interfaces.plots.letters import cut, fitting, width_of, write
from chronomem.engine.interfaces.plots.span import MonthSpan, draw_months
from chronomem.graph_schema.facts.views import Fact
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary

MOST_ROWS = 20
_SIZE = 7.5


@dataclass(frozen=True)
class LaneBar:
    """The bar of a fact, from `start` to `end` in days of the span; an open side continues beyond the picture."""

    says: str
    start: float
    end: float
    open_start: bool
    open_end: bool
    is_sure: bool


@dataclass(frozen=True)
class Lane:
    """The lane of a subject and predicate group, with rows of bars that don't overlap."""

    subject: str
    respect: str
    rows: tuple[tuple[LaneBar, ...], ...]


def lanes_of(facts: Iterable[Fact], span: MonthSpan, vocabulary: FactVocabulary = PACKAGED) -> list[Lane]:
    """Return the most informative lanes, as many as fit: homes, jobs and partners first.

    Events, denials, minor facts and facts outside the span are left out.
    """
    shown = (fact for fact in facts if not fact.negated and not fact.minor and _is_inside(fact, span))
    lanes: list[Lane] = []
    room = MOST_ROWS
    for subject, respect, own in ranked_lanes(shown, vocabulary):
        bars = ((bar.start, bar.end, bar) for bar in (_bar(fact, span) for fact in own))
        rows = tuple(map(tuple, rows_of(bars)))[: min(2, room)]
        lanes.append(Lane(subject, respect, rows))
        room -= len(rows)
        if room <= 0:
            break
    return sorted(lanes, key=lambda lane: (_first_of(lane.subject, lanes), lane.subject))


def draw_lanes(axes: Axes, lanes: Sequence[Lane], span: MonthSpan, inches: float) -> None:
    """Draw lanes below each other, with their names on the left.

    Args:
        inches: the width of the axes, at which texts are cut.
    """
    draw_months(axes, span, labels=True)
    subjects = list(dict.fromkeys(lane.subject for lane in lanes))
    colours = {subject: SERIES[number % len(SERIES)] for number, subject in enumerate(subjects)}
    y, last = 0.0, ""
    for lane in lanes:
        is_first = lane.subject != last
        y += 0.35 if is_first and last else 0.0
        last = lane.subject
        axes.add_patch(Rectangle((0, y), span.days, len(lane.rows), facecolor="#f6f8fa", linewidth=0, zorder=-1))
        side, respect = axes.get_yaxis_transform(), cut(lane.respect, 17)
        write(axes, -0.008, y + 0.5, respect, size=_SIZE, color=MUTED, ha="right", va="center", transform=side)
        if is_first:
            look = {"color": colours[lane.subject], "fontweight": "bold", "transform": side}
            write(axes, -0.14, y + 0.5, cut(lane.subject, 12), size=8, ha="right", va="center", **look)
        for row in lane.rows:
            _draw_row(axes, row, y, colours[lane.subject], span.days / inches)
            y += 1
        y += 0.12
    axes.set_ylim(y, 0)
    axes.set_axis_off()


def height_of(lanes: Sequence[Lane]) -> float:
    """Return the height of lanes, in rows."""
    return sum(len(lane.rows) + 0.12 for lane in lanes) + 0.35 * (len({lane.subject for lane in lanes}) - 1)


def _is_inside(fact: Fact, span: MonthSpan) -> bool:
    start, end = _interval(fact, span)
    return start < end and start < span.days and end > 0


def _first_of(subject: str, lanes: Sequence[Lane]) -> int:
    return next(number for number, lane in enumerate(lanes) if lane.subject == subject)


def _interval(fact: Fact, span: MonthSpan) -> tuple[float, float]:
    """Return the days from which and until which a fact holds; open ends lie outside the span."""
    start = -1.0 if fact.valid_at is None else span.at(fact.valid_at)
    return start, span.days + 1.0 if fact.invalid_at is None else span.at(fact.invalid_at)


def _bar(fact: Fact, span: MonthSpan) -> LaneBar:
    start, end = _interval(fact, span)
    inside = max(start, 0.0), min(end, float(span.days))
    return LaneBar(fact.says, *inside, start < 0, end > span.days, fact.dated)


def _draw_row(axes: Axes, bars: Sequence[LaneBar], y: float, colour: str, days_per_inch: float) -> None:
    for number, bar in enumerate(bars):
        width = max(bar.end - bar.start, 0.04 * days_per_inch)
        axes.add_patch(
            FancyBboxPatch(
                (bar.start, y + 0.14), width, 0.72, boxstyle="square,pad=0",
                facecolor=colour if bar.is_sure else _pale(colour), edgecolor=PAPER, linewidth=1.0, zorder=2,
            )
        )  # fmt: skip
        _draw_ends(axes, bar, y, days_per_inch)
        inside = fitting(bar.says, _SIZE, width / days_per_inch - 0.22)
        if inside:
            ink = ink_on(colour) if bar.is_sure else INK
            write(axes, bar.start + 0.11 * days_per_inch, y + 0.5, inside, size=_SIZE, color=ink, va="center", zorder=3)
            continue
        after = bars[number + 1].start if number + 1 < len(bars) else float(axes.get_xlim()[1])
        beside = fitting(bar.says, _SIZE, (after - bar.start - width) / days_per_inch - 0.1)
        if beside and width_of(beside, _SIZE) > 0.2:
            x = bar.start + width + 0.05 * days_per_inch
            write(axes, x, y + 0.5, beside, size=_SIZE, color=INK, va="center", zorder=3)


def _draw_ends(axes: Axes, bar: LaneBar, y: float, days_per_inch: float) -> None:
    """Draw an open end as a point, like that of a signpost."""
    nib = 0.07 * days_per_inch
    for is_open, x, inwards in ((bar.open_start, bar.start, 1), (bar.open_end, bar.end, -1)):
        if is_open:
            for edge in (0.14, 0.86):
                corner = [(x, y + edge), (x, y + 0.5), (x + inwards * nib, y + edge)]
                axes.add_patch(Polygon(corner, closed=True, facecolor=PAPER, linewidth=0, zorder=2.5))


def _pale(colour: str) -> str:
    """Return a colour mixed with white, for facts dated only by the time of their turn."""
    parts = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * 0.38):02x}" for part in parts)
