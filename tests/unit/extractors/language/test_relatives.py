"""Relatives and partners: whose they are, what they are called, and who is none any more."""

import pytest
from tests.unit.extractors.language.conftest import SAID_AT, Reader

from chronomem.extractors.semantic_time import parse_time


def brief(read: Reader, text: str) -> set[tuple[str, str, str]]:
    found = read(text, times=parse_time(text, now=SAID_AT)).statements
    return {(a.subject, a.predicate, a.object or a.value or "") for a in found if not a.ended}


@pytest.mark.parametrize(
    "text",
    [
        "I've got three kids: Tom 12, Mia 9 and Leo 4",
        "We have three kids: Tom (12), Mia (9) and Leo",
        "We have three kids, Tom, Mia, Leo",
    ],
)
def test_as_many_names_in_a_row_as_children_are_theirs(read: Reader, text: str) -> None:
    children = {value for _, predicate, value in brief(read, text) if predicate == "has_child"}
    assert children == {"Tom", "Mia", "Leo"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("younger brother is in the navy", ("Ann's younger brother", "works_in", "navy")),
        ("husband's a plumber", ("Ann's husband", "works_as", "plumber")),
        ("my sisters boyfriend is a plumber", ("Ann's sister's boyfriend", "works_as", "plumber")),
        ("sister in law works at Nokia", ("Ann's sister-in-law", "works_at", "Nokia")),
        ("The wife's got covid so I sleep on the sofa", ("Ann's wife", "has", "covid")),
        ("My ex wife lives in Malta", ("Ann's ex wife", "lives_in", "Malta")),
        ("my ex-husband lives in Malta", ("Ann's ex husband", "lives_in", "Malta")),
        ("my mother in law's a dentist", ("Ann's mother-in-law", "works_as", "dentist")),
        ("my in-laws live in Split", ("Ann's in-laws", "lives_in", "Split")),
        ("Mrs Byrne, my neighbour, broke her arm", ("Mrs Byrne", "has", "broken arm")),
        ("did you hear, Tomek moved to Gdansk", ("Tomek", "lives_in", "Gdansk")),
        ("Sanna's 9 and Ville's 6", ("Ville", "has_age", "6")),
        ("our Jake's off to Derry in June", ("Jake", "plans", "go to Derry in June")),
    ],
)
def test_what_is_told_of_a_relative_or_friend_is_their_fact(
    read: Reader, text: str, fact: tuple[str, str, str]
) -> None:
    facts = brief(read, text)
    assert fact in facts
    assert not {predicate for _, predicate, _ in facts} & {"thinks", "says"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("36, married with two kids", ("Ann", "has_child", "two kids")),
        ("I'm a mum of four", ("Ann", "has_child", "four")),
        ("My friend's mum died last week", ("Ann's friend's mother", "died", "die")),
        ("my dad's girlfriend is an art teacher, her name is Petra", ("Ann's father", "has_partner", "Petra")),
        ("we've got two girls and a boy", ("Ann", "has_child", "boy")),
        ("I have two girls on my course", ("Ann", "has", "two girls on Ann's course")),
        ("My dad has a new girlfriend. Sylvie, she's a vet", ("Ann's father", "has_partner", "Sylvie")),
        ("We got a kitten! Rex!", ("Ann", "has_pet", "Rex")),
        ("We got a kitten. Ben!", ("Ann", "has_pet", "kitten")),
        ("my cousin had a girl, they named her Aino", ("Ann's cousin", "has_child", "Aino")),
        ("twelve years married today", ("Ann", "has_status", "married")),
        ("Me and my husband have separated", ("Ann", "has_status", "separated")),
        ("I lost my aunt in 2015", ("Ann's aunt", "died", "die")),
        ("she fractured her left wrist skating", None),
        ("My brother fractured his left wrist skating", ("Ann's brother", "has", "broken left wrist")),
    ],
)
def test_a_family_is_told(read: Reader, text: str, fact: tuple[str, str, str] | None) -> None:
    facts = brief(read, text)
    assert fact in facts if fact is not None else not facts


@pytest.mark.parametrize(
    ("text", "relation"),
    [
        ("my ex husband lives in Malta", "married_to"),
        ("Hugo phoned and the wife was ill", "married_to"),
        ("I lost my son in the supermarket", "died"),
        ("I'm an only child", "has_child"),
    ],
)
def test_a_relation_that_is_none(read: Reader, text: str, relation: str) -> None:
    assert relation not in {predicate for _, predicate, _ in brief(read, text)}


def test_an_only_child_has_no_siblings(read: Reader) -> None:
    [told] = read("I'm an only child").statements
    assert (told.predicate, told.polarity) == ("has_sibling", "negated")


def test_the_dead_keep_their_place_in_the_family(read: Reader) -> None:
    assert "Ann's grandfather" in {a.subject for a in read("my late grandad was a miner").statements}


@pytest.mark.parametrize("text", ["I was born in 1990 in Porto", "my birthday is 12 August"])
def test_where_and_when_one_was_born_holds_at_all_times(read: Reader, text: str) -> None:
    told = read(text, times=parse_time(text, now=SAID_AT)).statements
    fixed = [a for a in told if a.predicate in ("is_from", "has_birthday")]
    assert fixed
    assert all(a.valid_at is None and a.invalid_at is None for a in fixed)


def test_a_child_is_not_called_what_its_father_is(read: Reader) -> None:
    assert not read("Marco had a baby girl, they called her Sofia").aliases


@pytest.mark.parametrize(("text", "name"), [("Sara and Tim split up in January", "Tim")])
def test_a_couple_parts_from_each_other(read: Reader, text: str, name: str) -> None:
    assert ("Sara", "broke_up", f"with {name}") in brief(read, text)


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("my uncles Pavel and Igor opened a bakery", {("Pavel", "runs", "bakery"), ("Igor", "runs", "bakery")}),
        ("my brothers, Tom and Sam, are nurses", {("Tom", "works_as", "nurse"), ("Sam", "works_as", "nurse")}),
        ("Tom and I bought a canoe", {("Tom", "owns", "canoe"), ("Ann", "owns", "canoe")}),
        ("Tom plays the tuba and Eva the harp", {("Tom", "plays", "tuba"), ("Eva", "plays", "harp")}),
        ("I have a dog and my aunt a cat", {("Ann", "has_pet", "dog"), ("Ann's aunt", "has_pet", "cat")}),
        (
            "I have two sisters. Jana is a vet and Lucie is still at school.",
            {("Ann", "has_sibling", "Jana"), ("Ann", "has_sibling", "Lucie")},
        ),
        ("I have two sisters. Tom is a vet.", {("Ann", "has_sibling", "two sisters")}),
        ("my friends Eva and Luca live in Rome", {("Ann", "has_friend", "Eva"), ("Ann", "has_friend", "Luca")}),
    ],
)
def test_what_is_told_of_a_group_holds_of_each(read: Reader, text: str, facts: set[tuple[str, str, str]]) -> None:
    assert facts <= brief(read, text)
    assert not {thing for _, _, thing in brief(read, text)} & {"Ann's brothers", "Ann's uncles"}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We had twins", ("Ann", "has_child", "twins")),
        ("My friend Tom has a twin", ("Tom", "has_sibling", "twin")),
    ],
)
def test_twins_are_children_and_a_twin_is_a_sibling(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in brief(read, text)


@pytest.mark.parametrize(
    "text",
    [
        "Eva and Luca came over. They have a dog.",
        "I met Eva's husband Luca. They have a dog.",
    ],
)
def test_they_are_the_two_who_were_named_together(read: Reader, text: str) -> None:
    facts = brief(read, text)
    assert {("Eva", "has_pet", "dog"), ("Luca", "has_pet", "dog")} <= facts
    assert not any(" and " in name for name, _, _ in facts)


@pytest.mark.parametrize(
    "text", ["Tom and I came over. They have a dog.", "Eva and Luca met Tom and Ana. They have a dog."]
)
def test_they_are_nobody_if_the_two_are_not_certain(read: Reader, text: str) -> None:
    assert "has_pet" not in {predicate for _, predicate, _ in brief(read, text)}


def test_near_a_thing_is_no_home(read: Reader) -> None:
    assert "lives_in" not in {predicate for _, predicate, _ in brief(read, "Tom lives near the station")}


def test_who_is_named_in_the_same_turn_is_no_second_partner(read: Reader) -> None:
    facts = brief(read, "I've got a partner. My partner is Luc.")
    assert ("Ann", "has_partner", "Luc") in facts
    assert ("Ann", "has_partner", "partner") not in facts


@pytest.mark.parametrize(
    ("text", "subject", "predicate"),
    [
        ("When I was in Boston, Georgia called me.", "Georgia", "call"),
        ("I work down the pub.", "Ann", "works_at"),
    ],
)
def test_a_town_is_no_part_of_whoever_acts_nor_down_of_a_verb(
    read: Reader, text: str, subject: str, predicate: str
) -> None:
    assert (subject, predicate) in {fact[:2] for fact in brief(read, text)}


def test_no_place_is_a_relative(read: Reader) -> None:
    assert not {fact for fact in brief(read, "Dad London is nice.") if fact[2] == "London"}
