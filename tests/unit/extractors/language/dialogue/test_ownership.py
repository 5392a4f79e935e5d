"""What is whose, and what "a new one" is."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("my laptop died so I bought a new one", "new laptop"),
        ("the car was too old, we bought a bigger one", "bigger car"),
    ],
)
def test_one_stands_for_the_thing_before_it(said: str, thing: str) -> None:
    assert ("Noor", "bought", thing) in holds(last("Sam: hi", f"Noor: {said}"))


@pytest.mark.parametrize("said", ["I bought one", "the new one is nice", "no one bought a new one"])
def test_what_nobody_got_is_no_thing_of_the_speakers(said: str) -> None:
    assert not [
        thing for _, _, thing in holds(last("Sam: my laptop died", f"Noor: {said}")) if "laptop" in (thing or "")
    ]


def test_ours_is_the_thing_that_the_other_named() -> None:
    facts = last("Noor: we bought this house in 2019", "Sam: we've had ours for ten years")
    assert ("Sam", "owns", "house") in holds(facts)
    assert any(str(f.valid_at).startswith("2014") for f in facts if f.predicate == "owns")


def test_mine_is_nobody_whom_the_other_named() -> None:
    facts = last("Noor: how old is your daughter Mia?", "Sam: she's 7", "Noor: time flies. Mine is 4")
    assert not [f for f in facts if f.subject == "Mia" and f.predicate == "has_age"]


@pytest.mark.parametrize(
    ("asked", "answer", "thing"),
    [
        ("do you still have the Golf?", "no, I sold it in October", ("Noor", "sold", "Golf")),
        ("is that your boat?", "no, it's my uncle's", ("Noor's uncle", "owns", "boat")),
        ("is the harp yours?", "it's my flatmate's", ("Noor's roommate", "owns", "harp")),
        ("did you win the chess tournament?", "no, Meera won it", ("Meera", "won", "chess tournament")),
    ],
)
def test_it_is_the_only_thing_that_was_asked_about(asked: str, answer: str, thing: tuple[str, str, str]) -> None:
    assert thing in holds(last(f"Sam: {asked}", f"Noor: {answer}"))


def test_it_is_nothing_of_before_where_the_turn_names_another_thing() -> None:
    facts = holds(last("Sam: how's your group?", "Noor: Our city held a pride parade. I missed it"))
    assert not [thing for _, predicate, thing in facts if predicate == "miss" and "group" in (thing or "")]


@pytest.mark.parametrize("asked", ["is the harp yours?", "is that your harp?"])
def test_what_is_somebody_elses_is_nothing_of_the_speakers(asked: str) -> None:
    assert ("Noor", "owns", "harp") not in holds(last(f"Sam: {asked}", "Noor: no, it's my flatmate's"))


@pytest.mark.parametrize(
    ("said", "reply", "fact"),
    [
        ("I have a vintage tractor", "I've got one too!", ("Noor", "owns", "vintage tractor")),
        ("we bought a caravan", "my sister has one as well", ("Noor's sister", "owns", "caravan")),
        ("I've got a snake", "my brother Tim has one too, it's huge", ("Tim", "has_pet", "snake")),
        ("I'd love a motorbike", "my cousin has one", ("Noor's cousin", "owns", "motorbike")),
    ],
)
def test_who_has_one_too_has_what_the_other_named(said: str, reply: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Sam: {said}", f"Noor: {reply}"))


@pytest.mark.parametrize("reply", ["do you have one too?", "no, nobody has one", "my sister has one more exam"])
def test_one_that_is_asked_for_or_counted_is_nobodys(reply: str) -> None:
    assert not [f for f in holds(last("Sam: I have a vintage tractor", f"Noor: {reply}")) if "tractor" in (f[2] or "")]


@pytest.mark.parametrize(
    ("said", "reply", "whose"),
    [
        ("dropped the last of my three at uni. just me and the cat now", "mine are 9 and 11", "Sam's children"),
        ("my dog is 3, my cats are 9", "mine's 7", "Sam's dog"),
    ],
)
def test_mine_agrees_with_what_it_stands_for(said: str, reply: str, whose: str) -> None:
    assert {f.subject for f in last(f"Noor: {said}", f"Sam: {reply}") if f.predicate == "has_age"} == {whose}


@pytest.mark.parametrize(
    ("asked", "said", "fact"),
    [
        ("My nan has a Pfaff.", "Mine is a Bernina from 1974.", ("Ann", "owns", "Bernina")),
        ("You have a horse?", "Mine's a fat pony called Dumpling.", ("Ann", "has_pet", "Dumpling")),
    ],
)
def test_mine_is_of_the_kind_that_is_told(asked: str, said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ben: {asked}", f"Ann: {said}"))


def test_mine_is_nothing_that_another_has() -> None:
    assert ("Ann", "owns", "pfaff") not in holds(last("Ben: My nan has a Pfaff.", "Ann: Mine is a Bernina."))
