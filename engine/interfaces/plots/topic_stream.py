"""The topics of each month, stacked in a column per month, with recurring ones joined by bands."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from matplotlib.axes import Axes
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path

from chronomem.engine.interfaces.plots.colours import INK, PAPER, SERIES, ink_on
from chronomem.engine.interfaces.plots.letters import fitting, write
from chronomem.engine.interfaces.plots.span import MonthSpan, draw_months
from chronomem.engine.interfaces.topic_streams import streams_of
from chronomem.engine.timeline.topics import Topic

_NEUTRAL = "#dfe4ea"
_SHARE = 0.78
_SIZE = 6.8
_LINE = 0.125
"""The minimum height of a box with a label, in inches."""


@dataclass(frozen=True)
class Box:
    """A topic in its month's column."""

    topic: Topic
    month: int
    bottom: float
    top: float

    @property
    def middle(self) -> float:
        return (self.bottom + self.top) / 2


@dataclass(frozen=True)
class Scale:
    """A pair of values for axes: width and height in inches, or units per inch."""

    x: float
    y: float


def months_of(topics: Sequence[Topic], span: MonthSpan) -> dict[int, list[Topic]]:
    """Return the topics of each month in the span, those with most turns first."""
    number = {(month.year, month.month): place for place, month in enumerate(span.months())}
    found: defaultdict[int, list[Topic]] = defaultdict(list)
    for topic in topics:
        place = number.get((topic.start.astimezone(span.zone).year, topic.start.astimezone(span.zone).month))
        if place is not None and topic.turn_ids:
            found[place].append(topic)
    return {place: sorted(own, key=lambda t: (-len(t.turn_ids), t.name)) for place, own in sorted(found.items())}


def draw_topics(axes: Axes, topics: Sequence[Topic], span: MonthSpan, scale: Scale) -> list[tuple[str, str]]:
    """Draw the columns and the bands; return the names of the bands with their colours."""
    months = months_of(topics, span)
    streams = streams_of(months, len(SERIES))
    boxes = _boxes(months)
    edges = _edges(span)
    high = max((box.top for box in boxes.values()), default=1.0) * 1.03
    draw_months(axes, span, labels=True)
    axes.set_ylim(-high, high)
    axes.set_axis_off()
    labels = {topic.id: topic.things[0] if topic.things else topic.name for own in months.values() for topic in own}
    colours = dict.fromkeys(labels, _NEUTRAL)
    names = [stream.title for stream in streams]
    for stream, colour, name in zip(streams, SERIES, names, strict=False):
        chain = [boxes[stream.topics[month].id] for month in sorted(stream.topics)]
        for one, other in pairwise(chain):
            _draw_band(axes, one, other, edges, colour)
        labels |= {box.topic.id: name for box in chain}
        colours |= {box.topic.id: colour for box in chain}
    units = Scale(span.days / scale.x, 2 * high / scale.y)
    for key, box in boxes.items():
        _draw_box(axes, box, edges[box.month], colours[key], labels[key], units)
    return list(zip(names, SERIES, strict=False))


def _boxes(months: Mapping[int, Sequence[Topic]]) -> dict[str, Box]:
    """Stack the topics of each month around the middle line."""
    boxes = {}
    highest = max((sum(len(topic.turn_ids) for topic in own) for own in months.values()), default=0)
    for month, own in months.items():
        heights = [float(len(topic.turn_ids)) for topic in own]
        gap = highest / 150
        y = (sum(heights) + gap * (len(heights) - 1)) / 2
        for topic, height in zip(own, heights, strict=True):
            boxes[topic.id] = Box(topic, month, y - height, y)
            y -= height + gap
    return boxes


def _edges(span: MonthSpan) -> list[tuple[float, float]]:
    """Return the left and right edges of each month's column."""
    starts = [(month - span.first).days for month in span.months()]
    ends = [*starts[1:], span.days]
    return [
        (start + (end - start) * (1 - _SHARE) / 2, end - (end - start) * (1 - _SHARE) / 2)
        for start, end in zip(starts, ends, strict=True)
    ]


def _draw_box(axes: Axes, box: Box, edge: tuple[float, float], colour: str, label: str, units: Scale) -> None:
    left, right = edge
    axes.add_patch(
        Rectangle((left, box.bottom), right - left, box.top - box.bottom, facecolor=colour, edgecolor=PAPER,
                  linewidth=0.8, zorder=2)
    )  # fmt: skip
    words = fitting(label, _SIZE, (right - left) / units.x - 0.06)
    if words and (box.top - box.bottom) / units.y >= _LINE:
        ink = INK if colour == _NEUTRAL else ink_on(colour)
        write(axes, (left + right) / 2, box.middle, words, size=_SIZE, color=ink, ha="center", va="center", zorder=3)


def _draw_band(axes: Axes, one: Box, other: Box, edges: Sequence[tuple[float, float]], colour: str) -> None:
    left, right = edges[one.month][1], edges[other.month][0]
    bend = (left + right) / 2
    points = [
        *((left, one.top), (bend, one.top), (bend, other.top), (right, other.top)),
        *((right, other.bottom), (bend, other.bottom), (bend, one.bottom), (left, one.bottom), (left, one.top)),
    ]
    codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO, *[Path.CURVE4] * 3, Path.CLOSEPOLY]
    axes.add_patch(PathPatch(Path(points, codes), facecolor=colour, alpha=0.3, linewidth=0, zorder=1))
