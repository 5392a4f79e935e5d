"""The options of the chart of lanes. Users' texts are values of its data; the drawing code is fixed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from chronomem.engine.interfaces.explorer.known_facts import GraphFact
from chronomem.engine.interfaces.explorer.lanes import FactLane
from chronomem.engine.interfaces.explorer.panels.charts import Ink, ink, plain, tooltip
from chronomem.engine.interfaces.explorer.streams import OTHERS, TopicStream
from chronomem.engine.interfaces.explorer.wording import predicate_of
from chronomem.graph_schema.model.counts import count_of

ROW = 26
_TOP, _MARKED_TOP = 8, 28  # the names of marks stand above
_AXIS, _SLIDER = 30, 36
_STREAM = 120
_LEFT_WIDE, _LEFT_NARROW = 210, 112
_LABEL_WIDE, _LABEL_NARROW = 30, 15

# Draws one fact as a bar with its words inside, cut to its visible width; an open end is a point.
_DRAW = """(params, api) => {
  const from = api.coord([api.value(1), api.value(0)]), to = api.coord([api.value(2), api.value(0)]);
  const area = params.coordSys, height = 19;
  const left = Math.max(from[0], area.x), right = Math.min(to[0], area.x + area.width);
  if (right < left) return;
  const width = Math.max(right - left - 1, 3), y = from[1] - height / 2, nib = Math.min(5, width / 3);
  const open = [api.value(4) || from[0] < area.x, api.value(5) || to[0] > area.x + area.width];
  const points = [[left + (open[0] ? nib : 0), y], [left + width - (open[1] ? nib : 0), y],
    [left + width, y + height / 2], [left + width - (open[1] ? nib : 0), y + height],
    [left + (open[0] ? nib : 0), y + height], [left, y + height / 2]];
  if (!open[0]) points.splice(5, 1);
  if (!open[1]) points.splice(2, 1);
  const style = api.style(), sure = api.value(3);
  return {type: 'group', children: [
    {type: 'polygon', shape: {points}, style: {fill: style.fill, opacity: sure ? 1 : 0.55}},
    {type: 'text', silent: true, style: {text: width > 26 ? api.value(6) : '', x: left + 8, y: from[1],
      width: width - 14, overflow: 'truncate', ellipsis: '…', verticalAlign: 'middle',
      fill: api.value(7), fontSize: 12}}]};
}"""


def height_of(lanes: Sequence[FactLane], stream: TopicStream | None = None, *, marked: bool = False) -> int:
    """Return the height of the chart in pixels, with the topics below; one with marks has no slider."""
    rows = ROW * sum(len(lane.rows) for lane in lanes)
    return rows + _AXIS + (_MARKED_TOP if marked else _TOP + _SLIDER) + (_STREAM if stream else 0)


def bars_of(lanes: Sequence[FactLane]) -> list[tuple[int, GraphFact]]:
    """Return the facts in the order of the chart's data, each with the number of its row."""
    rows = [row for lane in lanes for row in lane.rows]
    return [(number, fact) for number, row in enumerate(rows) for fact in row]


@dataclass(frozen=True)
class Axis:
    """The time axis: its first and last moment, the part that it is zoomed to, in percent, and moments to mark."""

    first: datetime
    last: datetime
    start: float = 0.0
    end: float = 100.0
    marks: Mapping[str, datetime] = field(default_factory=dict)


def lane_chart(
    lanes: Sequence[FactLane], stream: TopicStream | None, axis: Axis, *, dark: bool, narrow: bool
) -> dict[str, Any]:
    """Return lanes over time with the topics below them, on one axis that wheel, pinch and slider zoom.

    A bar's data index in the first series is its number in `bars_of`.
    """
    colours = ink(dark=dark)
    first, last = axis.first, axis.last
    subjects = list(dict.fromkeys(lane.subject for lane in lanes))
    length = _LABEL_NARROW if narrow else _LABEL_WIDE
    labels: list[str] = []
    fills: list[str] = []
    before = ""
    for lane in lanes:
        named = f"{lane.subject}: {lane.respect}" if not narrow or lane.subject != before else lane.respect
        labels += [_cut(named, length), *[""] * (len(lane.rows) - 1)]
        fills += [colours.dots[subjects.index(lane.subject) % len(colours.dots)]] * len(lane.rows)
        before = lane.subject
    data = [_bar(number, fact, fills[number], first, last, dark=dark) for number, fact in bars_of(lanes)]
    both = [0, 1] if stream else [0]
    zoom = {
        "xAxisIndex": both,
        "minValueSpan": 86_400_000,
        "filterMode": "none",
        "start": axis.start,
        "end": axis.end,
    }
    slider = {"height": 20, "bottom": 8, "showDetail": False, "brushSelect": True, "borderColor": colours.line}
    left = _LEFT_NARROW if narrow else _LEFT_WIDE
    rows = ROW * sum(len(lane.rows) for lane in lanes)
    times = {
        "type": "time",
        "min": first.timestamp() * 1000,
        "max": last.timestamp() * 1000,
        "axisLabel": {"color": colours.muted, "hideOverlap": True},
        "axisLine": {"lineStyle": {"color": colours.line}},
        "splitLine": {"show": True, "lineStyle": {"color": colours.line, "opacity": 0.6}},
    }
    names = {
        "type": "category",
        "inverse": True,
        "data": labels,
        "axisTick": {"show": False},
        "axisLine": {"show": False},
        "axisLabel": {"color": colours.muted, "interval": 0, "fontSize": 12},
    }
    grid = {"left": left, "right": 14}
    top = _MARKED_TOP if axis.marks else _TOP
    below = {**grid, "top": top + rows + _AXIS, "height": _STREAM}
    sliders = [] if axis.marks else [{"type": "slider", **zoom, **slider}]
    return {
        "animation": False,
        "grid": [{**grid, "top": top, "height": rows}, *([below] if stream else [])],
        "tooltip": tooltip(colours),
        "dataZoom": [{"type": "inside", **zoom}, *sliders],
        "xAxis": [times, *([{**times, "gridIndex": 1, "axisLabel": {"show": False}}] if stream else [])],
        "yAxis": [names, *([_topics_axis(colours)] if stream else [])],
        "series": [
            {
                "type": "custom",
                ":renderItem": _DRAW,
                "data": data,
                "encode": {"x": [1, 2], "y": 0},
                "clip": True,
                "cursor": "pointer",
            },
            *(_bands(stream, colours) if stream else []),
            *([_marks(axis.marks, colours)] if axis.marks else []),
        ],
    }


def _marks(marks: Mapping[str, datetime], colours: Ink) -> dict[str, Any]:
    """Return a series that draws nothing but a line at each moment, with its name."""
    label = {"color": colours.text, "position": "start", "rotate": 0}
    lines = [
        {"xAxis": moment.timestamp() * 1000, "label": {**label, "formatter": name}} for name, moment in marks.items()
    ]
    line = {"color": colours.began, "width": 2, "type": "solid"}
    return {
        "type": "line",
        "data": [],
        "markLine": {"symbol": "none", "silent": True, "animation": False, "lineStyle": line, "data": lines},
    }


def band_colour(number: int, stream: TopicStream, colours: Ink) -> str:
    """Return the colour of a band; that of all other topics is a quiet one."""
    is_rest = number == len(stream.bands) - 1 and stream.bands[number].name == OTHERS
    return colours.line if is_rest else colours.dots[number % len(colours.dots)]


def _topics_axis(colours: Ink) -> dict[str, Any]:
    name = {"name": "topics", "nameLocation": "middle", "nameGap": 18, "nameTextStyle": {"color": colours.muted}}
    return {
        "type": "value",
        "gridIndex": 1,
        "show": True,
        "axisLabel": {"show": False},
        "splitLine": {"show": False},
        **name,
    }


def _bands(stream: TopicStream, colours: Ink) -> list[dict[str, Any]]:
    """Return the bands as areas stacked around the middle: the first one, which doesn't show, lies below it."""
    whole = [sum(band.turns[n] for band in stream.bands) for n in range(len(stream.months))]
    middles = [(start.timestamp() + end.timestamp()) * 500 for start, end in stream.months]
    look: dict[str, Any] = {
        "type": "line",
        "xAxisIndex": 1,
        "yAxisIndex": 1,
        "stack": "topics",
        "stackStrategy": "all",
        "smooth": 0.4,
        "smoothMonotone": "x",
        "symbol": "circle",
        "symbolSize": 14,
        "showAllSymbol": True,
        "lineStyle": {"width": 0},
        "clip": True,
    }
    base = [[middle, -turns / 2] for middle, turns in zip(middles, whole, strict=True)]
    hidden = {"symbol": "none", "silent": True, "areaStyle": {"opacity": 0}, "tooltip": {"show": False}}
    series = [{**look, **hidden, "name": "", "data": base}]
    for number, band in enumerate(stream.bands):
        points = [
            {
                "value": [middle, turns],
                "tooltip": {"formatter": plain(f"{band.name}, {start:%B %Y}: {count_of(turns, 'turn')}")},
            }
            for middle, turns, (start, _) in zip(middles, band.turns, stream.months, strict=True)
        ]
        fill = band_colour(number, stream, colours)
        unseen = {"opacity": 0, "color": fill}
        series.append(
            {**look, "name": plain(band.name), "data": points, "itemStyle": unseen,
             "areaStyle": {"color": fill, "opacity": 0.8}, "emphasis": {"itemStyle": {"opacity": 1}}}
        )  # fmt: skip
    return series


def _bar(number: int, fact: GraphFact, fill: str, first: datetime, last: datetime, *, dark: bool) -> dict[str, Any]:
    start = first if fact.valid_at is None else max(fact.valid_at, first)
    end = last if fact.invalid_at is None else min(fact.invalid_at, last)
    opens = fact.valid_at is None or fact.valid_at < first
    ends_open = fact.invalid_at is None or fact.invalid_at > last
    text = "#1c2430" if dark or not fact.dated else "#ffffff"
    says = fact.says[:80]
    return {
        "value": [number, start.timestamp() * 1000, end.timestamp() * 1000, int(fact.dated), int(opens),
                  int(ends_open), says, text],
        "itemStyle": {"color": fill},
        "tooltip": {"formatter": plain(f"{fact.subject.name} {predicate_of(fact.predicate)} {fact.says}")},
    }  # fmt: skip


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
