"""The parts of a reply as answers: times, counts with names, and whoever does what was asked."""

from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.dialogue.open_question import OpenQuestion
from chronomem.extractors.language.dialogue.replies import Part
from chronomem.extractors.language.dialogue.wording import as_name
from chronomem.extractors.language.dialogue.words import AUXILIARIES, MONTHS, WEEKDAYS, Token, is_noun, noun_phrase
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN

OF_TIME = {"since", "for", "until", "till", "last", "next", "this", "yesterday", "today", "tomorrow", "tonight"}
SEASONS = {"spring", "summer", "autumn", "fall", "winter", "week", "month", "year", "weekend"}
DOES = {"does", "do", "is", "are", "has", "have", "can"}
EXACTLY = ("just", "exactly")
LIKE = {"like": 1, "same": 2}
"""Words that liken somebody to another, "like" and "same as", with how many there are."""
_LONGEST_TIME = 4
"""In words."""
LONGEST = 12
"""In words; a longer part tells a story rather than answer."""


def tells_time(part: Part) -> bool:
    """Whether a part tells a time."""
    words = {word.lower for word in part.words}
    first = part.words[0].lower
    named = bool(words & (MONTHS | WEEKDAYS | SEASONS)) and len(words) <= _LONGEST_TIME
    return named or first in OF_TIME or words == {"one", "day"} or part.words[-1].lower == "ago"


def says_i(part: Part) -> bool:
    """Whether a part is "I do" or "I am"."""
    return len(part.words) == 2 and part.words[0].lower == "i" and part.words[1].lower in AUXILIARIES


def counted(part: Part, noun: str, parts: Sequence[Part]) -> str:
    """Return "two kids, Tamsin and Jude" for "two, Tamsin and Jude"."""
    text = part.text if any(is_noun(word) for word in part.words) else f"{part.text} {noun}"
    named = [p for p in parts[1:2] if not p.clausal and all(is_listed(word) for word in p.words)]
    return f"{text}, {_as_names(named[0])}" if named else text


def named_ones(part: Part, noun: Token) -> str | None:
    """Return "two kids, Mia and Jonas" for the names of those that were asked for; None for other words."""
    names = [word for word in part.words if word.lower not in ("and", "&")]
    if noun.lemma not in RELATION_OF_NOUN or not all(word.tag.startswith("NNP") for word in names):
        return None
    several = len(names) < len(part.words)
    return f"{len(names)} {noun.lemma}s, {part.text}" if several else f"a {noun.lemma}, {part.text}"


def is_listed(word: Token) -> bool:
    return is_noun(word) or word.lower in ("and", "&") or word.tag == "FW"


def _as_names(part: Part) -> str:
    return part.text if any(c.isupper() for c in part.text) else as_name(part.text)


def done_by(question: OpenQuestion, name: str) -> str:
    """Return what was asked of somebody as said of a name."""
    asked = question.about(name)
    verb = asked.rest[0]
    if name == "I" and not question.auxiliary and verb.tag == "VBZ":
        asked = replace(asked, rest=(verb._replace(text=verb.lemma), *asked.rest[1:]))
    return asked.states()


def fits(part: Part) -> bool:
    """Whether a part may take the place of a noun phrase."""
    going_on = part.words[0].lower == "still"  # "has he found a job?" "still looking"
    return part.nominal and not part.attached and not tells_time(part) and not _is_verbal(part) and not going_on


def _is_verbal(part: Part) -> bool:
    return part.words[0].tag in ("VBD", "VBN", "VBG", "VBP", "VB", "MD")


def likened(words: Sequence[Token]) -> Sequence[Token]:
    """Return "my dad" of "just like my dad" and "same as my dad", whatever comes of it; nothing of other words."""
    lower = [word.lower for word in words]
    start = 1 if lower and lower[0] in EXACTLY else 0
    size = LIKE.get(lower[start], 0) if start < len(lower) else 0
    if not size or (size == 2 and lower[start + 1 : start + 2] != ["as"]):
        return ()
    who = words[start + size :]
    kin = len(who) > 1 and who[0].tag == "PRP$" and is_person(who[-1].lemma)
    return who if kin and noun_phrase(who, 0) == len(who) else ()


def is_person(noun: str) -> bool:
    """Whether a noun names a relative, friend or colleague."""
    return RELATION_OF_NOUN.get(noun, "has_pet") != "has_pet"
