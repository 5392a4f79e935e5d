"""Statements that concern more than their subject, and phrases in front of a clause."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("my mum bought me a car", ("Noor", "received", "car")),
        ("Tom and I live in Berlin", ("Tom", "lives_in", "Berlin")),
        ("I live with my husband in Ohio", ("Noor", "lives_in", "Ohio")),
        ("I've been seeing someone. his name's Marcus", ("Noor", "has_partner", "Marcus")),
        ("my daughter turned 5 yesterday", ("Noor's daughter", "has_birthday", "30 April 2019")),
        ("it's my birthday on friday", ("Noor", "has_birthday", "3 May")),
        ("I study law at Leiden", ("Noor", "studies_at", "Leiden")),
        ("I'm still at the bakery", ("Noor", "works_at", "bakery")),
        ("I've been at the bank for ten years", ("Noor", "works_at", "bank")),
        ("In my free time I like to watch films", ("Noor", "likes", "watching films")),
        ("we're going camping this weekend", ("Noor", "plans", "go camping this weekend")),
    ],
)
def test_what_a_clause_tells(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Sam: hi", f"Noor: {said}"))


@pytest.mark.parametrize(
    ("said", "predicate"),
    [
        ("I'm gonna eat cereal out of a saucepan", "plans"),
        ("I got into medical school", "plays"),
        ("In the story I'm an astronaut", "works_as"),
    ],
)
def test_what_a_clause_does_not_tell(said: str, predicate: str) -> None:
    assert predicate not in {fact[1] for fact in holds(last("Sam: hi", f"Noor: {said}"))}


def test_who_is_left_a_thing_is_not_left() -> None:
    assert "has_partner" not in {fact.predicate for fact in last("Sam: hi", "Noor: my aunt left me her piano")}
