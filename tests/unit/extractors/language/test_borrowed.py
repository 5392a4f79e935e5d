"""What a turn quotes, orders, dreams or plays, which is nothing of its speaker."""

import pytest
from tests.unit.extractors.language.conftest import Reader


@pytest.mark.parametrize(
    "text",
    [
        "Write me a short text, I am a nurse and I live in London.",
        "Can you write a poem about a sailor: I live in Bergen and my wife has left me.",
        "How do I say in Italian: I am a vegetarian and I live in Graz?",
        "I dreamt I had a dog and lived in a castle.",
        "I never said I was moving to Oslo.",
        "Let's play: I am a cook and I live in Tortuga.",
        "We nearly moved to Leeds.",
        "She's basically my sister.",
    ],
)
def test_what_is_ordered_dreamt_or_played_is_no_fact(read: Reader, text: str) -> None:
    stated = {s.predicate for s in read(text).statements}
    assert stated.isdisjoint({"lives_in", "works_as", "is_a", "married_to", "has_pet", "has_sibling"})


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Write an email to my landlord: I live in Graz now.", "lives_in"),
        ("Can you write a letter for my nephew Tobias?", "has_relative"),
        ("I have to write an essay, I live in Graz.", "lives_in"),
    ],
)
def test_who_orders_a_letter_speaks_of_themselves(read: Reader, text: str, predicate: str) -> None:
    assert predicate in {s.predicate for s in read(text).statements}


@pytest.mark.parametrize("text", ["'I live in Rome and love it.'", "“I live in Rome”, the song goes"])
def test_a_quotation_tells_nothing_of_the_speaker(read: Reader, text: str) -> None:
    assert "lives_in" not in {s.predicate for s in read(text).statements}
