"""Plans told by answers: "hiking in Wales" after "any plans for Saturday?", "Crete" after "going anywhere in May?"."""

from collections.abc import Sequence

from chronomem.extractors.language.dialogue.open_question import OpenQuestion
from chronomem.extractors.language.dialogue.replies import Part
from chronomem.extractors.language.dialogue.wording import as_name
from chronomem.extractors.language.dialogue.words import WEEKDAYS, Token, is_noun
from chronomem.extractors.language.frames.occasions import OCCASIONS
from chronomem.extractors.language.lexicon import places

_ANYWHERE = {"anywhere", "somewhere"}
_LONGEST = 4
"""In words, of an occasion."""
_NO_DOINGS = OCCASIONS | {"nothing", "something", "anything", "everything"}
_GOING = {"go", "travel", "fly", "head"}


def planned(question: OpenQuestion, part: Part) -> str | None:
    """Return the plan that an answer tells, as a sentence; None if none was asked for or none is told."""
    when = _asked_when(question)
    if when is None or part.clausal or question.subject not in ("I", "my plans"):
        return None
    if _is_doing(part.words[0]):
        return " ".join(["I am", part.text, *when])
    place = part.text.removeprefix("to ")
    if as_name(place.split(" ")[0]) in places() or (part.words[0].lower == "to" and is_noun(part.words[-1])):
        return " ".join(["I am going to", as_name(place) if place == part.text else place, *when])
    if part.nominal and len(part.words) <= _LONGEST and any(word.lower in OCCASIONS for word in part.words):
        return " ".join(["I have", part.text, *when])
    return None


def _is_doing(word: Token) -> bool:
    """Whether a word tells what somebody does: "hiking", but not "a wedding"."""
    return word.tag == "VBG" or (word.lower.endswith("ing") and word.tag == "NN" and word.lower not in _NO_DOINGS)


def _asked_when(question: OpenQuestion) -> list[str] | None:
    """Return the words for the time about which a question for plans asks; None if it asks for something else."""
    words = question.rest
    lemmas = [word.lemma for word in words]
    if question.kind == "what" and question.subject == "my plans":
        return _on(words)
    if question.kind == "what" and question.auxiliary == "are" and words and words[0].lower == "doing":
        return _on(words[1:]) or None  # not "what are you doing?"
    if question.kind == "what" and [word.lower for word in words[:2]] == ["up", "to"]:
        return _on(words[2:]) or None
    if question.kind != "polar" or question.told:
        return None
    anywhere = next((n for n, word in enumerate(words) if word.lower in _ANYWHERE), None)
    if anywhere is not None and question.auxiliary == "are" and lemmas[0] in _GOING:
        return _on(words[anywhere + 1 :])
    plans = next((n for n, word in enumerate(words) if word.lower == "plans"), None)
    if plans is not None and lemmas[0] == "have":
        return _on(words[plans + 1 :])
    return None


def _on(words: Sequence[Token]) -> list[str]:
    """Return "on Saturday" for "for Saturday"."""
    if words and words[0].lower == "for":
        preposition = "on" if words[-1].lower in WEEKDAYS else "in"
        return [preposition, *(word.text for word in words[1:])]
    return [word.text for word in words]
