"""Who somebody is to the speaker, by how they are called and by answers to the question who it is."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last

from chronomem.extractors.language.frames.fulfilments import INFERRED


@pytest.mark.parametrize(
    ("said", "fact"),
    [
        ("Greta: happy anniversary husband", ("Greta", "married_to", "Emil")),
        ("Greta: happy anniversary husband", ("Emil", "married_to", "Greta")),
        ("Greta: hey dad can you pick me up", ("Greta", "has_parent", "Emil")),
        ("Greta: thanks dad!", ("Greta", "has_parent", "Emil")),
        ("Greta: love you, grandpa", ("Greta", "has_grandparent", "Emil")),
    ],
)
def test_a_kinship_term_for_who_is_spoken_to_tells_who_they_are(said: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Emil: hi", said))


@pytest.mark.parametrize("said", ["Greta: dad can be so annoying", "Greta: give it to dad", "Greta: thanks mum!"])
def test_who_is_spoken_of_or_cannot_be_meant_is_not_who_is_spoken_to(said: str) -> None:
    assert "Emil" not in {thing for _, _, thing in holds(last("Emil: hi", said))}


@pytest.mark.parametrize(
    ("asked", "answer", "fact"),
    [
        ("your boss?", "no my brother", ("Ann", "has_sibling", "Tom")),
        ("your boss?", "yep", ("Ann", "has_colleague", "Tom")),
        ("your husband or the dog?", "husband", ("Ann", "married_to", "Tom")),
        ("omg, your brother?", "haha yes", ("Ann", "has_sibling", "Tom")),
    ],
)
def test_an_answer_tells_who_was_spoken_of(asked: str, answer: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last("Ann: Tom called", f"Ben: {asked}", f"Ann: {answer}"))


def test_several_are_told_at_once() -> None:
    told = holds(last("Ann: park with Emil and Ida today", "Ben: your kids?", "Ann: yep"))
    assert {("Ann", "has_child", "Emil"), ("Ann", "has_child", "Ida")} <= told


def test_who_is_denied_is_nobodys_wife() -> None:
    facts = last("Hugo: Sarah's pregnant!!", "Pia: what, your wife?", "Hugo: god no. Sarah from accounting")
    assert ("Hugo", "married_to", "Sarah") not in holds(facts)
    assert ("Hugo", "married_to", "Sarah", True) in {(f.subject, f.predicate, f.object, f.negated) for f in facts}


@pytest.mark.parametrize(
    ("asked", "answer", "moved"), [("KIM??", "yes", "Kim"), ("who?", "Kim!", "Kim"), ("Kim?", "no, Eva", "Eva")]
)
def test_a_pronoun_gets_the_name_that_is_told_afterwards(asked: str, answer: str, moved: str) -> None:
    told = holds(last("Ann: she moved to Ghent", f"Ben: {asked}", f"Ann: {answer}"))
    assert (moved, "lives_in", "Ghent") in told


@pytest.mark.parametrize(
    ("asked", "answer", "fact"),
    [
        ("still with Simon?", "happily", ("Ann", "has_partner", "Simon")),
        ("are you still with Tom?", "yes", ("Ann", "has_partner", "Tom")),
        ("still at Vodafone?", "yep", ("Ann", "works_at", "Vodafone")),
        ("still with Lufthansa?", "yes", ("Ann", "works_at", "Lufthansa")),
        ("guess who's getting a cat", "i'm allergic so i won't be visiting", ("Ann", "allergic_to", "cats")),
        ("allergic to anything?", "just strawberries", ("Ann", "allergic_to", "strawberries")),
        ("married?", "yep", ("Ann", "has_status", "married")),
        ("you've got two brothers right?", "three", ("Ann", "has_sibling", "three brothers")),
    ],
)
def test_short_questions_and_corrected_counts_are_answered(asked: str, answer: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ben: {asked}", f"Ann: {answer}"))


def test_another_relative_answers_no_question_about_the_first() -> None:
    facts = holds(
        last("Maja: heard your brother is having a baby, Piotr!", "Piotr: my cousin, not my brother. Adam's back")
    )
    assert ("Piotr", "has_sibling", "Adam") not in facts


@pytest.mark.parametrize("answer", ["no, he's my cousin", "he is my cousin lol"])
def test_who_is_asked_about_by_name_is_told_by_a_pronoun(answer: str) -> None:
    assert ("Ann", "has_relative", "Marek") in holds(last("Ben: is Marek your brother?", f"Ann: {answer}"))


@pytest.mark.parametrize("asked", ["are you and Tom still together?", "still with Tom?"])
def test_whom_one_married_is_told_by_the_question(asked: str) -> None:
    assert ("Ann", "married_to", "Tom") in holds(last(f"Ben: {asked}", "Ann: we got married in June!"))


def test_an_answer_tells_whose_husband_somebody_is() -> None:
    assert ("Naomi", "married_to", "Daniel") in holds(last("Ben: who's Daniel?", "Ann: He's Naomi's husband."))


@pytest.mark.parametrize(
    ("asked", "fact"),
    [
        ("how's your sister? still at Lidl?", ("Ann's sister", "works_at", "Lidl")),
        ("how are you? still at Lidl?", ("Ann", "works_at", "Lidl")),
    ],
)
def test_a_short_question_is_about_whom_the_one_before_asked(asked: str, fact: tuple[str, str, str]) -> None:
    told = holds(last(f"Ben: {asked}", "Ann: yes"))
    assert [each for each in told if each[1] == "works_at"] == [fact]


@pytest.mark.parametrize(
    ("asked", "ended"),
    [
        ("are you still with Tom?", ("has_partner", "Tom")),
        ("still with Simon?", ("has_partner", "Simon")),
        ("still with Lufthansa?", ("works_at", "Lufthansa")),
    ],
)
def test_whom_one_is_no_longer_with_is_told_by_the_question(asked: str, ended: tuple[str, str]) -> None:
    facts = last(f"Ben: {asked}", "Ann: no")
    assert {(each.predicate, each.object) for each in facts if each.ended and each.confidence > INFERRED} == {ended}


def test_no_way_asks_for_nothing() -> None:
    facts = holds(last("Ann: I got a job at the museum", "Ben: no way, doing what?", "Ann: curator"))
    assert "has" not in {predicate for _, predicate, _ in facts}


def test_a_relative_of_ones_own_relative() -> None:
    facts = holds(last("Ben: is Karim your boss?", "Noor: no, he's my mum's brother"))
    assert ("Noor's mother", "has_sibling", "Karim") in facts


def test_our_jack_may_be_a_nephew() -> None:
    facts = last("Ann: our Jack's off to Leeds", "Ben: is that your grandson?", "Ann: no, my nephew")
    told = {(f.predicate, f.negated) for f in facts if f.object == "Jack"}
    assert {("has_relative", False), ("has_child", True)} <= told
    facts = last("Ann: our Jack's off to Leeds", "Ben: your son?", "Ann: yes, my son")
    assert ("has_child", True) not in {(f.predicate, f.negated) for f in facts}


@pytest.mark.parametrize(
    ("lines", "fact"),
    [
        (("Ann: my husband is ill again", "Ben: oh no, how's Patryk taking it?"), ("Ann", "married_to", "Patryk")),
        (("Ann: My brother would love that", "Ben: Send Tom over!"), ("Ann", "has_sibling", "Tom")),
        (
            ("Ann: we saw a house", "Ben: What does Musa say?", "Ann: My husband says it's damp"),
            ("Ann", "married_to", "Musa"),
        ),
        (("Ben: and your sister?", "Ann: Mia moved to Leeds"), ("Ann", "has_sibling", "Mia")),
    ],
)
def test_a_name_beside_a_role_tells_who_has_it(lines: tuple[str, ...], fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(*lines))


@pytest.mark.parametrize(
    "lines",
    [
        ("Ann: my husband is in hospital", "Ben: is Tom with him?"),
        ("Ann: my brother passed his exam", "Ben: and how did Maria do?"),
        ("Ann: my husband is ill", "Ben: should I ask Tom?"),
    ],
)
def test_a_name_beside_a_role_may_be_somebody_elses(lines: tuple[str, ...]) -> None:
    related = {"married_to", "has_sibling", "has_partner"}
    assert not {thing for _, predicate, thing in holds(last(*lines)) if predicate in related} & {"Tom", "Maria"}
