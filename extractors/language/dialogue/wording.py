"""Words of a question in the words of the one who answers: "do you" becomes "I", "your sister" becomes "my sister"."""

import re

from chronomem.extractors.language.clauses.rendering import third_person
from chronomem.extractors.semantic_time.numbers import hundreds

_IRREGULAR = """
    be was, become became, begin began, bite bit, break broke, bring brought, build built, buy bought, catch caught,
    choose chose, come came, cost cost, cut cut, do did, draw drew, drink drank, drive drove, eat ate, fall fell,
    feel felt, fight fought, find found, fly flew, forget forgot, get got, give gave, go went, grow grew, have had,
    hear heard, hide hid, hit hit, hold held, hurt hurt, keep kept, know knew, lead led, leave left, lend lent, let let,
    lose lost, make made, mean meant, meet met, pay paid, put put, quit quit, read read, ride rode, ring rang,
    rise rose, run ran, say said, see saw, sell sold, send sent, set set, shut shut, sing sang, sit sat, sleep slept,
    speak spoke, spend spent, split split, stand stood, steal stole, swim swam, take took, teach taught, tell told,
    think thought, throw threw, understand understood, wake woke, wear wore, win won, write wrote
"""
PAST = dict(pair.split() for pair in _IRREGULAR.split(","))
"""The past of irregular verbs."""
_AGREEING = {"are": "am", "'re": "am", "were": "was"}
_ASKED = {"you": "I", "u": "I", "ya": "I", "your": "my", "ur": "my", "yours": "mine", "yourself": "myself"}
_VOWELS = "aeiou"
_SMALL = {"of", "the", "in", "on", "and", "de", "la", "el", "al", "di", "da", "van", "von", "a", "at", "near", "side"}


def answered_words(words: list[str], asker: str, *, subject: bool = False) -> list[str]:
    """Return the words of a question as the one who answers would say them.

    Args:
        subject: whether they are the subject, so that "you" becomes "I" and not "me".
    """
    said: list[str] = []
    for word in words:
        lower = word.lower()
        if subject and said == ["I"] and lower not in ("and", "or"):
            continue  # "you two"
        if lower in ("you", "u", "ya"):
            said.append("I" if subject else "me")
        elif lower in _ASKED:
            said.append(_ASKED[lower])
        elif lower in ("i", "me", "im"):
            said.append(asker)
        elif lower == "my":
            said.append(f"{asker}'s")
        else:
            said.append(word)
    return said


def agreeing(auxiliary: str, subject: str) -> str:
    """Return an auxiliary in the form that fits a subject: "are you" becomes "I am"."""
    full = {"'s": "is", "'re": "are", "'m": "am", "s": "is", "r": "are"}.get(auxiliary, auxiliary)
    if subject == "I":
        return _AGREEING.get(full, full)
    return full


def finite(verb: str, auxiliary: str, subject: str) -> str:
    """Return the verb of a statement for the base form of a question with "do": "does she live" becomes "lives"."""
    if auxiliary == "did":
        return past(verb)
    plural = subject.lower() in ("i", "we", "they", "you")
    return third_person(verb) if auxiliary == "does" and not plural else verb


def past(verb: str) -> str:
    """Return the past of a verb's base form."""
    lower = verb.lower()
    if lower in PAST:
        return PAST[lower]
    if lower.endswith("e"):
        return f"{lower}d"
    if lower.endswith("y") and lower[-2:-1] not in _VOWELS:
        return f"{lower[:-1]}ied"
    if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", lower):
        return f"{lower}{lower[-1]}ed"
    return f"{lower}ed"


def as_name(text: str) -> str:
    """Return words in title case if nobody wrote a capital in them: "pune" names a place."""
    if any(c.isupper() for c in text):
        return text
    return " ".join(word if word in _SMALL else word.capitalize() for word in text.split())


def digits(text: str) -> str | None:
    """Return the number that words name: "six", "34"."""
    words = re.findall(r"[a-z]+|\d+", text.lower())
    if not words:
        return None
    first: str = words[0]
    if first.isdecimal():
        return first
    number = hundreds(words, 0)
    if number is None or number.ordinal:
        return None
    return f"{number.value}"


def joined(words: list[str]) -> str:
    """Return words as text."""
    text = " ".join(word for word in words if word).replace(" - ", "-")
    return re.sub(r" (n't|'s|'re|'m|'ll|'ve|'d|[,.;:!?])", r"\1", text)
