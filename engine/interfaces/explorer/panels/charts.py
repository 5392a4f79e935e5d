"""Options of the charts. Users' texts appear in them as values only: a key that begins with a colon would be executed.

Tooltips are drawn on the canvas (`richText`), so they contain no markup either.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chronomem.engine.interfaces.explorer.activity import Bar
from chronomem.engine.interfaces.explorer.chronicle import Dot, GraphEdge, Moment
from chronomem.engine.interfaces.explorer.console import Result, ResultGraph
from chronomem.engine.interfaces.explorer.wording import predicate_of
from chronomem.graph_schema.model.counts import count_of

_MANY_BARS = 80
_MANY_LINES = 40
_FULL = 600  # with more lines, they are thin, straight and without arrows, so that a frame is drawn in time
_THIN = 1.0  # a line up to this width is drawn in half the time of a wider one
_LATELY = 2.4  # the width of a relation that began lately
_ROOM = 300  # dots of the usual size; more of them are smaller
_WIDE, _NARROW = 1.5, 0.8
_UNITS = 1000  # in half the square: the chart moves both ends of a straight line to the same half unit, if it can
_NAMED_WIDE, _NAMED_NARROW = 28, 9  # the number of dots with visible names; all dots show theirs on hover
CORNERS = ((-1.0, -1.0), (1.0, 1.0))  # they come before all other dots
_TYPES = ("person", "organization", "location", "event", "product", "work")
# none of them is the orange of a relation that began lately
_LIGHT_DOTS = ("#0f6f6a", "#7a4fb5", "#3565b0", "#a8326b", "#66731a", "#1f8a3b", "#626b7a")
_DARK_DOTS = ("#4cc4b4", "#b698e8", "#7fb0f2", "#ec7fb0", "#bccb5f", "#7ddb8f", "#9aa5b5")


@dataclass(frozen=True)
class Ink:
    """The colours of one theme."""

    text: str
    muted: str
    line: str
    surface: str
    accent: str
    began: str
    dots: Sequence[str]


_LIGHT = Ink("#1c2430", "#596273", "#d5d9df", "#ffffff", "#0f6f6a", "#b3541e", _LIGHT_DOTS)
_DARK = Ink("#e7ebf0", "#a4afbd", "#3a4450", "#1a2027", "#4cc4b4", "#ec9a62", _DARK_DOTS)


def ink(*, dark: bool) -> Ink:
    return _DARK if dark else _LIGHT


def kind_colour(kind: str, *, dark: bool) -> str:
    """Return the colour of the entities of a type."""
    return ink(dark=dark).dots[_TYPES.index(kind) if kind in _TYPES else len(_TYPES)]


def tooltip(colours: Ink, **more: Any) -> dict[str, Any]:
    """Return the look of tooltips, which are drawn on the canvas."""
    look = {"backgroundColor": colours.surface, "borderColor": colours.line, "textStyle": {"color": colours.text}}
    return {"renderMode": "richText", "confine": True, **look, **more}


def activity_chart(bars: Sequence[Bar], *, dark: bool) -> dict[str, Any]:
    """Return bars over time; the data index of a bar is its number."""
    colours = ink(dark=dark)
    axis = {"axisLine": {"lineStyle": {"color": colours.line}}, "axisTick": {"show": False}}
    text = {"color": colours.muted, "fontSize": 12, "hideOverlap": True}
    zoom = {"type": "slider", "height": 18, "bottom": 4, "showDetail": False, "brushSelect": False}
    return {
        "animationDuration": 250,
        "grid": {"left": 44, "right": 12, "top": 14, "bottom": 52 if len(bars) > _MANY_BARS else 28},
        "tooltip": tooltip(colours, trigger="axis", axisPointer={"type": "shadow"}),
        "xAxis": {"type": "category", "data": [bar.label for bar in bars], "axisLabel": text, **axis},
        "yAxis": {
            "type": "value",
            "minInterval": 1,
            "axisLabel": text,
            "splitLine": {"lineStyle": {"color": colours.line}},
        },
        "dataZoom": [{**zoom, "borderColor": colours.line}] if len(bars) > _MANY_BARS else [],
        "series": [
            {
                "type": "bar",
                "name": "turns",
                "data": [bar.turns or None for bar in bars],
                "barMaxWidth": 42,
                "barMinHeight": 2 if len(bars) <= _MANY_BARS else 1,
                "itemStyle": {"color": colours.accent, "borderRadius": [3, 3, 0, 0]},
                "cursor": "pointer",
            }
        ],
    }


def moment_chart(moment: Moment, *, dark: bool, narrow: bool) -> dict[str, Any]:
    """Return the graph at a moment; entities keep their places at every other moment."""
    colours = ink(dark=dark)
    wide = _NARROW if narrow else _WIDE
    named = _NAMED_NARROW if narrow else _NAMED_WIDE
    scale = (0.6 if narrow else 1.0) * min(1.0, (_ROOM / max(len(moment.dots), 1)) ** 0.5)
    widest = _THIN if len(moment.lines) > _FULL else _LATELY
    names_lines = len(moment.lines) <= _MANY_LINES and not narrow
    return _graph(
        colours,
        [
            *_corners(wide),
            *(_dot(dot, colours, wide, is_named=n < named, scale=scale) for n, dot in enumerate(moment.dots)),
        ],
        [_line(line, colours, widest, is_named=names_lines) for line in moment.lines],
        roam=not narrow,
    )


def result_chart(graph: ResultGraph, *, dark: bool, narrow: bool) -> dict[str, Any]:
    """Return the graph of a query's result."""
    colours = ink(dark=dark)
    wide = _NARROW if narrow else _WIDE
    labels = sorted({node.label for node in graph.nodes})
    dots = [
        {
            "id": node.key,
            "name": node.name or node.label,
            "x": node.at.x * wide * _UNITS,
            "y": node.at.y * _UNITS,
            "symbolSize": 18,
            "itemStyle": {"color": colours.dots[labels.index(node.label) % len(colours.dots)]},
            "tooltip": {"formatter": plain(f"{node.label}\n{node.properties}")},
        }
        for node in graph.nodes
    ]
    lines = [
        {
            "source": source,
            "target": target,
            "tooltip": {"formatter": plain(kind)},
            "label": {"show": len(graph.relations) <= _MANY_LINES, "formatter": plain(kind)},
        }
        for source, kind, target in graph.relations
    ]
    return _graph(colours, [*_corners(wide), *dots], lines, roam=not narrow)


def columns_chart(result: Result, *, dark: bool) -> dict[str, Any]:
    """Return the columns of numbers of a result, over its first column: bars, or lines where there are many rows."""
    colours = ink(dark=dark)
    axis = {"axisLine": {"lineStyle": {"color": colours.line}}, "axisTick": {"show": False}}
    text = {"color": colours.muted, "fontSize": 12, "hideOverlap": True}
    kind = "bar" if len(result.rows) <= _MANY_BARS else "line"
    return {
        "animation": False,
        "color": list(colours.dots),
        "grid": {"left": 56, "right": 16, "top": 34, "bottom": 30},
        "legend": {"show": True, "textStyle": {"color": colours.text}, "top": 0},
        "tooltip": tooltip(colours, trigger="axis", axisPointer={"type": "shadow"}),
        "xAxis": {
            "type": "category",
            "data": [str(row[0])[:40] for row in result.rows],
            "axisLabel": text,
            **axis,
        },
        "yAxis": {"type": "value", "axisLabel": text, "splitLine": {"lineStyle": {"color": colours.line}}},
        "series": [
            {"type": kind, "name": plain(name), "data": list(values), "barMaxWidth": 42, "showSymbol": False}
            for name, values in result.series
        ],
    }


def _graph(
    colours: Ink, dots: Sequence[dict[str, Any]], lines: Sequence[dict[str, Any]], *, roam: bool
) -> dict[str, Any]:
    is_full = len(lines) > _FULL
    return {
        "animation": not is_full,
        "animationDuration": 300,
        "animationDurationUpdate": 300,
        "tooltip": tooltip(colours),
        "series": [
            {
                "type": "graph",
                "layout": "none",
                "preserveAspect": True,
                "left": "7%",
                "right": "7%",
                "top": "5%",
                "bottom": "7%",
                "roam": roam,
                "scaleLimit": {"min": 0.5, "max": 8},
                "data": list(dots),
                "links": list(lines),
                "edgeSymbol": ["none", "none" if is_full else "arrow"],
                "edgeSymbolSize": 7,
                "label": {"show": True, "position": "bottom", "color": colours.text, "fontSize": 12},
                "edgeLabel": {"color": colours.muted, "fontSize": 11, "opacity": 1},
                "lineStyle": {
                    "color": colours.muted,
                    "width": _THIN if is_full else 1.3,
                    "opacity": 0.4 if is_full else 0.65,
                    "curveness": 0 if is_full else 0.12,
                },
                "emphasis": {
                    "focus": "none" if is_full else "adjacency",
                    "lineStyle": {"width": 2.5},
                    "edgeLabel": {"show": True},
                },
            }
        ],
    }


def _corners(wide: float) -> list[dict[str, Any]]:
    """Return invisible dots that span the square; otherwise the chart would zoom to its contents."""
    unseen = {"symbolSize": 0, "label": {"show": False}, "silent": True, "tooltip": {"show": False}}
    places = [(x * wide * _UNITS, y * _UNITS) for x, y in CORNERS]
    return [{"id": f"corner {n}", "name": "", "x": x, "y": y, **unseen} for n, (x, y) in enumerate(places)]


def _dot(dot: Dot, colours: Ink, wide: float, *, is_named: bool, scale: float) -> dict[str, Any]:
    entity = dot.entity
    return {
        "id": entity.id,
        "name": entity.name,
        "x": dot.at.x * wide * _UNITS,
        "y": dot.at.y * _UNITS,
        "symbolSize": round(scale * min(10 + 5 * dot.facts**0.5, 46), 1),
        "itemStyle": {"color": kind_colour(entity.type, dark=colours is _DARK)},
        "label": {"show": is_named},
        "tooltip": {"formatter": plain(f"{entity.name}\n{entity.type}, {count_of(dot.facts, 'fact')}")},
    }


def _line(line: GraphEdge, colours: Ink, widest: float, *, is_named: bool) -> dict[str, Any]:
    words = [predicate_of(fact.predicate) for fact in line.facts]
    style = {"color": colours.began, "width": widest, "opacity": 0.95} if line.began else {}
    return {
        "source": line.source,
        "target": line.target,
        "lineStyle": {"type": [5, 4], "opacity": 0.5} if line.ended else style,
        "label": {"show": is_named, "formatter": plain(words[0] + (f" +{len(words) - 1}" if words[1:] else ""))},
        "tooltip": {
            "formatter": plain("\n".join(f"{predicate_of(fact.predicate)} {fact.says}" for fact in line.facts[:6]))
        },
    }


def plain(text: str) -> str:
    """Return a text for a chart, without braces, which the chart would take for placeholders."""
    return text.replace("{", "(").replace("}", ")")[:600]
