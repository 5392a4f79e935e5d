"""Who was where something took place, who passed and who failed, and what is no condition."""

import pytest
from tests.unit.extractors.language.conftest import Reader
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last
from tests.unit.extractors.language.test_states import holding, told

Fact = tuple[str, str, str]


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("I danced till four at Ousmane and Awa's wedding.", ("Ann", "attended", "Ousmane and Awa's wedding")),
        ("I danced till four at Ousmane and Awa's wedding.", ("Ousmane", "married_to", "Awa")),
        ("We were at Tom and Petra's wedding on Saturday.", ("Ann", "attended", "Tom and Petra's wedding")),
        ("I read a poem at the funeral.", ("Ann", "attended", "funeral")),
        ("My wife danced at the wedding.", ("Ann's wife", "attended", "wedding")),
    ],
)
def test_who_does_something_at_an_occasion_is_there(read: Reader, text: str, fact: Fact) -> None:
    assert fact in holding(told(read, text))


@pytest.mark.parametrize(
    "text",
    ["I missed you at the party.", "I'll sing at the wedding.", "I didn't sing at the wedding.", "They met at work."],
)
def test_others_are_not(read: Reader, text: str) -> None:
    assert not {predicate for _, predicate, _ in holding(told(read, text))} & {"attended", "married_to"}


@pytest.mark.parametrize(
    ("lines", "fact"),
    [
        (["Ann: I passed my driving test."], ("Ann", "passed", "driving test")),
        (["Ann: PASSED my driving test!! three minors"], ("Ann", "passed", "driving test")),
        (["Ann: I failed the bar exam."], ("Ann", "failed", "bar exam")),
        (["Ann: I flunked chemistry again."], ("Ann", "failed", "chemistry")),
        (["Ann: Uche failed his driving test but Chidi passed."], ("Uche", "failed", "driving test")),
        (["Ann: Uche failed his driving test but Chidi passed."], ("Chidi", "passed", "driving test")),
        (["Ben: How did the exam go?", "Ann: I passed!"], ("Ann", "passed", "exam")),
        (["Ann: Glastonbury was so good last night!"], ("Ann", "attended", "Glastonbury")),
        (["Ann: What a lovely wedding on Saturday!"], ("Ann", "attended", "wedding")),
        (["Ann: Dasha did the marathon in four hours."], ("Dasha", "attended", "marathon")),
        (["Ben: How was the funeral?", "Ann: The church was full."], ("Ann", "attended", "funeral")),
    ],
)
def test_what_came_of_it_is_told(lines: list[str], fact: Fact) -> None:
    assert fact in holds(last(*lines))


@pytest.mark.parametrize(
    "lines",
    [
        ["Ann: I passed the salt to Tom."],
        ["Ann: I passed the church on the way."],
        ["Ann: My brakes failed."],
        ["Ben: How was the wedding?", "Ann: I couldn't go, I was ill."],
        ["Ben: How was the trip?", "Ann: Long."],
    ],
)
def test_nothing_was_passed_failed_or_attended(lines: list[str]) -> None:
    assert not {predicate for _, predicate, _ in holds(last(*lines))} & {"passed", "failed", "attended"}


def test_what_was_not_passed_is_denied() -> None:
    [denied] = [f for f in last("Ann: I didn't pass the exam.") if f.predicate == "passed"]
    assert denied.negated


@pytest.mark.parametrize(
    ("text", "happened"),
    [
        ("Tom moved to Lyon in May, if I remember right.", True),
        ("Ilse and I got married in the snow, if you can believe it.", True),
        ("I would have moved to Lyon if Tom had asked.", False),
        ("I moved out if it got too loud.", False),
        ("I asked if Tom moved to Lyon.", False),
    ],
)
def test_only_a_condition_of_the_same_time_is_one(read: Reader, text: str, happened: bool) -> None:
    found = {predicate for _, predicate, _ in holding(told(read, text))}
    assert bool(found & {"moved_to", "married_to"}) == happened


def test_since_an_event_is_since_its_date() -> None:
    [fact] = [
        f
        for f in last("Ben: How long have you and Bram been together?", "Ann: Since the trip to Texel, May 2016.")
        if f.predicate == "has_partner" and not f.ended
    ]
    assert str(fact.valid_at)[:7] == "2016-05"


def test_same_here_may_say_since_when_or_sadly() -> None:
    assert ("Ann", "is", "vegetarian") in holds(last("Ben: I'm vegetarian.", "Ann: Same here, since 2010."))
    assert ("Ann", "allergic_to", "nuts") in holds(last("Ben: I'm allergic to nuts.", "Ann: Same here, sadly."))


def test_he_is_the_subject_of_the_clause_before() -> None:
    facts = holds(last("Ann: Tom works at Aldi. Karl is older, he's 45."))
    assert ("Karl", "has_age", "45") in facts
    assert ("Tom", "has_age", "45") not in facts


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("Is it true? Giulio got engaged to Carlotta?", None),
        ("It's true! Giulio got engaged to Carlotta.", ("Giulio", "engaged_to", "Carlotta")),
        ("Dee works at the Echo now, did you hear?", ("Dee", "works_at", "Echo")),
    ],
)
def test_what_is_asked_of_others_is_not_told(text: str, fact: Fact | None) -> None:
    found = holds(last(f"Lidia: {text}"))
    assert found == set() if fact is None else fact in found
