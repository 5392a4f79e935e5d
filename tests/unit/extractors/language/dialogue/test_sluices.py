"""Questions of one word about the statement before them, and what their answers add to it."""

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import holds, last


@pytest.mark.parametrize(
    ("said", "asked", "answer", "fact"),
    [
        ("I'm moving!!", "where?", "Ghent", ("Ann", "plans", "move to Ghent")),
        ("got a new job", "omg where?", "Bosch", ("Ann", "works_at", "Bosch")),
        ("I moved in with somebody", "who?", "my cousin Kim", ("Ann", "lives_with", "Kim")),
        ("I'm engaged", "to who?", "Oli!", ("Ann", "engaged_to", "Oli")),
    ],
)
def test_the_answer_completes_the_statement(said: str, asked: str, answer: str, fact: tuple[str, str, str]) -> None:
    assert fact in holds(last(f"Ann: {said}", f"Ben: {asked}", f"Ann: {answer}"))


def test_a_couple_that_parted_is_told_by_its_names() -> None:
    facts = last("Ann: we broke up", "Ben: who?", "Ann: me and Raj")
    assert ("Ann", "has_partner", "Raj", True) in {(f.subject, f.predicate, f.object, f.ended) for f in facts}


@pytest.mark.parametrize("answer", ["guess", "sorry, got to go", "no idea"])
def test_what_answers_nothing_completes_nothing(answer: str) -> None:
    assert not {predicate for _, predicate, _ in holds(last("Ann: I'm moving!!", "Ben: where?", f"Ann: {answer}"))} & {
        "plans",
        "lives_in",
    }


@pytest.mark.parametrize(
    ("said", "asked", "answer", "facts"),
    [
        (
            "my daughters Una and Ida both moved abroad",
            "where to?",
            "Una to Norway, Ida to Spain",
            {("Una", "moved_to", "Norway"), ("Ida", "moved_to", "Spain")},
        ),
        (
            "the boys are moving out",
            "where?",
            "Paul to Cork and Marc to Sligo",
            {("Paul", "plans", "move out to Cork"), ("Marc", "plans", "move out to Sligo")},
        ),
    ],
)
def test_several_are_told_of_one_by_one(said: str, asked: str, answer: str, facts: set[tuple[str, str, str]]) -> None:
    assert facts <= holds(last(f"Ann: {said}", f"Ben: {asked}", f"Ann: {answer}"))


def test_whom_a_statement_is_not_about_takes_nothing_from_it() -> None:
    facts = holds(last("Ann: I saw Eva and Tom", "Ben: where?", "Ann: Eva in Leeds, Tom in York"))
    assert not {predicate for _, predicate, _ in facts} & {"met", "see", "saw"}


@pytest.mark.parametrize(
    ("asked", "answer"),
    [("as what?", "crane operator"), ("doing what?", "as a pilot"), ("doing what", "a cook")],
)
def test_what_somebody_works_as(asked: str, answer: str) -> None:
    role = answer.removeprefix("as ").removeprefix("a ")
    assert ("Omar", "works_as", role) in holds(
        last("Ann: Omar works at the harbour", f"Ben: {asked}", f"Ann: {answer}")
    )


@pytest.mark.parametrize("answer", ["in the canteen", "as always, nothing", "filing"])
def test_what_is_no_occupation_is_none(answer: str) -> None:
    facts = holds(last("Ann: Omar works at the harbour", "Ben: doing what?", f"Ann: {answer}"))
    assert "works_as" not in {predicate for _, predicate, _ in facts}
