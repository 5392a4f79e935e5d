"""Spelt-out numbers: cardinals, ordinals and years."""

import re
from typing import Final, NamedTuple

from chronomem.extractors.semantic_time.lexicon import ORDINALS, TENS, UNITS_NUMBERS

# Numbers that start a year spoken in two halves; up to fourteen they would be hours ("twelve thirty").
_CENTURY_HALVES: Final = range(15, 21)
WORDS: Final = frozenset(UNITS_NUMBERS) | frozenset(TENS) | frozenset(ORDINALS) | {"hundred", "thousand", "oh"}


class Number(NamedTuple):
    """A number as written; `digits` counts its digits and is 0 for a spelt-out number."""

    value: int
    digits: int


class NumberWords(NamedTuple):
    """The value of a spelt-out number, how many words it takes, and whether it is an ordinal."""

    value: int
    words: int
    ordinal: bool = False


def below_hundred(words: list[str], at: int) -> NumberWords | None:
    """Parse a number up to 99, ordinals included, that starts at a word."""
    if at >= len(words):
        return None
    word = words[at]
    if word in UNITS_NUMBERS:
        return NumberWords(UNITS_NUMBERS[word], 1)
    if word in ORDINALS:
        return NumberWords(ORDINALS[word], 1, ordinal=True)
    if word not in TENS:
        return None
    if at + 1 < len(words):
        following = words[at + 1]
        if 0 < UNITS_NUMBERS.get(following, 99) < 10:
            return NumberWords(TENS[word] + UNITS_NUMBERS[following], 2)
        if ORDINALS.get(following, 99) < 10:
            return NumberWords(TENS[word] + ORDINALS[following], 2, ordinal=True)
    return NumberWords(TENS[word], 1)


def after_and(words: list[str], at: int) -> NumberWords | None:
    """Parse a number up to 99, with or without "and" before it."""
    skipped = 1 if at < len(words) and words[at] == "and" else 0
    found = below_hundred(words, at + skipped)
    return found._replace(words=found.words + skipped) if found else None


def hundreds(words: list[str], at: int) -> NumberWords | None:
    """Parse a number up to 9999, spoken in hundreds, that starts at a word."""
    first = below_hundred(words, at)
    if first is None or first.ordinal or words[at + first.words : at + first.words + 1] != ["hundred"]:
        return first
    used = first.words + 1
    rest = after_and(words, at + used)
    if rest is None:
        return NumberWords(first.value * 100, used)
    return NumberWords(first.value * 100 + rest.value, used + rest.words, rest.ordinal)


def number_named(text: str) -> str | None:
    """Return the number that words name that name nothing else: "forty-two", "ninetieth", but not "four months"."""
    words = re.findall(r"[a-z]+|\d+", re.sub(r"ieth\b", "y", text.lower()))
    number = hundreds(words, 0)
    return f"{number.value}" if number is not None and number.words == len(words) else None


def read_number(words: list[str], at: int) -> NumberWords | None:
    """Parse the longest number that starts at a word: "twenty-first", "two thousand and five", "nineteen ten"."""
    first = hundreds(words, at)
    if first is None or first.ordinal:
        return first
    following = words[at + first.words] if at + first.words < len(words) else ""
    if following == "thousand" and first.value < 10:
        return thousands(words, at, first)
    if first.value in _CENTURY_HALVES:
        return year_in_halves(words, at, first) or first
    return first


def thousands(words: list[str], at: int, first: NumberWords) -> NumberWords:
    """Parse a number that starts with "two thousand"."""
    used = first.words + 1
    skipped = 1 if words[at + used : at + used + 1] == ["and"] else 0
    rest = hundreds(words, at + used + skipped)
    if rest is None:
        return NumberWords(first.value * 1000, used)
    return NumberWords(first.value * 1000 + rest.value, used + skipped + rest.words, rest.ordinal)


def year_in_halves(words: list[str], at: int, first: NumberWords) -> NumberWords | None:
    """Parse a year such as "nineteen eighty-six", "twenty ten" or "nineteen oh one"."""
    following = at + first.words
    if following + 1 < len(words) and words[following] in ("oh", "zero"):
        unit = UNITS_NUMBERS.get(words[following + 1], 99)
        return NumberWords(first.value * 100 + unit, first.words + 2) if 0 < unit < 10 else None
    second = below_hundred(words, following)
    if second is None or second.ordinal or second.value < 10:
        return None
    return NumberWords(first.value * 100 + second.value, first.words + second.words)
