"""Plain answers, and what breaks off."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("asked", "said", "fact"),
    [
        ("got any pets?", "two cats", ("Noor", "has_pet", "two cats")),
        ("got kids?", "two girls", ("Noor", "has_child", "two girls")),
        ("do you have any kids?", "yes, Mia and Otto", ("Noor", "has_child", "Mia")),
        ("are you married?", "engaged", ("Noor", "has_status", "engaged")),
        ("favourite food?", "ramen", ("Noor", "favorite_food", "ramen")),
        ("do you have a favourite food?", "ramen", ("Noor", "favorite_food", "ramen")),
        ("what's your favourite food?", "I'd say ramen", ("Noor", "favorite_food", "ramen")),
        ("what's your major?", "law, at Leiden", ("Noor", "studies", "law")),
        ("which university do you go to?", "Leiden", ("Noor", "studies_at", "Leiden")),
        ("who are you dating?", "her name is Kim", ("Noor", "has_partner", "Kim")),
        ("are you seeing anyone?", "it's Kim", ("Noor", "has_partner", "Kim")),
        ("how long have you lived in Lyon?", "just over five years", ("Noor", "lives_in", "Lyon")),
        ("are you going anywhere this summer?", "to Crete", ("Noor", "plans", "go to Crete this summer")),
        ("any plans for Saturday?", "hiking in Wales", ("Noor", "plans", "hike in Wales on Saturday")),
        ("what are you up to on Saturday?", "hiking!", ("Noor", "plans", "hike on Saturday")),
        ("so you're at Lumora now?", "yep", ("Noor", "works_at", "Lumora")),
        ("who has a canoe?", "I do", ("Noor", "owns", "canoe")),
        ("is Tom the vegan?", "no, I am", ("Noor", "is_a", "vegan")),
        ("does Tom play the harp?", "no, I do", ("Noor", "plays", "harp")),
        ("how many rabbits do you have?", "just the one", ("Noor", "has_pet", "one rabbit")),
        ("do you have a dog or a cat?", "both", ("Noor", "has_pet", "cat")),
        ("who plays the harp?", "Mia and Otto", ("Otto", "plays", "harp")),
        ("are you two married?", "since 2010", ("Noor", "has_status", "married")),
        ("you have two kids, don't you?", "no, three", ("Noor", "has_child", "three kids")),
        ("was it Tom who broke his leg?", "no, Jim", ("Jim", "has", "broken leg")),
        ("is Karim your uncle or your cousin?", "my uncle", ("Noor", "has_relative", "Karim")),
        ("is Henrik your boyfriend?", "no, my cousin", ("Noor", "has_relative", "Henrik")),
        ("isn't Polly allergic to cats?", "no, to horses", ("Polly", "allergic_to", "horses")),
        ("you didn't buy that van, did you?", "I did, on Friday", ("Noor", "bought", "van")),
        ("so you moved to Lyon in 2020?", "2021, but yes", ("Noor", "lives_in", "Lyon")),
        ("do you live in Lyon?", "no, in Nantes", ("Noor", "lives_in", "Nantes")),
        ("whose dog is that?", "my sister's!", ("Noor's sister", "has_pet", "dog")),
        ("is that your dog?", "yes", ("Noor", "has_pet", "dog")),
        ("which one of you plays the harp?", "that would be Celia", ("Celia", "plays", "harp")),
        ("who won the raffle?", "not me! Rosalind", ("Rosalind", "won", "raffle")),
        ("where's your mother-in-law from?", "Porto, originally", ("Noor's mother-in-law", "is_from", "Porto")),
        ("I can't stand coffee", "nor can I", ("Noor", "dislikes", "coffee")),
        ("I collect stamps", "just like my uncle Willem", ("Willem", "collects", "stamps")),
        ("I've got twins", "my sister too", ("Noor's sister", "has_child", "twins")),
        ("my parents are farmers", "mine are tailors", ("Noor's parents", "works_as", "tailor")),
        ("my dad is a vet", "mine drives a bus", ("Noor's father", "works_as", "bus driver")),
    ],
)
def test_what_answers_tell(asked: str, said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Sam: {asked}", f"Noor: {said}"))


def test_what_was_misspelt_in_an_answer_is_answered_again() -> None:
    facts = last("Sam: how old are u", "Noor: 72", "Sam: WHAT", "Noor: *27")
    assert ("Noor", "has_age", "27") in holds(facts)
    assert ("has_age", "72") in {(fact.predicate, fact.value) for fact in facts if fact.negated}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("so you're now?", "yes"),
        ("is it Tom who is?", "no, Jim"),
        ("you are?", "3, yes"),
        ("hi", "I don't own one, just"),
    ],
)
def test_what_breaks_off_tells_nothing(asked: str, said: str) -> None:
    assert last(f"Sam: {asked}", f"Noor: {said}") == []


def test_mine_are_nobodys_relatives_after_things() -> None:
    facts = holds(last("Sam: my shoes are soaked", "Noor: mine are in Riga"))
    assert not any(subject.endswith(("shoes", "parents")) for subject, _, _ in facts)


def test_a_time_that_is_told_beside_yes_is_that_of_what_was_asked() -> None:
    facts = last("Sam: did you move to Leeds?", "Noor: yeah, two years ago")
    assert {str(fact.valid_at)[:4] for fact in facts if fact.predicate == "moved_to"} == {"2022"}


def test_how_often_is_told_beside_when() -> None:
    facts = last("Sam: have you been to Oslo?", "Noor: once, in 2016")
    assert {str(fact.valid_at)[:4] for fact in facts if fact.predicate == "visited"} == {"2016"}
