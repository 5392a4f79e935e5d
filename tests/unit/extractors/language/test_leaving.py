"""Homes that are still to be left, last days, stays that are no homes, and years as somebody."""

import pytest
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last

Fact = tuple[str, str, str]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        (
            "Goodbye Santiago! We've reserved the blue house in Valparaíso, moving in April.",
            ("Ann", "lives_in", "Santiago"),
        ),
        ("I want to leave Baden, the flat is too small.", ("Ann", "lives_in", "Baden")),
        ("We're staying put in Dundee.", ("Ann", "lives_in", "Dundee")),
        ("I remain in Munich until the flat is sold.", ("Ann", "lives_in", "Munich")),
        ("We unpacked the last box in Winterthur tonight.", ("Ann", "lives_in", "Winterthur")),
        ("Our Tallinn apartment is cold.", ("Ann", "lives_in", "Tallinn")),
        ("I'm sitting at my Brightwave desk eating samosas.", ("Ann", "works_at", "Brightwave")),
        ("Three weeks left with Posti.", ("Ann", "works_at", "Posti")),
        (
            "Fourteen years as a bus driver for the transit company and today I got flowers.",
            ("Ann", "works_as", "bus driver"),
        ),
        ("I need a Christmas present for my nephew Alvar, 11 years old.", ("Alvar", "has_age", "11")),
        ("I'm learning Spanish and need a plan for the exam on 23 November.", ("Ann", "studies", "Spanish")),
        ("Tom and Bilal went to the regatta.", ("Bilal", "attended", "regatta")),
        ("Anouk is single and rolls her eyes whenever he comes up.", ("Anouk", "has_status", "single")),
        ("I'm Finlay's mum, nice to meet you.", ("Finlay", "has_parent", "Ann")),
    ],
)
def test_it_is_told(text: str, fact: Fact) -> None:
    assert fact in holds(last(f"Ann: {text}"))


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("Goodbye Rome, you were wonderful!", "lives_in"),
        ("We left Rome on Sunday, the flat was nice.", "lives_in"),
        ("I basically live at Heathrow these days.", "lives_in"),
        ("Renzo is in Merano now, five weeks of rehab for the knee.", "lives_in"),
        ("Good morning from Singapore, floor 31, pool on the roof.", "lives_in"),
        ("She lives in nine square metres.", "lives_in"),
        ("Freelance translators starve, they say.", "works_as"),
    ],
)
def test_it_is_not(text: str, predicate: str) -> None:
    assert predicate not in {told for _, told, _ in holds(last(f"Ann: {text}"))}


def test_a_home_is_left_on_the_day_that_is_told() -> None:
    [fact] = [
        f for f in last("Ann: We're leaving Zwolle on Sunday, the boxes are packed.") if f.predicate == "lives_in"
    ]
    assert fact.ended
    assert str(fact.invalid_at)[:10] == "2024-05-05"


def test_who_moves_between_towns_lives_in_both_in_turn() -> None:
    homes = [f for f in last("Ann: We move from Cork to Leeds on the 10th.") if f.predicate == "lives_in"]
    assert {(f.object, f.ended, str(f.invalid_at if f.ended else f.valid_at)[:10]) for f in homes} == {
        ("Cork", True, "2024-05-10"),
        ("Leeds", False, "2024-05-10"),
    }


@pytest.mark.parametrize(
    "text",
    ["My last day there is 31 May.", "I work at Maersk. My last day there is 31 May.", "My final day there is 31 May."],
)
def test_the_last_day_there_ends_a_job(text: str) -> None:
    over = [f for f in last(f"Ann: {text}") if f.predicate == "works_at" and f.ended]
    assert [str(f.invalid_at)[:10] for f in over] == ["2024-06-01"]


def test_a_birthday_has_its_month() -> None:
    facts = last("Ann: Halina has her birthday on the 14th.")
    assert ("Halina", "has_birthday", "14 May") in holds(facts)


@pytest.mark.parametrize(
    ("who", "text", "relation"),
    [
        ("Vera", "granny who's the man in the photo?", "has_grandparent"),
        ("Vera", "Mum, where are my keys?", "has_parent"),
        ("Nikos", "Uncle, not the boat!", "has_relative"),
        ("Nikos", "Oh cousin! See you there.", "has_relative"),
        ("Vera", "Mum, Dad and I went to Rome.", None),
    ],
)
def test_who_is_called_by_a_kinship_term_is_one(who: str, text: str, relation: str | None) -> None:
    related = {p for s, p, o in holds(last(f"{who}: hello", f"Ann: {text}")) if (s, o) == ("Ann", who)}
    assert related == ({relation} if relation else set())


def test_a_greeting_is_no_part_of_a_name(read: Reader) -> None:
    assert {"Łódź"} == {m.name for m in read("Goodbye Łódź, it was nice.").mentions} - {"Ann"}


def test_there_is_the_firm_that_was_spoken_of() -> None:
    facts = holds(last("Ben: Do you know Siemens?", "Ann: Yes, my brother works there."))
    assert ("Ann's brother", "works_at", "Siemens") in facts
    assert "works_at" not in {p for _, p, _ in holds(last("Ben: I was in Rome.", "Ann: My sister works there."))}


@pytest.mark.parametrize("reason", ["we can't move till the 20th now", "We can't move until 20 May now."])
def test_what_is_put_off_begins_later(reason: str) -> None:
    later = [f for f in last("Ann: we move to Leeds on the 13th", f"Ann: {reason}") if f.predicate == "lives_in"]
    assert [(f.value, f.ended, str(f.invalid_at)[:10]) for f in later] == [("coming", True, "2024-05-20")]


def test_another_day_of_the_month_is_put_right() -> None:
    facts = holds(last("Ben: Is Sheila's birthday the 12th of March?", "Ann: no, the 14th"))
    assert ("Sheila", "has_birthday", "the 14th of March") in facts


def test_a_question_may_tell_whose_somebody_is() -> None:
    facts = holds(last("Ann: Karin works at Volvo now", "Ben: and her husband Olle?"))
    assert ("Karin", "married_to", "Olle") in facts
