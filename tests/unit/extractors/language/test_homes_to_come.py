"""Homes that are planned without a day, and messages that tell that a move is done."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import last

from chronomem.graph_schema.facts.claims import ARRIVED, PLANNED
from chronomem.graph_schema.facts.given import GivenFact
from chronomem.graph_schema.facts.relative import AWAITED


def homes(*turns: str) -> list[GivenFact]:
    return [fact for fact in last(*turns) if fact.predicate == "lives_in" and fact.grain in (PLANNED, ARRIVED)]


@pytest.mark.parametrize(
    ("text", "town"),
    [
        ("I'm only moving to Osaka. My flight is on the 20th", "Osaka"),
        ("we're buying the house in Carlow, three bedrooms", "Carlow"),
        ("I'm going to move into a flat in Ghent", "Ghent"),
        ("I live in Bath, but we're moving to Leeds soon", "Leeds"),
    ],
)
def test_a_plan_tells_the_home(text: str, town: str) -> None:
    [home] = homes(f"Ann: {text}")
    assert (home.subject, home.object, home.grain) == ("Ann", town, PLANNED)


@pytest.mark.parametrize(
    "text",
    [
        "I'm moving to Osaka on 1 June",  # which tells the day
        "I'm not moving to Osaka",
        "I live in Osaka",
        "we're buying a boat in Carlow",
    ],
)
def test_nothing_else_does(text: str) -> None:
    assert not homes(f"Ann: {text}")


@pytest.mark.parametrize(
    ("turns", "who", "town"),
    [
        (("Ann: moved in yesterday!!",), "Ann", None),
        (("Ann: we're in!! boxes everywhere",), "Ann", None),
        (("Ann: all moved in now",), "Ann", None),
        (("Ann: first night in the new flat, slept like a log",), "Ann", None),
        (("Ann: First night in Lyon done.",), "Ann", "Lyon"),
        (("Ann: greetings from Osaka",), "Ann", "Osaka"),
        (("Ben: how's your gran?", "Ann: She moved in yesterday"), "Ann's grandmother", None),
    ],
)
def test_an_arrival_is_told(turns: tuple[str, ...], who: str, town: str | None) -> None:
    [home] = homes(*turns)
    assert (home.subject, home.object, home.grain) == (who, town, ARRIVED)
    assert home.value == (AWAITED if town is None else None)


def test_a_home_that_is_found_begins_with_the_move() -> None:
    told = last("Ann: We have found a flat in Ghent, and we are moving there on 12 October.")
    [home] = [fact for fact in told if fact.predicate == "lives_in"]
    assert (home.object, str(home.valid_at)[:10]) == ("Ghent", "2024-10-12")
    assert "move to Ghent on 12 October" in {fact.value for fact in told if fact.predicate == "plans"}


@pytest.mark.parametrize("text", ["have you moved in?", "we haven't moved in yet", "the train is in", "I'm in Rome?"])
def test_no_arrival_is_told(text: str) -> None:
    assert not homes(f"Ann: {text}")
