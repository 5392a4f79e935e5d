"""What the settings change."""

from datetime import UTC, datetime

import pytest
from pydantic import ValidationError
from tests.unit.extractors.semantic_time.reading import first, times

from chronomem.extractors.semantic_time import TimeSettings, parse_time


def test_days_are_cut_in_the_users_timezone() -> None:
    late = datetime(2026, 3, 18, 23, 30, tzinfo=UTC)  # already the 19th in Tokyo
    span = parse_time("today", now=late, settings=TimeSettings(timezone="Asia/Tokyo"))[0]
    assert span.start is not None
    assert span.start.isoformat() == "2026-03-19T00:00:00+09:00"


def test_a_day_of_a_clock_change_has_its_own_length() -> None:
    now = datetime(2026, 3, 29, 12)  # noqa: DTZ001 - clocks go forward in Lisbon on this day
    span = parse_time("today", now=now, settings=TimeSettings(timezone="Europe/Lisbon"))[0]
    assert span.start is not None
    assert span.end is not None
    assert (span.end.astimezone(UTC) - span.start.astimezone(UTC)).total_seconds() == 23 * 3600


def test_hours_are_counted_through_a_clock_change() -> None:
    now = datetime(2026, 3, 29, 0, 30, tzinfo=UTC)  # 00:30 in Lisbon, half an hour before the change
    span = parse_time("in 2 hours", now=now, settings=TimeSettings(timezone="Europe/Lisbon"))[0]
    assert span.start is not None
    assert span.start.astimezone(UTC) == datetime(2026, 3, 29, 2, 30, tzinfo=UTC)


def test_the_week_starts_where_the_user_says() -> None:
    assert first("this week") == "2026-03-16..2026-03-23"
    assert first("this week", week_start="sunday") == "2026-03-15..2026-03-22"


def test_day_first_turns_ambiguous_dates() -> None:
    assert first("3/4/2021") == "2021-03-04..2021-03-05"
    assert first("3/4/2021", day_first=True) == "2021-04-03..2021-04-04"
    assert first("14/3/2021") == first("3/14/2021", day_first=True) == "2021-03-14..2021-03-15"


def test_seasons_follow_the_hemisphere() -> None:
    assert first("summer 2019") == "2019-06-01..2019-09-01"
    assert first("summer 2019", hemisphere="south") == "2019-12-01..2020-03-01"


def test_quarters_and_fiscal_years_start_where_the_user_says() -> None:
    assert first("fiscal 2020") == "2020-01-01..2021-01-01"
    assert first("fiscal 2020", fiscal_year_start=10) == "2019-10-01..2020-10-01"
    assert first("Q1 2020", fiscal_year_start=10) == "2019-10-01..2020-01-01"


def test_public_holidays_of_the_country_are_known_by_name() -> None:
    assert first("Canada Day", holidays_country="CA") == "2025-07-01..2025-07-02"
    assert times("Canada Day") == []


def test_an_unknown_timezone_is_refused_by_name() -> None:
    with pytest.raises(ValidationError, match="Mars/Olympus"):
        TimeSettings(timezone="Mars/Olympus")
