"""States that are over: "I left Hooli last week", "I sang in a choir"; not "I've always lived in Peru"."""

from datetime import UTC, datetime

import pytest
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.test_states import holding, over, told

from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.graph_schema.facts.former_states import LEAST_TELLING


@pytest.mark.parametrize(
    ("text", "predicate", "thing"),
    [
        ("I left Hooli last week.", "works_at", "Hooli"),
        ("I'm unemployed now.", "works_at", "job"),
        ("I'm single again.", "has_partner", "partner"),
        ("Carl and I called off the engagement.", "engaged_to", "Carl"),
        ("Rex died on Sunday.", "has_pet", "Rex"),
        ("I've gone off olives.", "likes", "olives"),
        ("My new favourite film is Heat.", "favorite_film", ""),
        ("Heat is my new favourite film.", "favorite_film", ""),
        ("I no longer like jazz.", "likes", "jazz"),
        ("I don't like jazz any more.", "likes", "jazz"),
        ("I gave my cat Misty to my aunt.", "has_pet", "Misty"),
        ("My wife Eva and I got divorced in 2020.", "married_to", "Eva"),
        ("I finished my novel!", "works_on", "novel"),
        ("I ran the marathon yesterday!", "plans", "run marathon"),
        ("We went to Japan last month!", "plans", "visit Japan"),
        ("I'm not going to Japan after all.", "plans", "visit Japan"),
        ("I decided not to move to Vienna.", "plans", "move to Vienna"),
        ("I'm not moving to Vienna after all.", "lives_in", "Vienna"),
        ("I won't move to Vienna.", "lives_in", "Vienna"),
        ("I retired in May.", "works_at", ""),
        ("I retired in May.", "works_as", ""),
        ("My bike was stolen last night.", "owns", "bike"),
        ("Somebody stole my new car.", "owns", "new car"),
        ("We gave Milo away yesterday.", "has_pet", "Milo"),
        ("I graduated from Oxford last week.", "studies_at", "Oxford"),
        ("Carl and I are not together anymore.", "has_partner", "Carl"),
    ],
)
def test_a_state_is_over(read: Reader, text: str, predicate: str, thing: str) -> None:
    assert (predicate, thing) in over(told(read, text))


@pytest.mark.parametrize("text", ["I ran a marathon.", "Tom ran the marathon.", "I'm running the marathon."])
def test_no_plan_of_the_speaker_ends_with_what_may_be_another_thing(read: Reader, text: str) -> None:
    assert not {predicate for predicate, _ in over(told(read, text))} & {"plans"}


def test_what_only_other_turns_could_know_is_too_unsure_to_tell_of_anything(read: Reader) -> None:
    inferred = [a for a in told(read, "I ran the marathon.").statements if a.ended]
    assert {a.confidence for a in inferred} == {INFERRED}
    assert INFERRED < LEAST_TELLING


def test_a_past_state_from_one_year_to_another_ends_as_the_last_begins(read: Reader) -> None:
    (home,) = [a for a in told(read, "From 2012 to 2014 I lived in Rome.").statements if a.predicate == "lives_in"]
    assert (home.valid_at, home.invalid_at) == (datetime(2012, 1, 1, tzinfo=UTC), datetime(2014, 1, 1, tzinfo=UTC))


def test_a_broken_car_is_still_there(read: Reader) -> None:
    assert not over(told(read, "My car broke down on the way to work."))


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I ran a café for six years.", "runs"),
        ("My parents ran a bakery.", "runs"),
        ("I taught maths for ten years.", "teaches"),
        ("I collected stamps as a kid.", "collects"),
        ("I sang in a choir.", "member_of"),
        ("I played bass at school.", "plays"),
        ("I studied history.", "studies"),
        ("I lived with Tom.", "lives_with"),
        ("I was married to Tom.", "married_to"),
        ("I was dating Tom.", "has_partner"),
        ("I was vegan.", "is"),
        ("I was based in Oslo.", "lives_in"),
        ("I freelanced as a designer.", "works_as"),
        ("I had a flat in Hull.", "lives_in"),
    ],
)
def test_what_was_is_over(read: Reader, text: str, predicate: str) -> None:
    found = [a for a in told(read, text).statements if a.predicate == predicate]
    assert found
    assert all(a.ended for a in found)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I played chess with Tom.", "plays"),
        ("We were married in May 2019.", "married_to"),
        ("I was put on statins.", "takes"),
        ("I was already married to Tom.", "married_to"),
        ("I've taught maths for ten years.", "teaches"),
    ],
)
def test_what_was_may_go_on(read: Reader, text: str, predicate: str) -> None:
    assert predicate in {a[1] for a in holding(told(read, text))}


def test_a_time_of_life_is_no_part_of_a_thing(read: Reader) -> None:
    assert ("collects", "stamps") in over(told(read, "I collected stamps as a kid."))


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("I've lived in Peru.", ("lives_in", "Peru")),
        ("I've worked at Hooli and Acme.", ("works_at", "Hooli")),
        ("My aunt has studied at Yale.", ("studies_at", "Yale")),
        ("That was my very last shift at Hooli.", ("works_at", "Hooli")),
        ("We buried Gordon yesterday.", ("married_to", "Gordon")),
        ("The strike has put paid to Crete.", ("plans", "Crete")),
        ("Paul and I are no longer an item.", ("has_partner", "Paul")),
    ],
)
def test_an_experience_is_over(read: Reader, text: str, gone: tuple[str, str]) -> None:
    found = told(read, text)
    assert gone in over(found)
    assert gone not in {a[1:] for a in holding(found)}


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I've lived in Peru for ages.", ("Ann", "lives_in", "Peru")),
        ("I've lived in Peru 10 yrs.", ("Ann", "lives_in", "Peru")),
        ("I've always lived in Peru.", ("Ann", "lives_in", "Peru")),
        ("I've been working at Hooli.", ("Ann", "works_at", "Hooli")),
    ],
)
def test_a_perfect_with_a_length_goes_on(read: Reader, text: str, fact: tuple[str, str, str]) -> None:
    assert fact in holding(told(read, text))


def test_who_stays_no_longer_thinks_of_leaving(read: Reader) -> None:
    assert ("considers", "Hooli") in over(told(read, "I've decided to stay at Hooli."))


def test_years_at_a_company_are_over(read: Reader) -> None:
    assert ("works_at", "Hooli") in over(told(read, "I was at Hooli for six years."))


def test_whole_plans_and_thoughts_of_leaving_are_over(read: Reader) -> None:
    assert ("plans", "plan") in over(told(read, "I've given up that plan"))
    assert ("plans", "idea") in over(told(read, "we gave up on the idea"))
    assert ("considers", "leaving") in over(told(read, "I've decided to stay at the bank"))
    assert ("considers", "leaving") not in over(told(read, "I decided to stay for dinner"))
