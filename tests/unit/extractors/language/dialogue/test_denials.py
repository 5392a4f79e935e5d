"""What isn't what somebody called it, and isn't so of the one of whom it was told."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last

Fact = tuple[str, str, str]


def denied(*lines: str) -> set[tuple[str, str, str | None]]:
    return {(f.subject, f.predicate, f.object or f.value) for f in last(*lines) if f.negated}


@pytest.mark.parametrize(
    ("told", "said", "wrong", "right"),
    [
        (
            "Kuba has a cat.",
            "that's not a cat, it's a ferret",
            ("Kuba", "has_pet", "cat"),
            ("Kuba", "has_pet", "ferret"),
        ),
        (
            "Mr Halmos plays the violin.",
            "It isn't a violin. It's a viola.",
            ("Mr Halmos", "plays", "violin"),
            ("Mr Halmos", "plays", "viola"),
        ),
        (
            "I bought a boat.",
            "that's not a boat, it's a bathtub",
            ("Ann", "bought", "boat"),
            ("Ann", "bought", "bathtub"),
        ),
    ],
)
def test_what_is_no_such_thing_is_taken_back(told: str, said: str, wrong: Fact, right: Fact) -> None:
    lines = (f"Ann: {told}", f"Ben: {said}")
    assert wrong in denied(*lines)
    assert right in holds(last(*lines))


@pytest.mark.parametrize("said", ["that's not the problem", "it's not my cat", "isn't that a cat?"])
def test_what_is_denied_of_something_else_takes_nothing_back(said: str) -> None:
    assert ("Kuba", "has_pet", "cat") not in denied("Ann: Kuba has a cat.", f"Ben: {said}")


@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ("Arvid is allergic to nuts, Bilal eats everything.", ("Arvid", "allergic_to", "nuts")),
        ("Arvid lives in Leeds now", ("Arvid", "lives_in", "Leeds")),
    ],
)
def test_whoever_says_not_me_denies_what_was_told_of_them(told: str, wrong: Fact) -> None:
    assert wrong in denied(f"Ann: {told}", "Arvid: not me!")
    assert wrong not in denied(f"Ann: {told}", "Ben: not me!")
