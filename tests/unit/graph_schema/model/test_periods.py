"""The calendar tree: containment, clipping and timezones."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chronomem.graph_schema.errors import InvalidTime
from chronomem.graph_schema.model.periods import (
    branch,
    check_supported,
    day_id,
    days_between,
    local_day,
    midnight,
    path_from,
)

ZONES = st.sampled_from(["UTC", "Europe/Lisbon", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Apia"]).map(ZoneInfo)
DAYS = st.dates(date(3, 1, 1), date(9997, 12, 31))
MOMENTS = st.integers(0, 4_000_000_000).map(lambda second: datetime.fromtimestamp(second, UTC))
MODERN_DAYS = st.dates(date(1900, 1, 1), date(2100, 12, 31))


@given(DAYS, ZONES)
def test_a_parent_contains_its_child(day: date, zone: ZoneInfo) -> None:
    for child, parent in pairwise(branch(day, zone)):
        assert parent.start <= child.start < child.end <= parent.end


@given(MODERN_DAYS, ZONES)
def test_days_of_a_month_tile_it_through_its_weeks(day: date, zone: ZoneInfo) -> None:
    month = branch(day, zone)[2]
    inside = [branch(d, zone) for d in days_between(month.start, month.end, zone)]
    days = [path[0] for path in inside]
    weeks = sorted({path[1] for path in inside}, key=lambda week: week.start)
    for row in (days, weeks):
        assert row[0].start == month.start
        assert row[-1].end == month.end
        assert all(a.end == b.start for a, b in pairwise(row))


@given(MOMENTS, ZONES)
def test_a_moment_lies_in_the_day_of_its_zone(moment: datetime, zone: ZoneInfo) -> None:
    day = branch(local_day(moment, zone), zone)[0]
    assert day.start <= moment < day.end


def test_a_week_that_straddles_months_is_two_nodes() -> None:
    utc = ZoneInfo("UTC")
    may, june = branch(date(2024, 5, 31), utc)[1], branch(date(2024, 6, 1), utc)[1]
    assert (may.id, june.id) == ("week:2024-05-27", "week:2024-06-01")
    assert may.end == june.start == datetime(2024, 6, 1, tzinfo=UTC)
    assert june.end == datetime(2024, 6, 3, tzinfo=UTC)


def test_a_day_of_changed_clocks_has_23_or_25_hours() -> None:
    lisbon = ZoneInfo("Europe/Lisbon")
    spring, autumn = branch(date(2024, 3, 31), lisbon)[0], branch(date(2024, 10, 27), lisbon)[0]
    assert spring.end - spring.start == timedelta(hours=23)
    assert autumn.end - autumn.start == timedelta(hours=25)


def test_ids_are_padded_in_early_years() -> None:
    assert [p.id for p in branch(date(33, 4, 3), ZoneInfo("UTC"))] == [
        "day:0033-04-03",
        "week:0033-04-01",
        "month:0033-04",
        "year:0033",
    ]


def test_days_between_counts_the_days_that_an_interval_touches() -> None:
    zone = ZoneInfo("Asia/Tokyo")
    start = datetime(2024, 1, 1, 14, 59, tzinfo=UTC)  # one minute to midnight in Tokyo
    days = list(days_between(start, start + timedelta(minutes=1), zone))
    assert [day_id(d) for d in days] == ["day:2024-01-01"]
    days = list(days_between(start, start + timedelta(minutes=2), zone))
    assert [day_id(d) for d in days] == ["day:2024-01-01", "day:2024-01-02"]
    assert midnight(days[1], zone) == datetime(2024, 1, 1, 15, tzinfo=UTC)


@pytest.mark.parametrize("year", [1, 9999])
def test_the_first_and_last_year_are_refused(year: int) -> None:
    for zone in (ZoneInfo("Pacific/Kiritimati"), ZoneInfo("Pacific/Pago_Pago")):
        with pytest.raises(InvalidTime, match="supported years"):
            check_supported(datetime(year, 1 if year == 1 else 12, 1 if year == 1 else 31, tzinfo=zone))


@given(DAYS, ZONES)
def test_an_id_leads_to_its_period_and_on_to_the_year(day: date, zone: ZoneInfo) -> None:
    path = branch(day, zone)
    for place, period in enumerate(path):
        assert path_from(period.id, zone) == path[place:]


@pytest.mark.parametrize(
    "wrong", ["", "day", "day:", "day:2024-13-01", "week:2024-05-28", "month:2024", "year:24", "hour:2024-05-31"]
)
def test_an_id_that_no_period_has_is_an_error(wrong: str) -> None:
    with pytest.raises(InvalidTime, match="is no period of the calendar"):
        path_from(wrong, ZoneInfo("UTC"))
