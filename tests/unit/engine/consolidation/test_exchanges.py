"""Turns are cut into exchanges where the side that began speaks again."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from chronomem.graph_schema.model.exchanges import TurnPlace, cut

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)


def places(speakers: str) -> list[TurnPlace]:
    return [
        TurnPlace(f"t{n}", "s", n, speaker, "user", NOON + timedelta(minutes=n), 1)
        for n, speaker in enumerate(speakers)
    ]


def shapes(speakers: str) -> list[str]:
    return ["".join(place.speaker for place in exchange.places) for exchange in cut(places(speakers))]


def test_an_exchange_ends_where_the_side_that_began_it_speaks_again() -> None:
    assert shapes("ABABAB") == ["AB", "AB", "AB"]


def test_several_turns_in_a_row_of_one_side_stay_together() -> None:
    assert shapes("AABBBAB") == ["AABBB", "AB"]


def test_one_that_is_not_answered_is_an_exchange_of_its_own() -> None:
    assert shapes("ABA") == ["AB", "A"]
    assert shapes("AAA") == ["AAA"]


def test_others_who_join_belong_to_the_exchange() -> None:
    assert shapes("ABCA") == ["ABC", "A"]


@given(st.text(alphabet="ABC", max_size=30))
def test_nothing_is_lost_doubled_or_reordered(speakers: str) -> None:
    assert [place.id for exchange in cut(places(speakers)) for place in exchange.places] == [
        f"t{n}" for n in range(len(speakers))
    ]


@given(st.text(alphabet="ABC", min_size=1, max_size=30), st.sampled_from("ABC"))
def test_another_turn_changes_the_last_exchange_only(speakers: str, following: str) -> None:
    before, after = shapes(speakers), shapes(speakers + following)
    assert after[: len(before) - 1] == before[:-1]
