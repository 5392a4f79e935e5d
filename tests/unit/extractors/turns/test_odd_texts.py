"""No text stops the extraction of a turn: those that once did, and whatever hypothesis makes of such pieces."""

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chronomem import InvalidTime
from chronomem.extractors.semantic_time import TimeSettings, parse_time
from chronomem.extractors.turns.extraction import StoredTurn, TurnExtractor

BROKE = (
    "The backup ran at 2024-01-01T24:00:00.",
    "It began 2024-02-30T10:00 or so",
    "2024-01-01T10:00:60Z",
    "2024-01-01T10:00+25:00",
    "0001-01-01T00:00+14:00",
    "9999-12-31T23:59:59Z",
    "in the 9990s",
    "back in the '90s",
    "0000s",
    "I'll call you at two -",
    "- now 00:00 15h30 until two –",  # noqa: RUF001 - such marks are tested
    "until 1999W53 31 Monday February 3pm 20150314 1/1/0001 !",
    "ſ 's ² ( once said",  # noqa: RUF001 - such marks are tested
    "Jen's ² and 29² years, ½ of the ³",
)
"""Texts that raised an error once, before it was mended."""
LONG = (
    "http://" + "a/" * 4_996,
    "'s " * 3_333,
    "a\n" * 5_000,
    "of the " * 1_428,
    "Ann Lee " * 1_250,
    "x-" * 5_000,
)
"""Texts of 10,000 characters of which some took a minute."""
CLOCKS = [datetime(year, 5, 8, 12, tzinfo=UTC) for year in (2, 1583, 2024, 9998)]
PIECES = (
    *(
        "2024-02-30",
        "2024-13-01T25:61",
        "T24:00",
        "29.2.2023",
        "31 June",
        "12/31/9999",
        "1/1/0001",
        "'90s",
        "9990s",
        "24/7",
    ),
    *(
        "two",
        "twenty",
        "hundred",
        "thousand",
        "million",
        "first",
        "32nd",
        "0th",
        "²",
        "½",
        "٣",
        "٣",
        "1,000",
        "99999999",
    ),
    *(
        "next",
        "last",
        "ago",
        "until",
        "since",
        "between",
        "and",
        "the",
        "of",
        "in",
        "at",
        "every",
        "before",
        "after",
        "once",
    ),
    *(
        "monday",
        "may",
        "weekend",
        "week",
        "month",
        "year",
        "decade",
        "centuries",
        "days",
        "midnight",
        "noon",
        "pm",
        "Q1",
        "fy21",
    ),
    *(
        "'s",
        "’s",  # noqa: RUF001 - such marks are tested
        "n't",
        "I",
        "my sister",
        "Jen",
        "quit",
        "moved",
        "has",
        "said",
        "(",
        ")",
        '"',
        "“",
        "—",
        "-",
        ":",
        "/",
        "...",
        "?!",
    ),
    *(
        "http://a/b",
        "@x",
        "#tag",
        "<b>",
        "```",
        "😀",
        "\u200b",
        "\x00",
        "\u202e",
        "ß",
        "İ",
        "ſ",  # noqa: RUF001 - such marks are tested
        "中文",
        "א",
        "\ufffd",
        "a" * 40,
    ),
)
TEXTS = st.lists(st.sampled_from(PIECES) | st.text(max_size=6), min_size=1, max_size=14).flatmap(
    lambda pieces: st.sampled_from([" ", "", "\n", ", "]).map(lambda between: between.join(pieces))
)


@pytest.fixture(scope="module")
def extractor() -> TurnExtractor:
    return TurnExtractor()


def _turn(text: str, said_at: datetime = CLOCKS[2]) -> StoredTurn:
    return StoredTurn("t", text, said_at, "Ann", "user", ("Ben",))


@pytest.mark.parametrize("text", BROKE)
def test_a_text_that_once_broke_it_is_extracted(extractor: TurnExtractor, text: str) -> None:
    for now in CLOCKS:
        parse_time(text, now=now)
        assert dict(extractor.extract([_turn(text, now)], ZoneInfo("America/Los_Angeles")).failed) == {}


@pytest.mark.parametrize("text", LONG, ids=lambda text: repr(text[:8]))
def test_a_long_text_is_extracted_in_time(extractor: TurnExtractor, text: str) -> None:
    extractor.extract([_turn("Hello there.")], ZoneInfo("UTC"))
    began = time.process_time()
    assert len(text) > 9_900
    assert dict(extractor.extract([_turn(text)], ZoneInfo("UTC")).failed) == {}
    assert time.process_time() - began < 10, "the worst took a minute, and takes two seconds"


def test_the_end_of_a_day_is_the_beginning_of_the_next() -> None:
    (found,) = parse_time("The backup ran at 2024-01-01T24:00:00.", now=CLOCKS[2])
    assert found.start == datetime(2024, 1, 2, tzinfo=UTC)


@given(text=TEXTS, now=st.sampled_from(CLOCKS), zone=st.sampled_from(["UTC", "Asia/Tokyo", "Pacific/Apia"]))
def test_no_text_breaks_the_parser_of_times(text: str, now: datetime, zone: str) -> None:
    try:
        spans = parse_time(text, now=now, settings=TimeSettings(timezone=zone))
    except InvalidTime:
        return
    for span in spans:
        assert text[span.start_char : span.end_char] == span.text
        assert span.start is None or span.end is None or span.start < span.end


@given(texts=st.lists(TEXTS, min_size=1, max_size=4))
def test_no_text_breaks_the_pipeline(extractor: TurnExtractor, texts: list[str]) -> None:
    turns = [StoredTurn(str(n), text, CLOCKS[2], "Ann", "user", ("Ben",)) for n, text in enumerate(texts)]
    extractions = extractor.extract(turns, ZoneInfo("Europe/Berlin"))
    assert dict(extractions.failed) == {}
    assert [each.turn.id for each in extractions.done] == [turn.id for turn in turns]
