"""Answers that are numbers: how long something has gone on, how much it measures, the year somebody is from."""

from collections.abc import Sequence

from chronomem.extractors.language.dialogue.questions import OpenQuestion
from chronomem.extractors.language.dialogue.replies import Filled, Part
from chronomem.extractors.language.dialogue.wording import digits


def length_told(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    first = parts[0]
    if question.auxiliary not in ("have", "has", "'ve", "'s"):
        return None
    if first.words[0].lower in ("since", "for"):
        return [question.states(first.text)], [first]
    if digits(first.text) is None and first.words[0].lower not in ("a", "an"):
        return None
    return [question.states(f"for {first.text}")], [first]


def measure_told(question: OpenQuestion, parts: Sequence[Part]) -> Filled | None:
    if not any(c.isdecimal() for c in parts[0].text):
        return None
    return [question.states(f"{parts[0].text} {question.noun}")], [parts[0]]


def year_of_birth(question: OpenQuestion, part: Part) -> str:
    """Return "I was born in 1988" for "88" after "what year are you from?"; "" for another question or answer."""
    year = digits(part.text)
    asked = question.auxiliary in ("are", "is", "was", "were", "'re", "'s")
    if year is None or not asked or any(word.lower not in ("born", "from", "in") for word in question.rest):
        return ""
    whole = {2: "19", 4: ""}.get(len(year))
    return "" if whole is None else f"{question.subject} was born in {whole}{year}"
