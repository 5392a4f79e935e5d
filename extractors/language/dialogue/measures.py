"""Answers that are numbers: how long something has gone on, how much it measures, the year somebody is from."""

from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.dialogue.answer_parts import SEASONS, tells_time
from chronomem.extractors.language.dialogue.open_question import OpenQuestion
from chronomem.extractors.language.dialogue.replies import Filled, Part
from chronomem.extractors.language.dialogue.wording import digits
from chronomem.extractors.language.dialogue.words import MONTHS, WEEKDAYS

_ABOUT = {"about", "around", "almost", "nearly", "over", "roughly", "just", "maybe", "like", "only", "well", "already"}
_OF_THIS_CENTURY = 30
"""Two digits below it stand for a year of the 2000s: more people who chat are under 27 than over 97."""


def length_told(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    """Return what "four years" or "since May" tells after "how long have you been there?"; None if it tells nothing."""
    first = _unqualified(parts[0])
    if question.auxiliary not in ("have", "has", "'ve", "'s"):
        return None
    dated = first.words[0].lower == "since" and not _is_dated(first)
    day = next((part for part in parts[1:2] if dated and _is_dated(part) and tells_time(part)), None)
    if day is not None:  # "since the school trip to Texel, May 2016"
        return [question.states(f"since {day.text}")], [parts[0], day]
    if first.words[0].lower in ("since", "for"):
        return [question.states(first.text)], [parts[0]]
    if digits(first.text) is None and first.words[0].lower not in ("a", "an"):
        return None
    return [question.states(f"for {first.text}")], [parts[0]]


def _unqualified(part: Part) -> Part:
    """Return "five years" of "just over five years"."""
    at = next((n for n, word in enumerate(part.words[:-1]) if word.lower not in _ABOUT), 0)
    return replace(part, words=part.words[at:])


def _is_dated(part: Part) -> bool:
    words = {word.lower for word in part.words}
    return not words.isdisjoint(MONTHS | WEEKDAYS | SEASONS) or any(len(w) == 4 and w.isdecimal() for w in words)


def measure_told(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    """Return what a part with a figure tells after "how tall are you?"; None without one."""
    if not any(c.isdecimal() for c in parts[0].text):
        return None
    return [question.states(f"{parts[0].text} {question.noun}")], [parts[0]]


def year_of_birth(question: OpenQuestion, part: Part) -> str:
    """Return "I was born in 1988" for "88" after "what year are you from?"; "" for another question or answer."""
    year = digits(part.text)
    asked = question.auxiliary in ("are", "is", "was", "were", "'re", "'s")
    if year is None or not asked or any(word.lower not in ("born", "from", "in") for word in question.rest):
        return ""
    if len(year) == 2:
        year = f"{20 if int(year) < _OF_THIS_CENTURY else 19}{year}"
    return f"{question.subject} was born in {year}" if len(year) == 4 else ""
