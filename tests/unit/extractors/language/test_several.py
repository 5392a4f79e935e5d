"""Several of a kind that a message tells at once: names after their number, jobs side by side, languages, bosses."""

import pytest
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.dialogue.test_dialogue import last
from tests.unit.extractors.language.test_states import over, told


def sure(text: str, predicate: str) -> set[str]:
    """Return the objects and values of what a message surely tells under a predicate."""
    facts = last(f"Ann: {text}")
    return {f.object or f.value or "" for f in facts if f.predicate == predicate and not f.ended and f.confidence > 0.5}


@pytest.mark.parametrize(
    ("text", "predicate", "names"),
    [
        ("I live with two friends, Marta and Veronika, in a flat.", "lives_with", {"Marta", "Veronika"}),
        ("I live with three others now: Ngozi, Tamsin and Pieter.", "lives_with", {"Ngozi", "Tamsin", "Pieter"}),
        (
            "I'm in two bands these days, the Tin Lanterns and Harbour Nine.",
            "member_of",
            {"Tin Lanterns", "Harbour Nine"},
        ),
        (
            "I have three friends: Odette, Fabienne and Ruth.",
            "has_friend",
            {"Odette", "Fabienne", "Ruth"},
        ),
        ("I share an office with two colleagues, Bruno and Safiya.", "has_colleague", {"Bruno", "Safiya"}),
        ("I own two boats, the Kittiwake and the Merganser.", "owns", {"Kittiwake", "Merganser"}),
        ("I've adopted two dogs from the shelter, Rex and Daisy.", "has_pet", {"two dogs", "Rex", "Daisy"}),
        ("I speak Turkish and German, and that's it.", "speaks", {"Turkish", "German"}),
    ],
)
def test_names_tell_which_ones_are_meant(text: str, predicate: str, names: set[str]) -> None:
    assert sure(text, predicate) == names


@pytest.mark.parametrize(
    ("text", "predicate", "values"),
    [
        ("I'm a taxi driver and a writer.", "works_as", {"taxi driver", "writer"}),
        ("On weekdays I live in Lisbon, and at the weekend I live in Evora.", "lives_in", {"Lisbon", "Evora"}),
        ("In the mornings I work at Hobson's Bakery, and in the evenings I work at the Regal Cinema.", "works_at",
         {"Hobson's Bakery", "Regal Cinema"}),
        ("I work at Lidl here in Brno, at the checkout mostly.", "works_at", {"Lidl"}),
    ],
)  # fmt: skip
def test_both_values_count_if_the_message_says_so(text: str, predicate: str, values: set[str]) -> None:
    facts = last(f"Ann: {text}")
    named = [f for f in facts if f.predicate == predicate and not f.ended and f.confidence >= 0.6]
    assert {f.object or f.value for f in named} == values


@pytest.mark.parametrize(
    "text",
    [
        "My boss is Duncan now.",
        "My boss is called Duncan.",
        "Duncan is my boss again.",
        "My boss's name is Duncan.",
        "My new boss is Duncan.",
    ],
)
def test_a_boss_takes_the_place_of_the_one_before(text: str) -> None:
    facts = last(f"Ann: {text}")
    assert any(f.object == "Duncan" and f.predicate == "has_colleague" and not f.ended for f in facts)
    assert any(f.value == "former boss manager supervisor" and f.ended for f in facts)


@pytest.mark.parametrize(
    "text", ["My boss Duncan is nice.", "Duncan is my colleague.", "My other boss is Duncan.", "Duncan is my coach."]
)
def test_who_is_only_mentioned_takes_nobodys_place(text: str) -> None:
    assert not [f for f in last(f"Ann: {text}") if f.ended]


def test_names_stand_for_those_alone_who_are_counted() -> None:
    facts = last("Ann: I had dinner with two friends, Marta and Veronika.")
    assert not {f.predicate for f in facts if "Marta" in (f.object or f.value or "").split()} & {"attended", "has"}


def test_who_leaves_a_choir_leaves_no_other_club(read: Reader) -> None:
    left = {value for predicate, value in over(told(read, "I left the choir.")) if predicate == "member_of"}
    assert left == {"choir", "former choir choirs sing sings"}


def test_the_only_value_from_now_on_ends_the_others() -> None:
    facts = last("Ann: From now on I live only in Evora.")
    assert any(f.predicate == "lives_in" and f.ended and f.object is None and f.value is None for f in facts)
