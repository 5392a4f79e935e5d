"""The words by which a question asks are left out of what it is about."""

import pytest

from chronomem.retrieval.question.asking_words import matter_of


@pytest.mark.parametrize(
    ("question", "matter"),
    [
        ("How many days ago did I buy a smoker?", "did I buy a smoker?"),
        ("How many weeks had passed since I left when I came back?", "since I left when I came back?"),
        ("How many times have I met Alex?", "have I met Alex?"),
        ("Can you remind me of the port that you mentioned?", "of the port that ?"),
        ("I wanted to follow up on our last chat about boats. Which was red?", "boats. Which was red?"),
        ("What is the order of the trips I took, starting from the earliest?", "What is the trips I took, ?"),
        ("Have I ever fixed the lamp?", "fixed the lamp?"),
        ("How long has Ann had the cat?", "How long has Ann had the cat?"),  # the one whom Ann tells asks the same way
    ],
)
def test_what_is_left_is_what_the_question_is_about(question: str, matter: str) -> None:
    assert " ".join(matter_of(question).split()) == matter


def test_words_that_name_a_time_are_left_out_where_others_remain() -> None:
    text = "What did Ann paint in May 2022?"
    start = text.index("in May")
    assert matter_of(text, [(start, len(text) - 1)]).split() == ["What", "did", "Ann", "paint", "?"]
    assert matter_of("May 2022", [(0, 8)]) == "May 2022"
    assert matter_of("How many?") == "How many?"
