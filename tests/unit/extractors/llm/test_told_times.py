"""Dates of a model are checked against the words that it read them from."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from chronomem.extractors.llm.told_times import read_date, settle
from chronomem.extractors.turns.stored_turn import StoredTurn

LISBON = ZoneInfo("Europe/Lisbon")


Told = tuple[datetime | None, datetime | None, bool]
"""Start, end, and whether the model's dates were disputed."""


def told(text: str, words: str, first: str | None, last: str | None, zone: ZoneInfo | None = None) -> Told:
    turn = StoredTurn("t", text, datetime(2023, 6, 1, 10, tzinfo=UTC), "Ann", "user", ())
    found = settle(turn, words, first, last, zone or ZoneInfo("UTC"))
    return found.start, found.end, found.disputed


def day(month: int, number: int, year: int = 2023) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


def test_dates_that_fit_the_words_are_those_of_the_words() -> None:
    assert told("I moved last week.", "last week", "2023-05-22", None) == (day(5, 22), None, False)
    assert told("I was away last week.", "last week", "2023-05-22", "2023-05-28") == (day(5, 22), day(5, 29), False)
    assert told("I've lived here since 2019.", "since 2019", "2019", None) == (day(1, 1, 2019), None, False)


def test_dates_that_do_not_fit_are_put_right() -> None:
    assert told("I moved last week.", "last week", "2023-05-30", None) == (day(5, 22), None, True)
    assert told("I moved yesterday.", "yesterday", "2022-05-31", None) == (day(5, 31), None, True)


def test_words_that_the_parser_cannot_read_are_dated_by_the_model() -> None:
    assert told("We met at the big flood.", "at the big flood", "2021-07", "2021-07") == (
        day(7, 1, 2021),
        day(8, 1, 2021),
        False,
    )


def test_words_with_several_readings_mean_the_one_that_fits() -> None:
    text = "I worked at Acme from 2019 to 2022."
    assert told(text, "from 2019 to 2022", "2019", "2022") == (day(1, 1, 2019), day(1, 1), False)
    assert told(text, "from 2019 to 2022", "2019", "2021-12-31") == (day(1, 1, 2019), day(1, 1, 2022), False)


def test_days_are_those_of_the_users_zone() -> None:
    assert told("Long ago in the flood.", "in the flood", "2021-07-01", None, LISBON)[0] == datetime(
        2021, 6, 30, 23, tzinfo=UTC
    )


def test_an_end_before_the_start_is_left_out() -> None:
    assert told("In the flood.", "the flood", "2021-07", "2020-07") == (day(7, 1, 2021), None, False)


@pytest.mark.parametrize(
    ("text", "words", "first"),
    [
        ("We have been here three years in May.", "three years in May", "2020-05-01"),
        ("I started in early May 2022.", "early May 2022", "2022-05-01"),
    ],
)
def test_words_that_the_parser_reads_in_part_are_dated_by_the_model(text: str, words: str, first: str) -> None:
    assert told(text, words, first, None) == (datetime.fromisoformat(f"{first}T00:00+00:00"), None, False)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("2023-08-04T15:00:00Z", "2023-08-04T16:00+01:00"),
        ("2023-08-04T15:00:30.5+02:00", "2023-08-04T14:00+01:00"),
        ("2023-08-04T15:00", "2023-08-04T15:00+01:00"),
        (" 2023-08 ", "2023-08-01T00:00+01:00"),
    ],
)
def test_a_moment_may_have_an_offset(text: str, start: str) -> None:
    found = read_date(text, LISBON)
    assert found is not None
    assert found[0] == datetime.fromisoformat(start)


@pytest.mark.parametrize(
    "text", ["", "soon", "2023-13", "2023-02-30", "May 2023", "2023-05-01T25:00", "--08-04", "9999", "0000"]
)
def test_a_text_that_is_no_date_is_none(text: str) -> None:
    assert read_date(text, LISBON) is None


@pytest.mark.parametrize(
    ("words", "first", "grain"),
    [("last week", "2023-05-22", "week"), ("in 2019", "2019", "year"), ("the flood", "2021", "year"),
     ("the flood", "2021-07", "month"), ("the flood", "2021-07-01", "day")],
)  # fmt: skip
def test_the_words_or_the_dates_name_a_period(words: str, first: str, grain: str) -> None:
    turn = StoredTurn("t", f"I moved {words}.", datetime(2023, 6, 1, 10, tzinfo=UTC), "Ann", "user", ())
    assert settle(turn, words, first, None, ZoneInfo("UTC")).grain == grain
