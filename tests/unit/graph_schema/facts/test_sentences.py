"""The sentence of a fact says what the fact says, whatever else the clause told that it is from."""

import pytest

from chronomem.graph_schema.facts.predicates import predicate_named
from chronomem.graph_schema.facts.sentences import as_told, sentence_of, with_article


@pytest.mark.parametrize(
    ("predicate", "thing", "told", "sentence"),
    [
        ("plays", "cello", "Ann plays the violin and the cello", "Ann plays the cello"),
        ("plays", "violin", "Ann plays the violin and the cello", "Ann plays the violin"),
        ("eats", "rice", "Ann only eats rice these days", "Ann only eats rice"),
        ("dislikes", "horror", "Ann hates horror", "Ann hates horror"),
        ("likes", "sea", "what Ann loves most is the sea", "Ann likes the sea"),
        ("lives_in", "Porto", "Ann has swapped Lisbon for Porto, and zero regrets", "Ann lives in Porto"),
        ("works_as", "editor", "Ann has been an editor at Lumo since 2019", "Ann works as an editor"),
        ("works_at", "Lumo", "Ann works at Lumo as an editor", "Ann works at Lumo"),
        ("works_at", "bakery", "Ann is on shift at the bakery", "Ann works at the bakery"),
        ("works_at", "hospital", "Ann works at hospital", "Ann works at a hospital"),
        ("owns", "bikes", "Ann owns bikes", "Ann owns bikes"),
        ("owns", "old Fiat", "Ann got Ann's old Fiat from Ben", "Ann owns old Fiat"),
        ("has_birthday", "4 March", "today is Ann's birthday and nobody knows", "Ann has a birthday on 4 March"),
        ("has_child", "Mia", "Ann has a daughter Mia", "Ann has a daughter Mia"),
        ("has_child", "Mia", "Ann's daughter Mia is ill", "Ann has the child Mia"),
        ("has_child", "Ann's son", "Ann's son is ill", "Ann has a son"),
        ("has_relative", "Ann's uncles", "Ann picks coffee with Ann's uncles", "Ann has uncles"),
        ("has_child", "thirty-one children", "Ann teaches thirty-one children", "Ann has thirty-one children"),
        ("has_relative", "Aunt Mila", "Ann has an aunt Aunt Mila", "Ann has an aunt Mila"),
        ("married_to", "someone", "Ann is married", "Ann is married"),
        ("engaged_to", "Ann's fiancé", "Ann's fiancé cooks", "Ann has a fiancé"),
        ("married_to", "Ben", "Ben is the husband of Ann", "Ann is married to Ben"),
        ("broke_up", "with Ben", "Ann has split from Ben", "Ann broke up with Ben"),
        ("wants", "go to Rome", "what Ann wants is to go to Rome", "Ann wants to go to Rome"),
        ("plans", "swim in the lake", "Ann will swim in the lake", "Ann plans to swim in the lake"),
        ("sold", "boat", "last summer Ann sold the boat because of the leak", "Ann sold the boat"),
        ("stopped", "smoking", "Ann quit smoking on the first of March", "Ann quit smoking"),
        ("visited", "Rome", "Ann was in Rome with Ben in May", "Ann was in Rome with Ben"),
        ("died", "die", "mum died on Tuesday", "Ann died"),
        ("favorite_colour", "red", "Ann's favourite is red", "Ann's favorite colour is red"),
        ("pass_through", "Salta", "Ann is passing through Salta today, tomorrow Jujuy", "Ann is passing through Salta"),
        ("put_down", "Rex", "Ann put Rex down", "Ann put Rex down"),
        ("bring", "Ben", "so Ann brings Ben and the twins", "Ann brings Ben"),
        ("is_at", "desk", "Ann is now", "Ann is now"),
        ("thinks", "it rains", "Ann thinks it rains today", "Ann thinks it rains today"),
    ],
)  # fmt: skip
def test_a_sentence_says_the_fact_and_nothing_else(predicate: str, thing: str, told: str, sentence: str) -> None:
    assert sentence_of("Ann", predicate_named(predicate), thing, told) == sentence


@pytest.mark.parametrize(
    ("predicate", "thing", "sentence"),
    [
        ("lives_in", "Rome", "Ann's parents live in Rome"),
        ("is", "retired", "Ann's parents are retired"),
        ("has", "gout", "Ann's parents have gout"),
    ],
)
def test_the_verb_agrees_with_several(predicate: str, thing: str, sentence: str) -> None:
    assert sentence_of("Ann's parents", predicate_named(predicate), thing) == sentence


def test_one_with_a_plural_name_stays_one() -> None:
    assert sentence_of("James", predicate_named("lives_in"), "Rome") == "James lives in Rome"
    assert sentence_of("Ann's boss", predicate_named("lives_in"), "Rome") == "Ann's boss lives in Rome"


def test_a_denial_stays_as_it_was_told() -> None:
    told = "Ann doesn't eat meat anymore"
    assert sentence_of("Ann", predicate_named("eats"), "meat", told, negated=True) == told


@pytest.mark.parametrize(
    "told", ["", "(", "Ann", "Ann ", "rome rome", "\\", "Ann lives in [Rome", "Ann's", "Ann\n\nRome"]
)
def test_any_clause_gives_a_sentence(told: str) -> None:
    assert sentence_of("Ann", predicate_named("lives_in"), "Rome", told) == "Ann lives in Rome"
    assert sentence_of("Ann", predicate_named("swim_in"), "lake (", told)


@pytest.mark.parametrize("predicate", ["works_at", "has_sibling", "married_to", "favorite_book", "thinks", "swim_in"])
def test_a_fact_without_an_object_has_a_sentence(predicate: str) -> None:
    sentence = sentence_of("Ann", predicate_named(predicate), "")
    assert sentence.startswith("Ann ")
    assert sentence_of("Ann", predicate_named(predicate), "", "Ann is done with it") == "Ann is done with it"


def test_a_thing_has_the_article_with_which_it_is_told() -> None:
    assert as_told("barbershop", "work at the barbershop was hell") == "the barbershop"
    assert as_told("a barbershop", "work at the barbershop was hell") == "a barbershop"
    assert as_told("Splott", "the Splott place is ours") == "Splott"
    assert [with_article(noun) for noun in ("uncle", "Egg", "dog")] == ["an uncle", "an Egg", "a dog"]
