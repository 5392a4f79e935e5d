"""The timeline counts what was said in each calendar period of the user's timezone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from chronomem import InvalidInput, InvalidTime, Memory, UnknownUser

pytestmark = pytest.mark.dialect


TOKYO = ZoneInfo("Asia/Tokyo")


@pytest.fixture
def talk(memory: Memory, user: str) -> Memory:
    """Four turns in Tokyo: one in May, by an hour, and three in June, of which two are of one session."""
    memory.create_user(user, timezone="Asia/Tokyo")
    for at, speaker, session in (
        ("2024-05-31T23:30", "Ann", "a"),
        ("2024-06-01T00:10", "Bo", "a"),
        ("2024-06-01T00:20", "Ann", "b"),
        ("2025-06-09T09:00", "Ann", "c"),
    ):
        memory.add("Something.", user=user, speaker=speaker, session=session, said_at=at)
    return memory


def test_each_grain_has_the_periods_in_which_something_was_said(talk: Memory, user: str) -> None:
    found = {
        grain: [(p.id, p.turns, p.sessions, p.speakers) for p in talk.timeline(user=user, grain=grain)]
        for grain in ("day", "week", "month", "year")
    }
    assert found == {
        "day": [
            ("day:2024-05-31", 1, 1, ("Ann",)),
            ("day:2024-06-01", 2, 2, ("Ann", "Bo")),
            ("day:2025-06-09", 1, 1, ("Ann",)),
        ],
        "week": [
            ("week:2024-05-27", 1, 1, ("Ann",)),
            ("week:2024-06-01", 2, 2, ("Ann", "Bo")),
            ("week:2025-06-09", 1, 1, ("Ann",)),
        ],
        "month": [
            ("month:2024-05", 1, 1, ("Ann",)),
            ("month:2024-06", 2, 2, ("Ann", "Bo")),
            ("month:2025-06", 1, 1, ("Ann",)),
        ],
        "year": [("year:2024", 3, 2, ("Ann", "Bo")), ("year:2025", 1, 1, ("Ann",))],
    }


def test_times_are_the_users(talk: Memory, user: str) -> None:
    june = talk.timeline(user=user)[1]
    assert (june.start, june.end) == (datetime(2024, 6, 1, tzinfo=TOKYO), datetime(2024, 7, 1, tzinfo=TOKYO))
    assert june.first.isoformat() == "2024-06-01T00:10:00+09:00"
    assert june.last.isoformat() == "2024-06-01T00:20:00+09:00"


def test_only_periods_that_the_time_asked_for_touches(talk: Memory, user: str) -> None:
    def days(since: datetime | str | None = None, until: datetime | str | None = None) -> list[str]:
        return [p.id for p in talk.timeline(user=user, grain="day", since=since, until=until)]

    assert days(since="2024-06-01") == ["day:2024-06-01", "day:2025-06-09"]
    assert days(until="2024-06-01") == ["day:2024-05-31"]
    assert days(until=datetime(2024, 5, 31, 15, 1, tzinfo=UTC)) == ["day:2024-05-31", "day:2024-06-01"]
    assert days("2024-06-02", "2025-06-09") == []


def test_a_period_that_is_only_spoken_about_is_not_in_it(talk: Memory, user: str) -> None:
    talk.add("I was there in 2011.", user=user, said_at="2025-06-09T09:10")
    talk.consolidate(user=user)
    assert [p.id for p in talk.timeline(user=user, grain="year")] == ["year:2024", "year:2025"]


def test_what_can_not_be_asked_is_an_error(talk: Memory, user: str) -> None:
    with pytest.raises(InvalidInput, match="grain must be one of day, week, month, year, not 'hour'"):
        talk.timeline(user=user, grain="hour")
    with pytest.raises(InvalidTime, match="since 'soon'"):
        talk.timeline(user=user, since="soon")
    with pytest.raises(UnknownUser):
        talk.timeline(user=f"{user}-nobody")
