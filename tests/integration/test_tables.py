"""Tables hold what the other readers return, of one user, in the user's timezone."""

from typing import Any

import pytest

from chronomem import InvalidInput, InvalidTime, Memory, UnknownUser

pytestmark = pytest.mark.dialect


@pytest.fixture
def talk(memory: Memory, user: str) -> Memory:
    """Two turns in Tokyo on both sides of the end of May, and two homes."""
    memory.create_user(user, timezone="Asia/Tokyo")
    for at, speaker in (("2024-05-31T23:30", "Ann"), ("2024-06-01T00:10", "Bo")):
        memory.add("Something.", user=user, speaker=speaker, session="s", said_at=at, turn_id=speaker)
    for home, since in (("Porto", "2020-01-01"), ("Lisbon", "2024-01-01")):
        memory.add_fact(user=user, subject="Ann", predicate="lives_in", object=home, valid_at=since)
    return memory


def test_facts_are_those_of_facts(talk: Memory, user: str) -> None:
    for filters in ({}, {"as_of": "2021-01-01"}, {"include_invalid": True, "about": "Ann"}, {"predicate": "is_from"}):
        chosen: dict[str, Any] = filters
        table = talk.to_arrow("facts", user=user, **chosen)
        assert table["id"].to_pylist() == [fact.id for fact in talk.facts(user=user, **chosen)]
    frame = talk.to_pandas("facts", user=user, include_invalid=True)
    assert frame[["object", "valid_at"]].astype(str).to_numpy().tolist() == [
        ["Porto", "2020-01-01 00:00:00+09:00"],
        ["Lisbon", "2024-01-01 00:00:00+09:00"],
    ]
    assert (frame["invalid_at"] - frame["valid_at"]).dt.days.tolist()[0] == 1461


def test_turns_come_in_order_and_can_be_chosen(talk: Memory, user: str) -> None:
    assert talk.to_arrow("turns", user=user)["id"].to_pylist() == ["Ann", "Bo"]
    assert talk.to_arrow("turns", user=user, since="2024-06-01")["id"].to_pylist() == ["Bo"]
    assert talk.to_arrow("turns", user=user, until="2024-06-01")["id"].to_pylist() == ["Ann"]
    assert talk.to_arrow("turns", user=user, speaker="Bo")["id"].to_pylist() == ["Bo"]
    said = talk.to_pandas("turns", user=user)["said_at"]
    assert said.dt.strftime("%Y-%m-%d %H:%M").tolist() == ["2024-05-31 23:30", "2024-06-01 00:10"]


def test_periods_are_those_of_the_timeline(talk: Memory, user: str) -> None:
    table = talk.to_arrow("periods", user=user, grain="day")
    assert table["id"].to_pylist() == ["day:2024-05-31", "day:2024-06-01"]
    assert table["start"].to_pylist() == [period.start for period in talk.timeline(user=user, grain="day")]
    assert table["speakers"].to_pylist() == [["Ann"], ["Bo"]]
    assert talk.to_pandas("periods", user=user, since="2024-06-01")["turns"].tolist() == [1]


def test_what_can_not_be_asked_is_an_error(talk: Memory, user: str) -> None:
    with pytest.raises(UnknownUser):
        talk.to_arrow("turns", user=f"{user}-nobody")
    with pytest.raises(InvalidInput, match="no table of 'people'"):
        talk.to_pandas("people", user=user)
    with pytest.raises(InvalidInput, match="periods can't be filtered by 'speaker'; choose from: grain, since, until"):
        talk.to_arrow("periods", user=user, speaker="Ann")
    with pytest.raises(InvalidTime, match="since 'soon'"):
        talk.to_arrow("turns", user=user, since="soon")


def test_a_user_without_turns_has_empty_tables(memory: Memory, user: str) -> None:
    memory.create_user(user)
    for what in ("facts", "turns", "periods"):
        assert memory.to_pandas(what, user=user).empty
