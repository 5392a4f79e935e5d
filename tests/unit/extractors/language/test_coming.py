"""What people are to do, begin or are able to do, and verbs that were taken for names."""

from datetime import UTC, datetime

import pytest
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.test_states import holding, told


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("My cousin Ida is due to begin at Globex on 3 July.", ("Ida", "plans", "begin at Globex on 3 July")),
        ("We are due to sail in August.", ("Ann", "plans", "sail in August")),
        ("Tom and Eva are to marry in June.", ("Eva", "plans", "marry in June")),
        ("Kai and Meike are to be wed on 24 August.", ("Meike", "plans", "married on 24 August")),
        ("Next month Omar starts driving lessons.", ("Omar", "plans", "start driving lessons")),
        ("My niece joins the choir in June.", ("Ann's niece", "plans", "join the choir in June")),
        ("Omar has been able to juggle since May.", ("Omar", "can", "juggle")),
        ("Lena is training for a triathlon.", ("Lena", "prepares_for", "triathlon")),
        ("Ate oysters on Saturday.", ("Ann", "eat", "oysters")),
    ],
)
def test_what_is_to_come_and_what_one_is_able_to(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in holding(told(read, text))


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("We were due to sail in April.", "plans"),
        ("Is Ida due to begin at Globex in July?", "plans"),
        ("The plan is to sail in August.", "plans"),
        ("If Tom is to win he needs luck.", "plans"),
        ("Omar started drumming lessons last month.", "plans"),
        ("I was able to come on Friday.", "can"),
        ("Drew plays football.", "draw"),
        ("Theo was stung by a wasp.", "is_a"),
    ],
)
def test_what_was_to_be_or_is_asked_is_no_plan(read: Reader, text: str, predicate: str) -> None:
    assert predicate not in {fact[1] for fact in holding(told(read, text))}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("my cousin prefers cider", ("Ann's cousin", "prefers", "cider")),
        ("Omar prefers to cycle", ("Omar", "prefers", "cycling")),
        ("my dad adores jazz", ("Ann's father", "likes", "jazz")),
        ("Eva marries Tom in June", ("Eva", "plans", "marry Tom in June")),
    ],
)
def test_a_third_person_is_no_plural(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in holding(told(read, text))


def test_who_asks_whether_it_was_told_tells_it(read: Reader) -> None:
    assert ("Omar", "moved_to", "Ghent") in holding(told(read, "Omar moved to Ghent, didn't you know?"))
    assert not holding(told(read, "Omar moved to Ghent, didn't he?"))


def test_a_couple_goes_out_and_an_outing_has_its_evening(read: Reader) -> None:
    assert holding(told(read, "I'm going out with Dario.")) == {("Ann", "has_partner", "Dario")}
    assert holding(told(read, "I'm going out with Dario tonight.")) == {("Ann", "plans", "go out with Dario")}


def test_everybody_is_a_member_of_a_family(read: Reader) -> None:
    assert not holding(told(read, "He's a member of the family."))


@pytest.mark.parametrize(
    ("text", "plan"),
    [
        ("We're not moving until June.", ("Ann", "plans", "move")),
        ("I'm not starting at Globex until June.", ("Ann", "plans", "start at Globex")),
        ("I won't join Globex before June.", ("Ann", "plans", "join Globex")),
        ("We're not going to move until June.", ("Ann", "plans", "move")),
        ("Our move to Ghent has slipped to August.", ("Ann", "plans", "move to Ghent")),
    ],
)
def test_what_begins_at_a_time_and_not_before_is_planned(read: Reader, text: str, plan: tuple[str, str, str]) -> None:
    found = [a for a in told(read, text).statements if a.predicate == "plans"]
    assert {(a.subject, a.predicate, a.value) for a in found if not a.ended and a.polarity == "affirmed"} == {plan}
    assert not [a for a in found if a.polarity == "negated"]


def test_until_a_month_is_until_its_first_day(read: Reader) -> None:
    [plan] = [
        a for a in told(read, "We're not moving until June.").statements if a.predicate == "plans" and not a.ended
    ]
    assert plan.invalid_at == datetime(2023, 6, 1, tzinfo=UTC)


def test_a_job_beside_the_main_one(read: Reader) -> None:
    assert ("Ann", "also_works_at", "Globex") in holding(told(read, "I also work at Globex."))
    assert ("Omar", "works_at", "Globex") in holding(told(read, "Omar also works at Globex."))
