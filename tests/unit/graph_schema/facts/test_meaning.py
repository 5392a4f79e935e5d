"""Equal, more precise and further things."""

import pytest

from chronomem.graph_schema.facts.meaning import (
    is_further,
    is_kind_of,
    is_more_specific,
    is_of_another_kind,
    is_short_for,
)


@pytest.mark.parametrize(
    ("one", "other", "further"),
    [
        ("second dog", "dog", True),
        ("another dog", "dog", True),
        ("new car", "car", True),
        ("blue bike", "bike", False),
        ("second hand bike", "second hand bike", False),
    ],
)
def test_a_further_thing_is_told_from_a_more_precise_one(one: str, other: str, further: bool) -> None:
    assert is_further(one, other) is further
    assert not further or is_more_specific(one, other)


@pytest.mark.parametrize(
    ("one", "other", "finer"),
    [
        ("blue boat in Rye", "boat", True),
        ("old house with a garden", "house", True),
        ("boat", "blue boat in Rye", False),
        ("New York in March", "York", False),
        ("photo of Rye", "boat", False),
        ("Lisbon, Portugal", "Lisbon", True),
    ],
)
def test_a_noun_with_words_on_both_sides_is_more_precise(one: str, other: str, finer: bool) -> None:
    assert is_more_specific(one, other) is finer


@pytest.mark.parametrize(
    ("one", "other", "short"),
    [
        ("Panda", "Fiat Panda", True),
        ("the museum", "Natural History Museum", True),
        ("Fiat", "Fiat Panda", False),
        ("Panda", "Panda", False),
        ("", "Panda", False),
    ],
)
def test_a_name_may_be_called_by_its_end(one: str, other: str, short: bool) -> None:
    assert is_short_for(one, other) is short


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("piano lessons", "piano", True),
        ("Ann Smith", "Ann", False),
        ("flat in Leeds", "flat", False),
        ("blue bike", "bike", False),
        ("bike", "bike", False),
    ],
)
def test_what_a_thing_is_for_is_no_such_thing(one: str, other: str, differ: bool) -> None:
    assert is_of_another_kind(one, other) is differ


@pytest.mark.parametrize(
    ("kind", "name", "text", "told"),
    [
        ("Ann's dog", "Rex", "Ann has a dog called Rex", True),
        ("the dog", "Rex", "Rex is Ann's dog", True),
        ("dog", "Rex", "Ann has a dog", True),
        ("cat", "Tom", "Ann has two cats, Mia and Tom", True),
        ("car", "Skoda", "Ann's car is a Skoda", True),
        ("PhD", "physics", "Ann is doing a PhD in physics", True),
        ("cat", "Rex", "Ann has a dog called Rex and a cat called Mia", False),
        ("Mia", "Tom", "Ann has two cats, Mia and Tom", False),
        ("dog", "Mia", "Ann has a dog called Rex and a cat called Mia", False),
        ("boat", "Skoda", "Ann has a boat, a Skoda and a bike", False),
        ("dog", "Mia", "Mia hates dogs", False),
        ("Rex", "Rex", "Ann has a dog called Rex", False),
        ("", "Rex", "Ann has a dog called Rex", False),
    ],
)
def test_a_sentence_tells_of_which_kind_something_is(kind: str, name: str, text: str, told: bool) -> None:
    assert is_kind_of(kind, name, text) is told


def test_a_text_of_capitals_and_apostrophes_is_read_at_once() -> None:
    assert not is_kind_of("dog", "Rex", "Rex, Ann has a dog " + "A'B" * 300 + "!")
