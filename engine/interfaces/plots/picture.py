"""The whole picture of a timeline: activity, facts and topics, one below the other."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from chronomem.engine.interfaces.plots.activity import (
    draw_legend,
    draw_months_of_years,
    draw_year,
    is_daily,
    months_of_turns,
    rows_of,
    steps_of,
)
from chronomem.engine.interfaces.plots.colours import INK, MUTED, PAPER
from chronomem.engine.interfaces.plots.lanes import draw_lanes, height_of, lanes_of
from chronomem.engine.interfaces.plots.letters import cut, shown, width_of, write
from chronomem.engine.interfaces.plots.span import MonthSpan
from chronomem.engine.interfaces.plots.topic_stream import Scale, draw_topics
from chronomem.engine.timeline.topics import Topic
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.views import Fact
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary

if TYPE_CHECKING:
    from chronomem.engine.memory.memory import Memory
    from chronomem.extractors.ontology.ontology import Ontology

_STAMPS = {".png": "Software", ".svg": "Date"}
"""The supported suffixes, with the metadata field that matplotlib would fill with the date or its own version."""
_WIDTH = 12.0
MOST_YEARS = 60
_EDGE = 0.35
_LEFT, _RIGHT = 2.35, _EDGE
_INNER = _WIDTH - _LEFT - _RIGHT
_TITLE, _HEADING, _FOOT = 0.8, 0.44, 0.3
_YEAR, _YEAR_OF_MONTHS, _ROW, _TOPICS = 1.28, 0.24, 0.25, 2.9
_DPI = 150


@dataclass(frozen=True)
class Timeline:
    """The data of a picture.

    Attributes:
        user: the user.
        span: the months shown.
        turns: the number of turns on each day.
        facts: the facts.
        topics: the topics.
        vocabulary: the predicates of the facts: which of them are states, and which hold one value at a time.
    """

    user: str
    span: MonthSpan
    turns: Mapping[date, int]
    facts: Sequence[Fact]
    topics: Sequence[Topic]
    vocabulary: FactVocabulary = PACKAGED


def read_timeline(
    memory: "Memory",
    user: str,
    *,
    since: datetime | str | None = None,
    until: datetime | str | None = None,
    ontology: "Ontology | None" = None,
) -> Timeline:
    """Read the data of a picture.

    Args:
        memory: the memory.
        user: the user.
        since, until: the half-open range of time; omitted, all of it.
        ontology: that of the memory's settings.

    Raises:
        InvalidInput: there are no turns in that time, or it is longer than 60 years.
        UnknownUser, InvalidTime: as in `Memory.timeline`.
    """
    days = memory.timeline(user=user, grain="day", since=since, until=until)
    if not days:
        raise InvalidInput(
            f"there is nothing to draw: user {user!r:.80} has no turns"
            f"{' in that time' if since or until else '; add turns first'}"
        )
    zone = days[0].start.tzinfo
    if days[-1].start.year - days[0].start.year >= MOST_YEARS:
        raise InvalidInput(
            f"from {days[0].start.year} to {days[-1].start.year} is too long to draw; choose up to {MOST_YEARS} years"
            " by since and until"
        )
    span = MonthSpan.around(days[0].start.date(), days[-1].start.date(), zone)  # type: ignore[arg-type] # the user's zone is a ZoneInfo
    return Timeline(
        user=user,
        span=span,
        turns={day.start.date(): day.turns for day in days},
        facts=memory.facts(user=user, include_invalid=True),
        topics=memory.topics(user=user),
        vocabulary=PACKAGED if ontology is None else ontology.vocabulary,
    )


def save_timeline(timeline: Timeline, path: Path) -> None:
    """Draw a timeline into a PNG or SVG file, by its suffix; the same timeline gives the same file.

    Raises:
        InvalidInput: the suffix is another one, or the file can't be written.
    """
    check_format(path)
    figure = draw_timeline(timeline)
    with rc_context({"svg.fonttype": "path", "svg.hashsalt": "chronomem"}):
        try:
            metadata = {_STAMPS[path.suffix.lower()]: None, "Description": description_of(timeline)}
            figure.savefig(path, dpi=_DPI, facecolor=PAPER, metadata=metadata)
        except OSError as error:
            raise InvalidInput(f"{path} can't be written: {error.strerror or error}; name another file") from error


def description_of(timeline: Timeline) -> str:
    """Return the lanes of a picture in words, for those who can't see it; the file has them in its metadata."""
    lanes = lanes_of(timeline.facts, timeline.span, timeline.vocabulary)
    told = (
        f"{lane.subject}, {lane.respect}: " + "; ".join(bar.says for row in lane.rows for bar in row) for lane in lanes
    )
    return ". ".join(map(shown, told))


def check_format(path: Path) -> None:
    """Raise `InvalidInput` for a file whose suffix isn't supported."""
    if path.suffix.lower() not in _STAMPS:
        raise InvalidInput(f"{path.name!r} should end in {' or '.join(_STAMPS)}")


def draw_timeline(timeline: Timeline) -> Figure:
    """Return the picture as a matplotlib figure without a window."""
    span, lanes = timeline.span, lanes_of(timeline.facts, timeline.span, timeline.vocabulary)
    calendar = rows_of(span) * (_YEAR if is_daily(span) else _YEAR_OF_MONTHS)
    facts = height_of(lanes) * _ROW if lanes else 0.0
    topics = _TOPICS if timeline.topics else 0.0
    height = _TITLE + _HEADING + calendar + _EDGE
    height += (_HEADING + facts + _FOOT if facts else 0) + (_HEADING + topics + 2 * _FOOT if topics else 0)
    figure = Figure(figsize=(_WIDTH, height))
    FigureCanvasAgg(figure)
    page = _Page(figure, height)
    _draw_title(page, timeline)
    _draw_activity(page, timeline, calendar)
    if lanes:
        remark = "pale: dated only by when it was said"
        draw_lanes(page.below("What held, and for how long", facts, foot=_FOOT, remark=remark), lanes, span, _INNER)
    if topics:
        axes = page.below("What it was about", topics, foot=2 * _FOOT, remark="as high as many turns speak of it")
        _draw_names(page, draw_topics(axes, timeline.topics, span, Scale(_INNER, topics)))
    return figure


class _Page:
    """Allocates space on a figure from top to bottom, in inches."""

    def __init__(self, figure: Figure, height: float) -> None:
        self._figure = figure
        self._height = height
        self.y = height

    def room(self, left: float, bottom: float, width: float, height: float) -> Axes:
        return self._figure.add_axes(
            (left / _WIDTH, bottom / self._height, width / _WIDTH, height / self._height), frameon=False
        )

    def below(self, heading: str, height: float, *, foot: float = 0.0, remark: str = "") -> Axes:
        """Return axes below the present contents, under a heading, with space for labels at the bottom."""
        self.y -= _HEADING
        words = self.room(0, self.y, _WIDTH, _HEADING)
        words.set_axis_off()
        write(words, _EDGE / _WIDTH, 0.35, heading, size=10.5, color=INK, va="center", fontweight="bold")
        write(words, 1 - _EDGE / _WIDTH, 0.35, remark, size=7.5, color=MUTED, va="center", ha="right")
        self.y -= height + foot
        return self.room(_LEFT, self.y + foot, _INNER, height)


def _draw_title(page: _Page, timeline: Timeline) -> None:
    page.y -= _TITLE
    axes = page.room(0, page.y, _WIDTH, _TITLE)
    axes.set_axis_off()
    first, last = min(timeline.turns), max(timeline.turns)
    amount, days = sum(timeline.turns.values()), len(timeline.turns)
    told = f"{amount:,} {'turn' if amount == 1 else 'turns'} on {days:,} {'day' if days == 1 else 'days'}, "
    told += _day(first) if first == last else f"from {_day(first)} to {_day(last)}"
    write(axes, _EDGE / _WIDTH, 0.62, cut(timeline.user, 60), size=17, color=INK, va="center", fontweight="bold")
    write(axes, _EDGE / _WIDTH, 0.24, told, size=9.5, color=MUTED, va="center")


def _day(day: date) -> str:
    return f"{day.day} {day:%B} {day.year}"


def _draw_activity(page: _Page, timeline: Timeline, height: float) -> None:
    span, turns = timeline.span, timeline.turns
    if not is_daily(span):
        counts = months_of_turns(turns)
        draw_months_of_years(page.below("Turns in each month", height), counts, span)
        steps, most = steps_of(counts.values()), max(counts.values())
    else:
        page.below("Turns on each day", height).set_axis_off()
        steps, most = steps_of(turns.values()), max(turns.values())
        for row in range(rows_of(span)):
            axes = page.room(1.05, page.y + height - (row + 1) * _YEAR, _WIDTH - 1.05 - _RIGHT, _YEAR)
            draw_year(axes, span.first.year + row, turns, span, steps)
    draw_legend(page.room(_WIDTH - _RIGHT - 5, page.y + height, 5, _HEADING * 0.7), steps, most)


def _draw_names(page: _Page, names: Sequence[tuple[str, str]]) -> None:
    """Write the names of the bands below them, as many as fit."""
    axes = page.room(0, page.y, _WIDTH, _FOOT)
    axes.set_axis_off()
    axes.set_xlim(0, _WIDTH)
    x = _LEFT
    for name, colour in names:
        word = cut(name, 18)
        width = width_of(word, 8) + 0.4
        if x + width > _WIDTH - _RIGHT:
            break
        axes.add_patch(Rectangle((x, 0.3), 0.11, 0.4, facecolor=colour, linewidth=0))
        write(axes, x + 0.17, 0.5, word, size=8, color=INK, va="center")
        x += width
