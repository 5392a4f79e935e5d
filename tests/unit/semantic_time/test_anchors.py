"""Times that are counted from an event."""

from datetime import UTC, datetime

import pytest
from tests.unit.semantic_time.reading import NOW, times

from chronomem.extractors.semantic_time import Anchor, Reading, TimeSettings, parse_time

BIRTHDAY = Reading(datetime(2025, 5, 10, tzinfo=UTC), datetime(2025, 5, 11, tzinfo=UTC), "day")
PORTO = Reading(datetime(2019, 2, 1, tzinfo=UTC), datetime(2021, 9, 1, tzinfo=UTC), "interval")
EVENTS = {"my birthday": BIRTHDAY, "I lived in Porto": PORTO, "I started at Acme": PORTO, "the move": BIRTHDAY}


def remembered(anchor: Anchor, *, now: datetime) -> Reading | None:
    """Know four events."""
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
