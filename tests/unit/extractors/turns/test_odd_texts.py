"""A text of any length is extracted in bounded time. Odd texts of every other kind: `tests/fuzz`."""

import time
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from chronomem.extractors.semantic_time import parse_time
from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn

LONG = (
    "http://" + "a/" * 4_996,
    "'s " * 3_333,
    "a\n" * 5_000,
    "of the " * 1_428,
    "Ann Lee " * 1_250,
    "x-" * 5_000,
)
"""Texts of 10,000 characters of which some took a minute."""
NOW = datetime(2024, 5, 8, 12, tzinfo=UTC)


@pytest.fixture(scope="module")
def extractor() -> TurnExtractor:
    return TurnExtractor()


def _turn(text: str) -> StoredTurn:
    return StoredTurn("t", text, NOW, "Ann", "user", ("Ben",))


@pytest.mark.parametrize("text", LONG, ids=lambda text: repr(text[:8]))
def test_a_long_text_is_extracted_in_time(extractor: TurnExtractor, text: str) -> None:
    extractor.extract([_turn("Hello there.")], ZoneInfo("UTC"))
    began = time.process_time()
    assert len(text) > 9_900
    assert dict(extractor.extract([_turn(text)], ZoneInfo("UTC")).failed) == {}
    assert time.process_time() - began < 10, "the worst took a minute, and takes two seconds"


def test_the_end_of_a_day_is_the_beginning_of_the_next() -> None:
    (found,) = parse_time("The backup ran at 2024-01-01T24:00:00.", now=NOW)
    assert found.start == datetime(2024, 1, 2, tzinfo=UTC)
