"""Statements that concern more than their subject, and phrases in front of a clause."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("my mum bought me a car", ("Noor", "received", "car")),
        ("I got myself a new bike", ("Noor", "received", "new bike")),
        ("we bought ourselves a tent", ("Noor", "bought", "tent")),
        ("Tom and I live in Berlin", ("Tom", "lives_in", "Berlin")),
        ("I live with my husband in Ohio", ("Noor", "lives_in", "Ohio")),
        ("I've been seeing someone. his name's Marcus", ("Noor", "has_partner", "Marcus")),
        ("my daughter turned 5 yesterday", ("Noor's daughter", "has_birthday", "30 April 2019")),
        ("it's my birthday on friday", ("Noor", "has_birthday", "3 May")),
        ("I'm seeing someone new, his name is Marco", ("Noor", "has_partner", "Marco")),
        ("my gran lives in a care home", ("Noor's grandmother", "lives_in", "care home")),
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


@pytest.mark.parametrize(
    ("said", "fact", "wrong"),
    [
        ("my brother's girlfriend Ana is pregnant", ("Noor's brother", "has_partner", "Ana"), "has_partner"),
        ("my dad's brother Leo is a pilot", ("Noor's father", "has_sibling", "Leo"), "has_sibling"),
        ("my flatmate Jo's brother is a dentist", ("Jo's brother", "works_as", "dentist"), "has_sibling"),
        ("my sister Eva's husband works at Shell", ("Eva's husband", "works_at", "Shell"), "married_to"),
        ("our neighbour Tom's son plays chess", ("Tom's son", "plays", "chess"), "has_child"),
    ],
)
def test_what_somebody_of_mine_has_is_not_mine(said: str, fact: tuple[str, str, str], wrong: str) -> None:
    found = holds(last("Sam: hi", f"Noor: {said}"))
    assert fact in found
    assert ("Noor", wrong) not in {each[:2] for each in found}


def test_they_share_a_status_with_each_other() -> None:
    assert ("Max", "engaged_to", "Lea") in holds(last("Sam: hi", "Noor: My brother Max and Lea are engaged"))


def test_he_is_whom_his_mother_is_named_after() -> None:
    """Somebody of the other gender in the same message doesn't keep a pronoun from its person."""
    said = ("Noor: My nephew Oskar is allergic to eggs.", "Noor: I asked his mother. He's allergic to nuts, not eggs.")
    found = {(f.subject, f.object or f.value, f.negated) for f in last(*said) if f.predicate == "allergic_to"}
    assert found == {("Oskar", "nuts", False), ("Oskar", "eggs", True)}


def test_a_name_ends_before_the_next_clause() -> None:
    assert ("Noor", "has_name", "Noor Aziz") in holds(
        last("Sam: hi", "Noor: My name is Noor Aziz but do call me Nuri.")
    )


def test_a_contract_that_ended_is_none() -> None:
    found = [f for f in last("Sam: hi", "Noor: My contract at Siemens ended in April") if f.predicate == "works_at"]
    assert [(f.object, f.ended) for f in found] == [("Siemens", True)]


def test_animals_are_no_children() -> None:
    assert "has_child" not in {f.predicate for f in last("Sam: hi", "Noor: we have nine hens now")}


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("Tom is 7 and Mia is 9.", {("Tom", "has_age", "7"), ("Mia", "has_age", "9")}),
        ("Tom lives in Ghent and Piet lives in Bruges", {("Tom", "lives_in", "Ghent"), ("Piet", "lives_in", "Bruges")}),
        ("Tom works at Ikea and Lea studies law", {("Tom", "works_at", "Ikea"), ("Lea", "studies", "law")}),
        ("Stig is the doctor and Frode is the cook.", {("Stig", "works_as", "doctor"), ("Frode", "works_as", "cook")}),
    ],
)
def test_each_of_two_joined_clauses_has_its_own_subject(said: str, facts: set[tuple[str, str, str]]) -> None:
    assert facts <= holds(last("Sam: hi", f"Noor: {said}"))


def test_the_other_way_round_swaps_who_is_who() -> None:
    told = last("Noor: Stig is the doctor and Frode is the cook.", "Sam: No, the other way round!")
    assert {("Frode", "works_as", "doctor"), ("Stig", "works_as", "cook")} <= holds(told)
    denied = {(f.subject, f.object or f.value) for f in told if f.negated or f.ended}
    assert {("Stig", "doctor"), ("Frode", "cook")} <= denied


def test_neither_of_a_couple_is_the_child_that_they_have() -> None:
    found = holds(last("Sam: hi", "Noor: Lea and Tom had a baby girl on Sunday, her name is Ida"))
    assert ("Lea", "has_child", "Ida") in found
    assert not {("Lea", "has_child", "Tom"), ("Noor", "has_child", "Ida"), ("Lea", "has_name", "Ida")} & found


def test_who_stops_drinking_coffee_is_not_sober() -> None:
    assert ("Noor", "is", "sober") not in holds(last("Sam: hi", "Noor: I stopped drinking coffee"))
    assert ("Noor", "is", "sober") in holds(last("Sam: hi", "Noor: I stopped drinking"))


def test_what_another_bought_is_not_mine() -> None:
    assert ("Noor", "owns", "car") not in holds(last("Sam: hi", "Noor: Pete bought my car"))
    assert ("Noor", "owns", "car") in holds(last("Sam: hi", "Noor: I bought my car in 2019"))


@pytest.mark.parametrize("said", ["I'm pregnant, due in August", "I'm 12 weeks pregnant"])
def test_who_is_pregnant_expects_a_baby(said: str) -> None:
    """It is no lasting quality: nothing would end it."""
    found = holds(last("Sam: hi", f"Noor: {said}"))
    assert ("Noor", "expects", "baby") in found
    assert "is" not in {predicate for _, predicate, _ in found}


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("we lost Nana Bridie in the night", ("Noor", "has_grandparent", "Nana Bridie")),
        ("we lost Nana Bridie in the night", ("Nana Bridie", "died", "die")),
        ("saw Uncle Sipho at the pub", ("Noor", "has_relative", "Uncle Sipho")),
        ("Sarah's pregnant!!", ("Sarah", "expects", "baby")),
        ("this is Bo, my better half", ("Noor", "has_partner", "Bo")),
        ("met a new neighbour, Mr Patel, he's 80 and plays the sitar", ("Mr Patel", "plays", "sitar")),
        ("my two are at school now", ("Noor", "has_child", "two kids")),
    ],
)
def test_relatives_and_friends_are_told_in_passing(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Sam: hi", f"Noor: {said}"))


@pytest.mark.parametrize(
    ("said", "predicate"),
    [
        ("Tom's Uncle Bob is a vicar", "has_relative"),
        ("this is Sam, my brother from another mother, known him since nursery", "has_sibling"),
        ("the twins next door started teething", "has_child"),
    ],
)
def test_relatives_of_others_are_not_the_speakers(said: str, predicate: str) -> None:
    assert ("Noor", predicate) not in {fact[:2] for fact in holds(last("Jan: hi", f"Noor: {said}"))}


def test_a_time_of_the_day_ends_no_job() -> None:
    facts = last("Sam: hi", "Noor: I work nights at the hospital so text before 3pm")
    [job] = [fact for fact in facts if fact.predicate == "works_at"]
    assert job.invalid_at is None
