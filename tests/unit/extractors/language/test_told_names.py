"""Names that a turn tells of somebody."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.extractors.language.conftest import Reader

from chronomem.extractors.entity_resolution import ToldSame, join_told

NAMES = {"a": "Melanie", "b": "Mel", "c": "Melissa", "d": "Ann's sister", "e": "Ann's wife", "f": "Lanie"}


def test_nobody_is_called_as_the_one_whose_relative_they_are(read: Reader) -> None:
    assert read("Fionnuala is your brother the one with the bakery?", others=("Fionnuala",)).aliases == ()


@pytest.mark.parametrize(
    ("text", "alias"),
    [
        ("Hi, my name is Ana.", ("Ann", "Ana")),
        ("Everyone calls me Dee.", ("Ann", "Dee")),
        ("My brother Jakub goes by Kuba.", ("Jakub", "Kuba")),
        ("Kuba is short for Jakub.", ("Jakub", "Kuba")),
        ("Jakub, Kuba for short, is here.", ("Jakub", "Kuba")),
        ("Bernadette aka Detta is here.", ("Bernadette", "Detta")),
        ("My brother is called Boubacar but nobody says that, he's Bobo.", ("Boubacar", "Bobo")),
        ("I met Xiomara. We call her Xio.", ("Xiomara", "Xio")),
        ("My little sister's called Aroha.", ("Aroha", "Ann's little sister")),
        ("My new flatmate is nice. Her name is Bronagh.", ("Bronagh", "Ann's roommate")),
        ("My sister Meera is a nurse.", ("Meera", "Ann's sister")),
        ("My niece arrived this morning, they called her Fleur.", ("Fleur", "Ann's niece")),
    ],
)
def test_a_name_is_told(read: Reader, text: str, alias: tuple[str, str]) -> None:
    assert alias in {(a.name, a.alias) for a in read(text).aliases}


@pytest.mark.parametrize(
    "text",
    [
        "This is Ben speaking.",
        "My sister works at a shop called Zara.",
        "My sister has a cat called Milo.",
        "What is your name?",
        "I'm Spanish.",
        "I'm Lee's cousin.",
        "It's Friday!",
        "My friend Tom is a chef.",
    ],
)
def test_no_name_is_told(read: Reader, text: str) -> None:
    assert read(text).aliases == ()


def test_a_handle_that_is_no_name_belongs_to_who_is_named(read: Reader) -> None:
    aliases = read("Hey, it's Kofi, new number.", speaker="user_17").aliases
    assert [(a.name, a.alias) for a in aliases] == [("user_17", "Kofi")]


def test_two_names_are_one_if_nothing_speaks_against_it() -> None:
    assert join_told([ToldSame("b", "a")], NAMES, ()) == {"b": "a"}
    assert join_told([ToldSame("b", "a"), ToldSame("b", "c")], NAMES, ()) == {}
    assert join_told([ToldSame("b", "a")], NAMES, {"a", "b"}) == {}
    assert join_told([ToldSame("b", "a")], NAMES, {"b"}) == {"a": "b"}


def test_a_role_belongs_to_the_only_name_that_was_told() -> None:
    assert join_told([ToldSame("d", "a")], NAMES, ()) == {"d": "a"}
    assert join_told([ToldSame("d", "a"), ToldSame("d", "c")], NAMES, ()) == {}
    assert join_told([ToldSame("d", "a"), ToldSame("d", "b"), ToldSame("b", "a")], NAMES, ()) == {"b": "a", "d": "a"}


@given(st.lists(st.builds(ToldSame, st.sampled_from("abcdef"), st.sampled_from("abcf")), max_size=8))
def test_the_order_in_which_names_are_told_doesn_t_matter(told: list[ToldSame]) -> None:
    told = [same for same in told if same.alias != same.name]
    into = join_told(told, NAMES, {"a"})
    assert into == join_told(told[::-1], NAMES, {"a"})
    assert not set(into) & set(into.values())


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("My brother moved to Porto with my friend Rui. His name's Duarte.", "Ann's brother"),
        ("My brother has a dog called Rex. His name's Duarte.", "Ann's brother"),
        ("My brother and my sister moved in. His name's Duarte.", "Ann's brother"),
        ("My brother and my sister moved in. Her name's Ines.", "Ann's sister"),
    ],
)
def test_a_name_belongs_to_the_last_who_fits_and_has_none(read: Reader, text: str, role: str) -> None:
    extraction = read(text)
    (alias,) = extraction.aliases
    assert alias.alias == role
    assert ("Ann", "has_sibling", alias.name) in {(s.subject, s.predicate, s.object) for s in extraction.statements}


@pytest.mark.parametrize(
    ("text", "relation", "name"),
    [
        ("We adopted a cat from the shelter. She's called Mia.", "has_pet", "Mia"),
        ("I have a brother. His name is Tom.", "has_sibling", "Tom"),
        ("My sister has a baby, her name is Lea.", "has_child", "Lea"),
    ],
)
def test_who_gets_a_name_in_the_next_clause_is_one(read: Reader, text: str, relation: str, name: str) -> None:
    told = {s.object or s.value for s in read(text).statements if s.predicate == relation}
    assert told == {name}


def test_what_is_for_a_relative_isnt_the_relative(read: Reader) -> None:
    facts = read("Gosia is for my grandmother.").statements
    assert ("has_grandparent", "Gosia") not in {(fact.predicate, fact.object) for fact in facts}


@pytest.mark.parametrize(
    ("text", "aliases"),
    [
        ("I wrote her name wrong. It's Anna, not Anne.", [("Anna", "Anne")]),
        ("It's spelt Katarzyna, not Catarina.", [("Katarzyna", "Catarina")]),
        ("The baby is called Eloise, not Elodie.", [("Eloise", "Elodie")]),
        ("The rabbit is called Pepper, not Ginger.", []),
        ("I meant Anna, not Anne.", []),
        ("I saw Anna, not Anne.", []),
    ],
)
def test_a_name_that_is_put_right_is_another_name_of_the_same_one(
    read: Reader, text: str, aliases: list[tuple[str, str]]
) -> None:
    assert [(a.name, a.alias) for a in read(text).aliases] == aliases


def test_a_sentence_of_its_own_may_tell_whose_a_name_is(read: Reader) -> None:
    added = read("It's Inês's birthday on Friday. My little daughter, five years old already.").aliases
    assert ("Inês", "Ann's daughter") in {(a.name, a.alias.replace("little ", "")) for a in added}
    assert not read("Have you met Tom? My brother, on the other hand, is shy.").aliases
