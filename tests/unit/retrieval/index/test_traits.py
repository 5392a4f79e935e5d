"""Traits of a text that its form shows."""

import pytest

from chronomem.retrieval.index.traits import is_first_person, is_question, tells_money, tells_number


@pytest.mark.parametrize("text", ["at 3", "twice a week", "Seven of us"])
def test_a_number_is_told_in_digits_or_in_words(text: str) -> None:
    assert tells_number(text)
    assert not tells_number("a few of them, someone said")


@pytest.mark.parametrize(
    "text", ["it was $40", "only \u00a3 12.50!", "1.200 \u20ac", "30 EUR a month", "forty dollars", "20 quid each"]
)
def test_a_sum_of_money_has_a_currency(text: str) -> None:
    assert tells_money(text)


@pytest.mark.parametrize("text", ["forty of them", "use $HOME and \u20acoin", "the Eurostar at 8"])
def test_a_number_or_a_sign_alone_is_no_sum_of_money(text: str) -> None:
    assert not tells_money(text)


def test_who_says_i_or_my_speaks_of_themselves() -> None:
    assert is_first_person("ive sold it", "english")
    assert is_first_person("That's my bike", "english")
    assert not is_first_person("What is a good bike?", "english")
    assert is_first_person("Was kostet ein Rad?", "german"), "other languages aren't looked into"


def test_an_image_after_a_question_is_none_of_its_words() -> None:
    assert is_question("Where's that? [shared image: a beach]")
    assert is_question("\u597d\u5417\uff1f")
    assert not is_question("Is it? Yes.")
