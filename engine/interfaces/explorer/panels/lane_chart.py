"""The options of the chart of lanes. Users' texts are values of its data; the drawing code is fixed."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from chronomem.engine.interfaces.explorer.known_facts import GraphFact
from chronomem.engine.interfaces.explorer.lanes import FactLane
from chronomem.engine.interfaces.explorer.panels.charts import ink, tooltip
from chronomem.engine.interfaces.explorer.wording import predicate_of

ROW = 26
_TOP, _FOOT = 8, 64
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


def height_of(lanes: Sequence[FactLane]) -> int:
    """Return the height of the chart in pixels."""
    return _TOP + _FOOT + ROW * sum(len(lane.rows) for lane in lanes)


def bars_of(lanes: Sequence[FactLane]) -> list[tuple[int, GraphFact]]:
    """Return the facts in the order of the chart's data, each with the number of its row."""
    rows = [row for lane in lanes for row in lane.rows]
    return [(number, fact) for number, row in enumerate(rows) for fact in row]


def lane_chart(
    lanes: Sequence[FactLane], first: datetime, last: datetime, *, dark: bool, narrow: bool
) -> dict[str, Any]:
    """Return lanes over time, zoomed by wheel, pinch and slider; a bar's data index is its number in `bars_of`."""
    colours = ink(dark=dark)
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
    zoom = {"xAxisIndex": 0, "minValueSpan": 86_400_000, "filterMode": "weakFilter"}
    slider = {"height": 20, "bottom": 8, "showDetail": False, "brushSelect": True, "borderColor": colours.line}
    return {
        "animation": False,
        "grid": {"left": _LEFT_NARROW if narrow else _LEFT_WIDE, "right": 14, "top": _TOP, "bottom": _FOOT},
        "tooltip": tooltip(colours),
        "dataZoom": [{"type": "inside", **zoom}, {"type": "slider", **zoom, **slider}],
        "xAxis": {
            "type": "time",
            "min": first.timestamp() * 1000,
            "max": last.timestamp() * 1000,
            "axisLabel": {"color": colours.muted, "hideOverlap": True},
            "axisLine": {"lineStyle": {"color": colours.line}},
            "splitLine": {"show": True, "lineStyle": {"color": colours.line, "opacity": 0.6}},
        },
        "yAxis": {
            "type": "category",
            "inverse": True,
            "data": labels,
            "axisTick": {"show": False},
            "axisLine": {"show": False},
            "axisLabel": {"color": colours.muted, "interval": 0, "fontSize": 12},
        },
        "series": [
            {
                "type": "custom",
                ":renderItem": _DRAW,
                "data": data,
                "encode": {"x": [1, 2], "y": 0},
                "clip": True,
                "cursor": "pointer",
            }
        ],
    }


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
        "tooltip": {"formatter": _plain(f"{fact.subject.name} {predicate_of(fact.predicate)} {fact.says}")},
    }  # fmt: skip


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def _plain(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")[:300]
