"""The pictures of a recall: its items on the axis of time, and the relations that led to them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from chronomem.engine.interfaces.explorer.console import ResultGraph, ResultNode
from chronomem.engine.interfaces.explorer.panels.charts import ink, plain, tooltip
from chronomem.engine.interfaces.explorer.positions import positions
from chronomem.engine.interfaces.explorer.questions import Recalled
from chronomem.engine.interfaces.explorer.wording import moment_of

HEIGHT = 130
_SHORTEST = 0.008
"""The least width of a time that a question names, as a share of the axis."""


def times_chart(answer: Recalled, first: datetime, last: datetime, *, dark: bool) -> dict[str, Any]:
    """Return the items as dots, by time and by share of the best score, over the times that the question names."""
    colours = ink(dark=dark)
    whens = [found.item.when for found in answer.found]
    named = [end for span in answer.intervals for end in span if end is not None]
    begin, end = (pick([*whens, *named, first, last]).timestamp() * 1000 for pick in (min, max))
    dots = [
        {
            "value": [found.item.when.timestamp() * 1000, round(found.share * 100)],
            "tooltip": {"formatter": plain(f"{number}. {moment_of(found.item.when)}\n{found.item.text[:120]}")},
        }
        for number, found in enumerate(answer.found, 1)
    ]
    areas = []
    for start, until in answer.intervals:
        left, right = (
            begin if start is None else start.timestamp() * 1000,
            end if until is None else until.timestamp() * 1000,
        )
        areas.append([{"xAxis": left}, {"xAxis": max(right, left + (end - begin) * _SHORTEST)}])
    line = {"lineStyle": {"color": colours.line}}
    return {
        "animation": False,
        "grid": {"left": 46, "right": 18, "top": 12, "bottom": 26},
        "tooltip": tooltip(colours),
        "xAxis": {
            "type": "time",
            "min": begin,
            "max": end,
            "axisLabel": {"color": colours.muted, "hideOverlap": True},
            "axisLine": line,
        },
        "yAxis": {
            "type": "value",
            "min": 0,
            "max": 112,
            "interval": 50,
            "axisLabel": {"color": colours.muted, "formatter": "{value} %", "showMaxLabel": False},
            "splitLine": line,
        },
        "series": [
            {
                "type": "scatter",
                "data": dots,
                "symbolSize": 11,
                "itemStyle": {"color": colours.accent, "borderColor": colours.surface},
                "markArea": {"silent": True, "itemStyle": {"color": colours.began, "opacity": 0.3}, "data": areas},
            }
        ],
    }


def steps_graph(steps: Sequence[tuple[str, str, str]]) -> ResultGraph:
    """Return the relations through which items were found, as a graph."""
    names = list(dict.fromkeys(name for one, _, other in steps for name in (one, other)))
    places = positions([(one, other) for one, _, other in steps], names)
    nodes = [ResultNode(name, "entity", name, "", places[name]) for name in names]
    return ResultGraph(nodes, steps, 0)
