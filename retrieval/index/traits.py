"""Traits of a text that its form shows: whether it tells a number or a sum of money, speaks of its speaker, or asks."""

import re

from chronomem.retrieval.index.function_words import ENGLISH

_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|once|twice|couple|dozens?|several|"
    r"hundreds?|thousands?|half)\b",
    re.IGNORECASE,
)
_MONEY = re.compile(
    r"[$\u20ac\u00a3\u00a5]\s?\d|\d\s?[$\u20ac\u00a3\u00a5]"
    r"|\b(?:dollars?|euros?|pounds|bucks|quid|cents|francs|rupees|usd|eur|gbp|chf|inr)\b",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:i|im|ive|me|my|mine|myself|we|us|our|ours)\b", re.IGNORECASE)
_QUESTION_MARKS = ("?", "\N{FULLWIDTH QUESTION MARK}", "\N{ARABIC QUESTION MARK}")
_IMAGE = re.compile(r"\[shared image:[^\]]*\]?")
"""The text that importers put in place of an image; these aren't the speaker's words."""


def tells_number(text: str) -> bool:
    """Whether a text contains a number, in digits or in English words."""
    return _NUMBER.search(text) is not None


def tells_money(text: str) -> bool:
    """Whether a text contains a sum of money, with the sign, the code or the English name of its currency."""
    return _MONEY.search(text) is not None


def is_first_person(text: str, language: str) -> bool:
    """Whether a text speaks of its speaker; for languages other than English, that is taken for granted."""
    return language != ENGLISH or _FIRST_PERSON.search(text) is not None


def is_question(text: str) -> bool:
    """Whether a text ends with a question."""
    return _IMAGE.sub("", text).rstrip().endswith(_QUESTION_MARKS)
