"""Events are joined to what is alike in their week, month and year, and where depends only on what came before."""

from collections.abc import Sequence
from copy import deepcopy
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from chronomem.engine.consolidation.structures.hmem.shape import (
    TOLD,
    EventLevel,
    EventNode,
    Forest,
    kept,
    top_at_age,
    window,
)

BERLIN = ZoneInfo("Europe/Berlin")
START = datetime(2024, 5, 1, 12, tzinfo=UTC)
THRESHOLDS = {EventLevel.WEEK: 0.9, EventLevel.MONTH: 0.7, EventLevel.YEAR: 0.5}

Said = tuple[datetime, int]

SAID = st.lists(
    st.tuples(
        st.integers(0, 60 * 24 * 70).map(lambda minutes: START + timedelta(minutes=minutes)), st.integers(0, 179)
    ),
    min_size=1,
    max_size=30,
).map(sorted)


def vector(degrees: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    angle = np.deg2rad(degrees)
    return np.array([np.cos(angle), np.sin(angle)], dtype=np.float32)


def grow(forest: Forest, said: Sequence[Said], first: int = 0) -> list[EventNode]:
    return [forest.add(f"hmem:event:{n}", when, vector(angle)) for n, (when, angle) in enumerate(said, first)]


def grown(said: Sequence[Said], top: EventLevel = EventLevel.YEAR) -> list[EventNode]:
    forest = Forest(BERLIN, THRESHOLDS, top)
    events = grow(forest, said)
    return events + [node for own in forest.windows.values() for node in own]


def told(nodes: Sequence[EventNode]) -> list[tuple[object, ...]]:
    return sorted((n.id, n.ordinal, n.lead, n.start, n.end, n.events, n.parts, tuple(n.told), n.above) for n in nodes)


def members(nodes: Sequence[EventNode], level: EventLevel) -> list[set[str]]:
    """Return the events under each memory of a level, in their order."""
    by_id = {node.id: node for node in nodes}
    found: dict[str, set[str]] = {}
    for event in (node for node in nodes if node.level is EventLevel.EVENT):
        above = event
        while above.level < level:
            above = by_id[above.above]
        found.setdefault(above.id, set()).add(event.id.removeprefix("hmem:event:"))
    return list(found.values())


def test_what_is_alike_in_a_week_is_joined_and_what_is_not_is_apart() -> None:
    nodes = grown([(START, 0), (START + timedelta(hours=1), 90), (START + timedelta(hours=2), 10)])
    assert members(nodes, EventLevel.WEEK) == [{"0", "2"}, {"1"}]


def test_what_is_alike_over_weeks_is_joined_above_them_within_its_month_and_year() -> None:
    said = [
        (START, 0),
        (START + timedelta(days=10), 0),
        (START + timedelta(days=31), 0),
        (START + timedelta(days=365), 0),
    ]
    nodes = grown(said)
    assert members(nodes, EventLevel.WEEK) == [{"0"}, {"1"}, {"2"}, {"3"}]
    assert members(nodes, EventLevel.MONTH) == [{"0", "1"}, {"2"}, {"3"}]
    assert members(nodes, EventLevel.YEAR) == [{"0", "1", "2"}, {"3"}]


def test_it_takes_less_to_be_joined_higher_up() -> None:
    nodes = grown([(START, 0), (START, 40), (START, 85)])
    assert members(nodes, EventLevel.WEEK) == [{"0"}, {"1"}, {"2"}]
    assert members(nodes, EventLevel.MONTH) == [{"0", "1"}, {"2"}]


def test_the_nearest_of_several_is_joined() -> None:
    nodes = grown([(START, 0), (START, 40), (START, 22)])
    assert members(nodes, EventLevel.WEEK) == [{"0"}, {"1", "2"}]


def test_weeks_end_with_their_month() -> None:
    late = datetime(2024, 5, 31, 21, 59, tzinfo=UTC)  # a minute to midnight in Berlin
    nodes = grown([(late, 0), (late + timedelta(minutes=1), 0)])
    assert members(nodes, EventLevel.WEEK) == [{"0"}, {"1"}]
    assert window(EventLevel.WEEK, late, BERLIN) == "hmem:week:2024-05-27"
    assert window(EventLevel.WEEK, late + timedelta(minutes=1), BERLIN) == "hmem:week:2024-06-01"


def test_levels_are_active_by_age() -> None:
    assert [top_at_age(timedelta(days=days)) for days in (-1, 0, 6, 7, 29, 30, 400)] == [
        *[EventLevel.WEEK] * 3,
        *[EventLevel.MONTH] * 2,
        *[EventLevel.YEAR] * 2,
    ]


def test_a_memory_counts_its_events_and_is_told_by_the_first_and_the_last_of_its_parts() -> None:
    nodes = grown([(START + timedelta(minutes=n), 0) for n in range(TOLD + 3)])
    week, year = (next(node for node in nodes if node.level is level) for level in (EventLevel.WEEK, EventLevel.YEAR))
    assert (week.events, week.parts, year.events, year.parts) == (TOLD + 3, TOLD + 3, TOLD + 3, 1)
    assert (year.start, year.end) == (START, START + timedelta(minutes=TOLD + 2))
    assert week.told == [f"hmem:event:{n}" for n in (0, *range(4, TOLD + 3))]


@given(SAID)
def test_every_event_is_once_under_each_level_within_its_window(said: list[Said]) -> None:
    nodes = grown(said)
    by_id = {node.id: node for node in nodes}
    assert len(by_id) == len(nodes)
    for node in nodes:
        if node.level is not EventLevel.YEAR:
            parent = by_id[node.above]
            assert parent.level == node.level + 1
            assert parent.start <= node.start <= node.end <= parent.end
        if node.level is not EventLevel.EVENT:
            assert {window(node.level, moment, BERLIN) for moment in (node.start, node.end)} == {
                window(node.level, node.led_at, BERLIN)
            }
            assert by_id[node.lead].led_at == node.led_at
    counts = [len(members(nodes, level)) for level in EventLevel]
    assert all(lower >= upper for lower, upper in pairwise(counts))
    assert sum(node.events for node in nodes if node.level is EventLevel.YEAR) == len(said)


@given(SAID)
def test_no_two_leads_of_a_window_are_near_enough_to_be_joined(said: list[Said]) -> None:
    nodes = grown(said)
    for level in (EventLevel.WEEK, EventLevel.MONTH, EventLevel.YEAR):
        own = [node for node in nodes if node.level is level]
        for node in own:
            others = [
                other.vector
                for other in own
                if other.ordinal < node.ordinal
                and window(level, other.led_at, BERLIN) == window(level, node.led_at, BERLIN)
            ]
            assert all(float(node.vector.dot(other)) < THRESHOLDS[level] + 1e-6 for other in others)


@given(SAID, st.data())
def test_taking_events_back_gives_what_there_was_before_them(said: list[Said], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(said)))
    nodes = [deepcopy(node) for node in data.draw(st.permutations(grown(said)))]
    left, lost, dropped = kept(nodes, {f"hmem:event:{n}" for n in range(number, len(said))})
    before = grown(said[:number])
    assert told(left) == told(before)
    assert {node.id for node in left} | {node.id for node in dropped} == {node.id for node in nodes}
    grew = {n.id for n in grown(said) if n.events != {b.id: b.events for b in before}.get(n.id, n.events)}
    assert {node.id for node in lost} == grew


@given(SAID, st.data())
def test_a_level_that_becomes_active_later_is_as_if_it_always_had_been(said: list[Said], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(said)))
    top = data.draw(st.sampled_from([EventLevel.WEEK, EventLevel.MONTH]))
    forest = Forest(BERLIN, THRESHOLDS, top)
    events = grow(forest, said[:number])
    highest = sorted((n for own in forest.windows.values() for n in own if n.level is top), key=lambda n: n.ordinal)
    forest.top = EventLevel.YEAR
    for node in highest:
        forest.join(node)
    events += grow(forest, said[number:], number)
    assert told(events + [node for own in forest.windows.values() for node in own]) == told(grown(said))
