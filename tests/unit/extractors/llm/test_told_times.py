"""Dates of a model are checked against the words that it read them from."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from chronomem.extractors.llm.told_times import ToldInterval, read_date, settle
from chronomem.extractors.turns.extraction import StoredTurn

LISBON = ZoneInfo("Europe/Lisbon")


def told(text: str, words: str, first: str | None, last: str | None, zone: ZoneInfo | None = None) -> ToldInterval:
    turn = StoredTurn("t", text, datetime(2023, 6, 1, 10, tzinfo=UTC), "Ann", "user", ())
    return settle(turn, words, first, last, zone or ZoneInfo("UTC"))


def day(month: int, number: int, year: int = 2023) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


def test_dates_that_fit_the_words_are_those_of_the_words() -> None:
    assert told("I moved last week.", "last week", "2023-05-22", None) == ToldInterval(day(5, 22), None)
    assert told("I was away last week.", "last week", "2023-05-22", "2023-05-28") == ToldInterval(
        day(5, 22), day(5, 29)
    )
    assert told("I've lived here since 2019.", "since 2019", "2019", None) == ToldInterval(day(1, 1, 2019), None)


def test_dates_that_do_not_fit_are_put_right() -> None:
    assert told("I moved last week.", "last week", "2023-05-30", None) == ToldInterval(day(5, 22), None, disputed=True)
    assert told("I moved yesterday.", "yesterday", "2022-05-31", None) == ToldInterval(day(5, 31), None, disputed=True)


def test_words_that_the_parser_cannot_read_are_dated_by_the_model() -> None:
    assert told("We met at the big flood.", "at the big flood", "2021-07", "2021-07") == ToldInterval(
        day(7, 1, 2021), day(8, 1, 2021)
    )


def test_words_with_several_readings_mean_the_one_that_fits() -> None:
    text = "I worked at Acme from 2019 to 2022."
    assert told(text, "from 2019 to 2022", "2019", "2022") == ToldInterval(day(1, 1, 2019), day(1, 1))
    assert told(text, "from 2019 to 2022", "2019", "2021-12-31") == ToldInterval(day(1, 1, 2019), day(1, 1, 2022))


def test_days_are_those_of_the_users_zone() -> None:
    assert told("Long ago in the flood.", "in the flood", "2021-07-01", None, LISBON).start == datetime(
        2021, 6, 30, 23, tzinfo=UTC
    )


def test_an_end_before_the_start_is_left_out() -> None:
    assert told("In the flood.", "the flood", "2021-07", "2020-07") == ToldInterval(day(7, 1, 2021), None)


@pytest.mark.parametrize("text", ["", "soon", "2023-13", "2023-02-30", "May 2023", "2023-05-01T25:00"])
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"ISO 8601|must be in|out of range"):
        read_date(text)
