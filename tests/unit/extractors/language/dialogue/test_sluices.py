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
