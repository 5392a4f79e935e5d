"""What is told by naming an occasion, a possession or a relative, without a verb for it."""

from datetime import UTC, datetime

import pytest
from tests.unit.extractors.language.conftest import SAID_AT, Reader

from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.semantic_time import parse_time


def held(read: Reader, text: str) -> list[Statement]:
    return [a for a in read(text, times=parse_time(text, now=SAID_AT)).statements if not a.ended]


def told(read: Reader, text: str) -> set[tuple[str, str, str]]:
    return {(a.subject, a.predicate, a.object or a.value or "") for a in held(read, text)}


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("The exam is on 12 June.", ("Ann", "plans", "exam")),
        ("My interview with Siemens is on Monday.", ("Ann", "plans", "interview with Siemens")),
        ("I have got an interview at Acme on 12 June.", ("Ann", "plans", "interview at Acme")),
        ("Got my driving test next Thursday.", ("Ann", "plans", "driving test")),
        ("The wedding has been pushed back to 22 July.", ("Ann", "plans", "wedding")),
        ("The wedding has been postponed until September.", ("Ann", "plans", "wedding")),
        ("My test got moved to the 5th.", ("Ann", "plans", "test")),
        ("My chemistry exam is on 12 June and maths is on 14 June.", ("Ann", "plans", "maths exam")),
        ("They moved my exam to Friday.", ("Ann", "plans", "exam")),
        ("My new job starts on Monday.", ("Ann", "plans", "new job")),
        ("Our flight leaves at 6 tomorrow.", ("Ann", "plans", "flight")),
        ("Dentist tomorrow, ugh", ("Ann", "plans", "Dentist")),
        ("Dentist tomorrow, wish me luck", ("Ann", "plans", "Dentist")),
        ("can't come, exam on 12 June", ("Ann", "plans", "exam on 12 June")),
        ("Parents' evening tomorrow, help", ("Ann", "plans", "Parents' evening")),
        ("We moved Porto to 12 June.", ("Ann", "plans", "go to Porto")),
        ("Porto's been moved to 12 June.", ("Ann", "plans", "go to Porto")),
        ("The viewing was pushed back to Friday.", ("Ann", "plans", "viewing")),
        ("I had to move my haircut to Friday.", ("Ann", "plans", "haircut")),
        ("I have a haircut on Friday.", ("Ann", "plans", "haircut")),
        ("I've got yoga on Friday.", ("Ann", "plans", "yoga")),
        ("The hall is booked for the reunion.", ("Ann", "plans", "hall for reunion")),
        ("The wedding was lovely yesterday.", ("Ann", "attended", "wedding")),
        ("I fly to Oslo on Friday.", ("Ann", "plans", "fly to Oslo on Friday")),
        ("Dad's 80th is on Saturday.", ("Ann's father", "has_age", "80")),
        ("Fifty today!", ("Ann", "has_age", "50")),
        ("You can borrow my tent.", ("Ann", "owns", "tent")),
        ("My flat in Lisbon is freezing.", ("Ann", "lives_in", "Lisbon")),
        ("Marco moved to his daughter Nina.", ("Marco", "has_child", "Nina")),
        ("My father is in SBI.", ("Ann's father", "works_at", "SBI")),
        ("Mia and I broke up last night.", ("Ann", "broke_up", "with Mia")),
    ],
)
def test_a_noun_tells(read: Reader, text: str, statement: tuple[str, str, str]) -> None:
    assert statement in told(read, text)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Your flight is at 9 tomorrow.", "plans"),
        ("Is the exam on Monday?", "plans"),
        ("The exam was on Monday.", "plans"),
        ("Mum's wedding was lovely.", "attended"),
        ("Good luck to Tom, exam on 12 June", "plans"),
        ("Friday night tomorrow, wish me luck", "plans"),
        ("We moved Porto to 12 June.", "lives_in"),
        ("I moved the sofa for Friday.", "plans"),
        ("Tom was moved to Leeds on Friday.", "plans"),
        ("I have a headache tonight.", "plans"),
        ("I've got a dog from Friday.", "plans"),
        ("My bike got nicked in March.", "owns"),
        ("I need my old tent back.", "owns"),
        ("My parents' house in Ghent is huge.", "lives_in"),
    ],
)
def test_it_tells_nothing_of_the_speaker(read: Reader, text: str, predicate: str) -> None:
    assert ("Ann", predicate) not in {(a.subject, a.predicate) for a in held(read, text)}


@pytest.mark.parametrize(
    "text",
    ["Describe it, only objectively , in 100 words,", ", exam", "Dentist,", ",", "Dentist tomorrow, exam on 12 June,"],
)
def test_a_sentence_may_begin_and_end_with_a_comma(read: Reader, text: str) -> None:
    assert not {a.predicate for a in held(read, text)} & {"visited", "attended"}


def test_who_comes_on_a_day_is_no_occasion(read: Reader) -> None:
    plans = {value for _, predicate, value in told(read, "My driving test is on 12 June and Tom is on 14 June.")}
    assert not [value for value in plans if "Tom" in value]


def test_the_day_of_a_story_goes_on(read: Reader) -> None:
    found = held(read, "We went to Rome yesterday. Eva bought a hat.")
    days = {a.predicate: a.valid_at for a in found if a.predicate in ("visited", "bought")}
    assert days == dict.fromkeys(("visited", "bought"), datetime(2023, 5, 7, tzinfo=UTC))


def test_what_is_postponed_until_a_time_is_not_off(read: Reader) -> None:
    for text, off in (("The wedding has been postponed until September.", False), ("The wedding is postponed.", True)):
        found = read(text, times=parse_time(text, now=SAID_AT)).statements
        plans = [a for a in found if a.predicate == "plans"]
        assert all(a.ended for a in plans) == off
        assert any(a.ended for a in plans)


def test_an_illness_that_was_found_on_a_day_is_no_plan(read: Reader) -> None:
    assert "plans" not in {predicate for _, predicate, _ in told(read, "I got diagnosed with asthma on Friday")}


@pytest.mark.parametrize(
    ("text", "statement"),
    [
        ("I've got the dentist at 12", ("Ann", "plans", "dentist at 12")),
        ("I have an interview at 10", ("Ann", "plans", "interview at 10")),
        ("was at Leo's wedding on Saturday", ("Ann", "attended", "Leo's wedding")),
        ("I was at the dentist today", ("Ann", "visited", "dentist")),
    ],
)
def test_an_hour_or_a_place_tells_of_an_occasion(read: Reader, text: str, statement: tuple[str, str, str]) -> None:
    assert statement in told(read, text)


@pytest.mark.parametrize("text", ["I have a house at 12 Elm Road", "found it. was at the bottom of my bag"])
def test_other_things_at_a_place_or_hour_are_no_occasions(read: Reader, text: str) -> None:
    assert {"plans", "attended"}.isdisjoint(predicate for _, predicate, _ in told(read, text))
