"""Charts hold what was said as values only."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.unit.engine.interfaces.explorer.test_views import at, fact

from chronomem.engine.interfaces.explorer.chronicle import Dot, GraphEdge, Moment
from chronomem.engine.interfaces.explorer.console import ResultGraph, ResultNode
from chronomem.engine.interfaces.explorer.known_facts import GraphEntity
from chronomem.engine.interfaces.explorer.lanes import FactLane
from chronomem.engine.interfaces.explorer.panels.charts import moment_chart, result_chart
from chronomem.engine.interfaces.explorer.panels.lane_chart import Axis, lane_chart
from chronomem.engine.interfaces.explorer.positions import Position
from chronomem.engine.interfaces.explorer.streams import Band, TopicStream

ODD = ":{b|<b>}"


def keys(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = list(value.values())
    if isinstance(value, list):
        for own in value:
            yield from keys(own)


@pytest.mark.parametrize("dark", [False, True])
def test_no_key_comes_from_what_was_said_and_no_tooltip_holds_markup(dark: bool) -> None:
    one, other = GraphEntity("a", ODD), GraphEntity("b", ODD)
    line = GraphEdge("a", "b", (fact(one, other, "2024-01-01"),), began=True, ended=False)
    dots = [Dot(one, 1, Position(0.1, 0.2)), Dot(other, 1, Position(0.3, 0.4))]
    moment = Moment(at("2024-02-01"), dots, [line], line.facts, [], 2)
    node = ResultNode(ODD, ODD, ODD, ODD, Position(0.0, 0.0))
    for options in (
        moment_chart(moment, dark=dark, narrow=False),
        result_chart(ResultGraph([node], [(ODD, ODD, ODD)], 0), dark=dark, narrow=True),
    ):
        assert not [key for key in keys(options) if key.startswith(":")]
        assert options["tooltip"]["renderMode"] == "richText"
        assert all("{" not in each["tooltip"].get("formatter", "") for each in options["series"][0]["data"])


def test_lanes_and_topics_share_their_axis_and_the_zoom() -> None:
    facts = [fact(GraphEntity("a", ODD), ODD, "2024-01-01")]
    lanes = [FactLane(ODD, ODD, [facts])]
    month = at("2024-01-01"), at("2024-02-01")
    stream = TopicStream([month], [Band(ODD, [4]), Band("other topics", [2])])
    options = lane_chart(lanes, stream, Axis(*month, 10.0, 40.0), dark=False, narrow=False)
    assert [key for key in keys(options) if key.startswith(":")] == [":renderItem"]
    assert {(axis["min"], axis["max"]) for axis in options["xAxis"]} == {tuple(day.timestamp() * 1000 for day in month)}
    assert [(zoom["xAxisIndex"], zoom["start"], zoom["end"]) for zoom in options["dataZoom"]] == [
        ([0, 1], 10.0, 40.0)
    ] * 2
    base, *bands = options["series"][1:]
    assert (base["data"][0][1], [band["data"][0]["value"][1] for band in bands]) == (-3.0, [4, 2])
    assert all("{" not in band["data"][0]["tooltip"]["formatter"] + band["name"] for band in bands)
