"""The words of a sentence that a correction replaces: those of the same kind, or as definite, or spelt alike."""

from collections.abc import Sequence

from rapidfuzz import fuzz

from chronomem.extractors.language.dialogue.wording import digits
from chronomem.extractors.language.dialogue.words import (
    MONTHS,
    ORDINAL,
    WEEKDAYS,
    Token,
    is_name,
    is_noun,
    is_several,
    last_phrase,
    noun_phrase,
)
from chronomem.extractors.language.frames.occupations import is_occupation
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, is_first_name, is_place

_DAYS = WEEKDAYS | {"today", "tomorrow", "yesterday", "tonight"}
_OF_ONE_THING = {"study", "learn", "teach", "play", "drive", "ride"}
"""Verbs with an object of which one is told at a time, so that another noun stands in its place."""
_COUNTED_FROM_NOW = {"next", "last", "this"}
_PERIODS = WEEKDAYS | MONTHS | {"week", "weekend", "month", "year", "spring", "summer", "autumn", "fall", "winter"}
_IN_DATES = {"month", "number", "ordinal"}
_CLOSED = ("IN", "TO", "DT", "PRP", "CC", "MD")
"""Tags of words that nobody puts right with an asterisk: "*Faro" stands for no "from"."""
_ALIKE = 55.0
"""Least similarity, of 100, of a word after an asterisk to the misspelt one."""


def place_of(words: Sequence[Token], wrong: Sequence[Token]) -> tuple[int, int] | None:
    """Return where a sentence holds the wrong words."""
    looked = [word.lower for word in wrong]
    size = len(looked)
    if not size:
        return None
    lower = [word.lower for word in words]
    return next(((n, n + size) for n in range(len(lower) - size, -1, -1) if lower[n : n + size] == looked), None)


def counterpart(words: Sequence[Token], right: Sequence[Token], *, starred: bool = False) -> tuple[int, int] | None:
    """Return the last words of a sentence that are of the same kind as those that replace them.

    A misspelt name is replaced by the one that is most alike; a name of several words replaces a whole name.
    """
    if starred and len(right) == 1 and (misspelt := _misspelt(words, right[0])) is not None:
        return misspelt, misspelt + 1
    if _dates(right) == [(0, len(right))]:
        day = next(((n, n + 1) for n in range(len(words) - 1, -1, -1) if kind_of(words[n]) == "ordinal"), None)
        return next(reversed(_dates(words)), day)
    if len(right) == 2 and _is_period(right):  # "next month", for "next week"
        return next(((n, n + 2) for n in range(len(words) - 2, -1, -1) if _is_period(words[n : n + 2])), None)
    if len(right) == 2 and kind_of(right[0]) == "number":  # "two cats, I mean three cats"
        counted = [n for n in range(1, len(words)) if words[n].lemma == right[1].lemma]
        return (counted[-1] - 1, counted[-1] + 1) if counted and kind_of(words[counted[-1] - 1]) == "number" else None
    kind = kind_of(right[0]) if len(right) == 1 else kind_of(right[-1])
    if not kind:
        return _done(words) if len(right) == 1 and is_noun(right[0]) else None
    found = [n for n, word in enumerate(words) if kind_of(word) == kind]
    if kind == "ordinal" and not found:  # "on 3 June", "I meant the 5th"
        found = [n for first, last in _dates(words) for n in range(first, last) if kind_of(words[n]) == "number"]
    if not found:
        return None
    if kind == "name":
        if is_place(right[0].text) and not is_first_name(right[0].text):
            found = [n for n in found if is_place(words[n].text)] or found
        elif any(word.lemma in RELATION_OF_NOUN for word in right):  # "aunt Simone" is no town
            found = [n for n in found if is_first_name(words[n].text) or not is_place(words[n].text)]
            if not found:
                return None
        elif not is_first_name(right[0].text):  # "Siemens" of "Elif is at Siemens in Stuttgart", for "Bosch"
            others = [n for n in found if not (is_first_name(words[n].text) or is_place(words[n].text))]
            found = others or found
        likeness = {n: fuzz.ratio(words[n].lower, right[0].lower) for n in found}
        best = max(found, key=lambda n: (likeness[n], n))
        if likeness[best] == 100 and len(right) == 1:
            return None
        n = best if likeness[best] >= _ALIKE else found[-1]
        start = n
        while start and kind_of(words[start - 1]) == "name":
            start -= 1
        if likeness[best] == 100:  # "Eva Lund" for "Eva Berg"
            return (n, n + len(right)) if n + len(right) - 1 in found else None
        return (n, n + 1) if likeness[best] >= _ALIKE else (start, n + 1)
    return found[-1], found[-1] + 1


def as_definite(words: Sequence[Token], right: Sequence[Token]) -> tuple[int, int] | None:
    """Return the noun phrase at the end of a sentence that is as definite as what replaces it: "the mill"."""
    while words and not any(c.isalnum() for c in words[-1].text):
        words = words[:-1]
    found = last_phrase(words)
    if found is None or found[1] < len(words) or noun_phrase(right, 0) < len(right):
        return None
    start, end = found[0], noun_phrase(words, found[0])  # "moved into the annex last week"
    alike = end > start and words[start].lower == right[0].lower == "the"  # not "a van" … "sorry, a nightmare"
    return (start + 1, end) if alike and is_several(words[start:end]) == is_several(right) else None


def bare_phrase(words: Sequence[Token]) -> list[Token]:
    """Return a phrase without its article and preposition."""
    kept = list(words)
    while kept and (kept[0].tag in ("DT", "IN", "TO", "CC", "RB", "UH")):
        kept.pop(0)
    return kept


def kind_of(word: Token) -> str:
    """Return the kind of thing that a word names: a day, a number, a name, an animal, relative or occupation; or ""."""
    lower = word.lower
    if lower in _DAYS:
        return "day"
    if lower in MONTHS and ((word.tag.startswith("N") and lower != "may") or word.text[0].isupper()):
        return "month"
    if ORDINAL.fullmatch(lower):
        return "ordinal"
    if lower.isdecimal() or (digits(lower) is not None and (word.tag == "CD" or lower != "one")):
        return "number"
    if word.tag == "NN" and word.lemma in RELATION_OF_NOUN:
        return RELATION_OF_NOUN[word.lemma]
    if word.tag == "NN" and is_occupation(word.lemma):
        return "occupation"
    return "name" if is_name(word.text, word.tag) else ""


def _is_period(words: Sequence[Token]) -> bool:
    """Whether two words are a period counted from now: "next week", "last month"."""
    return words[0].lower in _COUNTED_FROM_NOW and words[1].lower in _PERIODS


def _done(words: Sequence[Token]) -> tuple[int, int] | None:
    """Return the noun after a verb for something of which one is told at a time: "law" of "she studies law"."""
    for n, word in enumerate(words[:-1]):
        at = n + 2 if words[n + 1].tag == "DT" else n + 1
        if word.lemma in _OF_ONE_THING and word.tag.startswith("V") and at < len(words) and words[at].tag == "NN":
            return at, at + 1
    return None


def _misspelt(words: Sequence[Token], right: Token) -> int | None:
    """Return the word that is most like its right spelling, if it is alike enough."""
    likeness = [
        fuzz.ratio(word.lower, right.lower) if word.text.isalpha() and not word.tag.startswith(_CLOSED) else 0.0
        for word in words
    ]
    best = max(range(len(words)), key=likeness.__getitem__)
    return best if _ALIKE <= likeness[best] < 100 else None


def _dates(words: Sequence[Token]) -> list[tuple[int, int]]:
    """Return the half-open ranges of words that are a month with a day: "4 May", "the 3rd of June"."""
    found: list[tuple[int, int]] = []
    start = 0
    for n in range(len(words) + 1):
        if n < len(words) and kind_of(words[n]) in _IN_DATES:
            continue
        if len({kind_of(word) for word in words[start:n]}) > 1 and any(kind_of(w) == "month" for w in words[start:n]):
            found.append((start, n))
        joined = n < len(words) and words[n].lower == "of" and n > start and kind_of(words[n - 1]) in _IN_DATES
        start = start if joined else n + 1
    return found
