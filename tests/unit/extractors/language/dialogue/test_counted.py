"""Who and how many somebody has who tells it after, and what they did when asked back."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("text", "things"),
    [
        ("we've got ducks now! Eight of them", {"eight ducks"}),
        ("I keep hens, six of them", {"six hens"}),
        ("I'm down to three sheep now", {"three sheep"}),
        ("I got two kittens today. Pip and Squeak", {"two kittens", "Pip", "Squeak"}),
        ("we adopted two rats, Bela and Mango", {"Bela", "Mango"}),
    ],
)
def test_animals_are_counted_and_named_after_they_are_told(text: str, things: set[str]) -> None:
    found = {thing for _, predicate, thing in holds(last(f"Ann: {text}")) if predicate == "has_pet"}
    assert things <= found


@pytest.mark.parametrize(
    "text",
    [
        "I'm down to three days a week",
        "we're down to two options",
        "the neighbours have goats, ten of them",
        "I have two meetings. Monday and Friday",
    ],
)
def test_other_numbers_count_no_animals(text: str) -> None:
    assert not {f for f in holds(last(f"Ann: {text}")) if f[1] in ("has_pet", "has_child")}


def test_names_that_are_asked_for_are_of_those_who_were_counted() -> None:
    told = holds(last("Ann: we have two dogs", "Ben: what are they called?", "Ann: Bruno and Tess. rescue dogs"))
    assert {("Ann", "has_pet", "Bruno"), ("Ann", "has_pet", "Tess")} <= told
    told = holds(last("Ann: I know two men", "Ben: names?", "Ann: Tom and Jerry"))
    assert not {f for f in told if f[1] in ("has_pet", "has_child")}


@pytest.mark.parametrize(
    ("said", "asked", "fact"),
    [
        ("I PASSED!!!", "the bar exam??", ("Ann", "attended", "bar exam")),
        ("SOLD!!", "the flat??", ("Ann", "sold", "flat")),
        ("finally sold it", "your boat?", ("Ann", "sold", "boat")),
    ],
)
def test_what_was_done_is_asked_back(said: str, asked: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ann: {said}", f"Ben: {asked}", "Ann: yes!!"))
    assert fact not in holds(last(f"Ann: {said}", f"Ben: {asked}", "Ann: no"))


def test_what_another_did_is_nothing_that_the_speaker_did() -> None:
    assert not holds(last("Ann: he passed", "Ben: the bar exam?", "Ann: yes"))


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("we all volunteer at the food bank, me, Leo and Ida", {("Leo", "volunteers_at"), ("Ida", "volunteers_at")}),
        ("We're learning Welsh, my sister and me", {("Ann's sister", "studies"), ("Ann", "studies")}),
    ],
)
def test_we_are_those_who_are_named_last(text: str, facts: set[tuple[str, str]]) -> None:
    assert facts <= {f[:2] for f in holds(last(f"Ann: {text}"))}


def test_those_who_are_met_are_not_us() -> None:
    assert {subject for subject, _, _ in holds(last("Ann: we met Leo, Ida and Tom"))} == {"Ann"}


def test_a_list_of_answers_may_have_a_comma_before_and() -> None:
    told = holds(last("Ben: Which languages do you speak?", "Ann: English, Polish, and Danish from my mother"))
    assert {("Ann", "speaks", each) for each in ("English", "Polish", "Danish")} <= told


def test_whoever_bought_himself_something_is_another() -> None:
    assert not {f for f in holds(last("Ann: guess who bought himself a motorbike")) if f[1] in ("bought", "owns")}
    assert ("Ann", "bought", "motorbike") in holds(last("Ann: guess who bought a motorbike"))


@pytest.mark.parametrize(
    ("told", "who"),
    [
        ("Tamar had the twins last night!! Two girls.", "Tamar"),
        ("My sister gave birth. A boy and a girl!!", "Ann's sister"),
        ("we had twins!", "Ann"),
    ],
)
def test_names_are_those_of_the_children_of_whom_it_was_told(told: str, who: str) -> None:
    facts = holds(last(f"Ann: {told}", "Ben: What are they called?", "Ann: Mia and Jonas"))
    assert {(who, "has_child", "Mia"), (who, "has_child", "Jonas")} <= facts


def test_a_number_that_answers_a_question_about_another_is_theirs() -> None:
    facts = holds(last("Ben: what does Madame Roussel have?", "Ann: Two canaries."))
    assert ("Madame Roussel", "has_pet", "two canaries") in facts
    assert "Ann" not in {subject for subject, _, _ in facts}
