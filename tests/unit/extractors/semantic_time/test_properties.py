"""What holds for every moment, timezone and text."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.examples import examples

from chronomem.extractors.semantic_time import TimeInterval, TimeSettings, parse_time, render_time
from chronomem.extractors.semantic_time.lexicon import PLAIN
from chronomem.extractors.semantic_time.periods import period_of
from chronomem.extractors.semantic_time.phrases import PHRASES

ZONES = [
    "UTC",
    "Europe/Lisbon",
    "America/New_York",
    "Asia/Tokyo",
    "Australia/Lord_Howe",
    "Africa/Cairo",
    "America/Havana",
    "America/St_Johns",
    "Asia/Kolkata",
    "Pacific/Apia",
]
GRAINS = ["second", "minute", "hour", "day", "weekend", "week", "month", "quarter", "year", "decade", "century"]
WORDS = sorted(PLAIN) + [" ".join(words) for found in PHRASES.values() for words, _ in found]
WORDS += ["3", "15", "2019", "3rd", "3/4", "3-4", "8.30", "8:30", "2020-03-04", "'98", "1990s", "Q3", "H1", "pm", "am"]
WORDS += [
    "Christmas",
    "Easter",
    "twenty",
    "second",
    "five",
    "hundred",
    ",",
    "-",
    "(",
    ")",
    ".",
    "I",
    "moved",
    "my trip",
]

moments = st.datetimes(datetime(1972, 1, 1), datetime(2090, 1, 1))  # noqa: DTZ001 - read as UTC below
zones = st.sampled_from(ZONES)
texts = st.lists(st.sampled_from(WORDS), max_size=9).map(" ".join)


@given(texts, moments, zones, st.sampled_from(["past", "future", "auto"]))
@settings(max_examples=examples(300))
def test_intervals_are_never_empty_or_reversed_and_lie_in_the_text(
    text: str, now: datetime, zone: str, prefer: str
) -> None:
    chosen = TimeSettings.model_validate({"timezone": zone, "prefer": prefer})
    for span in parse_time(text, now=now.replace(tzinfo=UTC), settings=chosen):
        assert text[span.start_char : span.end_char] == span.text
        assert 0 <= span.weight <= 1
        assert span.resolved != (span.anchor is not None)
        for reading in span.readings():
            assert reading.start is None or reading.start.tzinfo is not None
            if reading.start and reading.end:
                assert reading.start.timestamp() < reading.end.timestamp()


@given(moments, zones)
@settings(max_examples=examples(300))
def test_yesterday_is_the_day_before_today_and_tomorrow_the_day_after(now: datetime, zone: str) -> None:
    chosen = TimeSettings(timezone=zone)
    yesterday, today, tomorrow = parse_time("yesterday, today, tomorrow", now=now.replace(tzinfo=UTC), settings=chosen)
    assert yesterday.end == today.start
    assert today.end == tomorrow.start
    assert today.start is not None
    assert today.end is not None
    assert today.start.timestamp() <= now.replace(tzinfo=UTC).timestamp() < today.end.timestamp()


@given(
    st.datetimes(datetime(1500, 1, 1), datetime(2190, 1, 1)),  # noqa: DTZ001 - read in the zone below
    moments,
    st.sampled_from(GRAINS),
    zones,
)
@settings(max_examples=examples(300))
def test_what_is_rendered_is_read_back(moment: datetime, now: datetime, grain: str, zone: str) -> None:
    chosen = TimeSettings(timezone=zone, prefer="past")
    span = period_of(moment.replace(microsecond=0), grain, 0)
    reading = TimeInterval(
        span.start.replace(tzinfo=ZoneInfo(zone)), span.end.replace(tzinfo=ZoneInfo(zone)), span.grain
    )
    names = render_time(reading, chosen)
    assert names or grain in ("second", "minute", "hour"), "hours that a clock change leaves out have no name"
    for name in names:
        found = parse_time(name, now=now.replace(tzinfo=UTC), settings=chosen)
        assert [(each.start, each.end) for each in found] == [(reading.start, reading.end)], name


@given(moments, st.integers(1, 400), zones)
@settings(max_examples=examples(150))
def test_rendered_ranges_and_open_ends_are_read_back(start: datetime, days: int, zone: str) -> None:
    chosen = TimeSettings(timezone=zone)
    low = start.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=ZoneInfo(zone))
    high = (low.replace(tzinfo=None) + timedelta(days=days + 1)).replace(tzinfo=ZoneInfo(zone))
    for reading in (
        TimeInterval(low, high, "interval"),
        TimeInterval(low, None, "day"),
        TimeInterval(None, high, "day"),
    ):
        names = render_time(reading, chosen)
        assert names
        for name in names:
            (span,) = parse_time(name, now=start.replace(tzinfo=UTC), settings=chosen)
            assert (span.start, span.end) == (reading.start, reading.end), name


DAY_RELATIVE = ["today", "yesterday", "tomorrow", "the day after tomorrow", "ten days ago", "in 3 days"]


@pytest.mark.parametrize("text", DAY_RELATIVE)
@given(moments, st.integers(-3000, 3000))
@settings(max_examples=examples(60))
def test_days_counted_from_now_move_with_it(text: str, now: datetime, days: int) -> None:
    moved = timedelta(days=days)
    (here,) = parse_time(text, now=now, settings=TimeSettings(prefer="future"))
    (there,) = parse_time(text, now=now + moved, settings=TimeSettings(prefer="future"))
    assert here.start is not None
    assert here.end is not None
    assert (there.start, there.end) == (here.start + moved, here.end + moved)


@given(moments, zones)
@settings(max_examples=examples(100))
def test_periods_beside_each_other_touch(now: datetime, zone: str) -> None:
    chosen = TimeSettings(timezone=zone)
    for unit in ("week", "month", "quarter", "year", "decade"):
        last, this, following = (
            parse_time(f"{word} {unit}", now=now.replace(tzinfo=UTC), settings=chosen)[0]
            for word in ("last", "this", "next")
        )
        assert last.end == this.start
        assert this.end == following.start
