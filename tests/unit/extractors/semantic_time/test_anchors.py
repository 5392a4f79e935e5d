"""Times that are counted from an event."""

from datetime import UTC, datetime

import pytest
from tests.unit.extractors.semantic_time.reading import NOW, times

from chronomem.extractors.semantic_time import Anchor, TimeInterval, TimeSettings, parse_time

BIRTHDAY = TimeInterval(datetime(2025, 5, 10, tzinfo=UTC), datetime(2025, 5, 11, tzinfo=UTC), "day")
PORTO = TimeInterval(datetime(2019, 2, 1, tzinfo=UTC), datetime(2021, 9, 1, tzinfo=UTC), "interval")
BONN = TimeInterval(datetime(2023, 4, 1, tzinfo=UTC), None, "interval")
EVENTS = {
    "my birthday": BIRTHDAY,
    "I lived in Porto": PORTO,
    "I started at Acme": PORTO,
    "the move": BIRTHDAY,
    "I came to Bonn": BONN,
}


def remembered(anchor: Anchor, *, now: datetime) -> TimeInterval | None:
    """Know some events."""
    assert now == NOW
    return EVENTS.get(anchor.text)


@pytest.mark.parametrize(
    ("text", "anchor"),
    [
        ("the week after my birthday", Anchor("my birthday", "after", 0, "week")),
        ("two weeks before Anna's wedding", Anchor("Anna's wedding", "before", 2, "week")),
        ("before the move", Anchor("the move", "before")),
        ("What did I do when I lived in Porto?", Anchor("I lived in Porto", "during")),
        ("since I started at Acme", Anchor("I started at Acme", "since")),
        ("during my trip to Japan, I met Ken", Anchor("my trip to Japan", "during")),
        ("until the wedding", Anchor("the wedding", "until")),
        ("by the time she got married", Anchor("she got married", "until")),
        ("around the time of the wedding", Anchor("the wedding", "during")),
        ("the summer we got married", Anchor("we got married", "during", 0, "summer")),
        ("in the week of the move", Anchor("the move", "during", 0, "week")),
        ("the Monday after the wedding", Anchor("the wedding", "after", 0, "monday")),
    ],
)
def test_the_event_and_the_distance_are_told_and_no_interval_is_guessed(text: str, anchor: Anchor) -> None:
    (span,) = times(text)
    assert span.anchor == anchor
    assert span.kind == "anchored"
    assert not span.resolved
    assert list(span.readings()) == []


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("the week after my birthday", "2025-05-11", "2025-05-18"),
        ("the week before my birthday", "2025-05-03", "2025-05-10"),
        ("two weeks after my birthday", "2025-05-24", "2025-05-25"),
        ("before the move", None, "2025-05-10"),
        ("after the move", "2025-05-11", None),
        ("when I lived in Porto", "2019-02-01", "2021-09-01"),
        ("the weekend before my birthday", "2025-05-03", "2025-05-05"),
        ("the summer before my birthday", "2024-06-01", "2024-09-01"),
        ("the spring of my birthday", "2025-03-01", "2025-06-01"),
        ("the Monday after my birthday", "2025-05-12", "2025-05-13"),
        ("the month of the move", "2025-05-01", "2025-06-01"),
        ("after I came to Bonn", "2023-04-01", None),
        ("the month after I came to Bonn", "2023-04-01", "2023-05-01"),
        ("since I started at Acme", "2019-02-01", None),
    ],
)
def test_a_resolver_turns_the_event_into_an_interval(text: str, start: str | None, end: str | None) -> None:
    (span,) = parse_time(text, now=NOW, settings=TimeSettings(), resolver=remembered)
    assert (span.start.date().isoformat() if span.start else None) == start
    assert (span.end.date().isoformat() if span.end else None) == end
    assert span.resolved


def test_an_event_that_nobody_remembers_stays_unresolved() -> None:
    (span,) = parse_time("before the war", now=NOW, resolver=remembered)
    assert not span.resolved


def test_habits_and_questions_about_when_are_no_anchors() -> None:
    for text in ("When did I move?", "When I'm stressed I run.", "after all", "before long", "since then"):
        assert times(text) == [], text
