"""Sentences that name a day beside what happened then, restated with the day in its usual place.

Such are "2015 was the year I moved to Ghent", "I hadn't seen snow until last winter" and "I haven't been to church
since 2011".
"""

from collections.abc import Iterator, Sequence

from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.dialogue.shortened import stating
from chronomem.extractors.language.dialogue.wording import joined
from chronomem.extractors.language.dialogue.words import MONTHS, Token
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import NEGATIONS

_BEING = {"is", "was", "'s"}
_SPANS = {"day", "year", "month", "week", "summer", "winter", "spring", "autumn", "weekend", "night"}
_SUBJECTS = {"i", "we", "he", "she", "they"}
_RELATIVE_DAYS = {"last", "next", "this", "yesterday", "today", "tomorrow"}
_LONGEST_TIME = 5
"""In words, of a day."""
_LONGEST_SUBJECT = 4


def on_days(now: ParsedTurn) -> Iterator[Shared]:
    """Yield "I moved to Ghent in 2015", "I did see snow last winter", "I went to church in 2011"."""
    for words in stating(now):
        text = _on_the_day(words) or _from_then_on(words) or _last_time(words)
        if text is not None:
            yield text, (now.tree.starts[words[0].at], now.tree.end(words[-1].at))


def _on_the_day(words: Sequence[Token]) -> str | None:
    """Return the clause of "Halloween was when we got our cat", "2015 was the year that I moved to Ghent"."""
    be = next((n for n, word in enumerate(words[: _LONGEST_TIME + 1]) if word.lower in _BEING), 0)
    day = _day(words[:be])
    rest = words[be + 1 :]
    if day is None or len(rest) < 3:
        return None
    if rest[0].lower == "when":
        rest = rest[1:]
    elif rest[0].lower == "the" and rest[1].lower in _SPANS:
        rest = rest[3:] if rest[2].lower in ("that", "when") else rest[2:]
    else:
        return None
    ends = next((n for n, word in enumerate(rest) if word.text in (",", ";", ".")), len(rest))
    return joined([*(word.text for word in rest[:ends]), *day]) if _subject(rest) else None


def _from_then_on(words: Sequence[Token]) -> str | None:
    """Return what happened at last: "I did see snow last winter" for "I hadn't seen snow until last winter"."""
    who = _subject(words)
    until = next((n for n, word in enumerate(words) if word.lower in ("until", "till")), 0)
    if not who or until < who + 3 or words[who].lower not in ("had", "did") or words[who + 1].lower not in NEGATIONS:
        return None
    day, said = _day(words[until + 1 :]), words[who + 2 : until]
    if day is None or any(word.text == "," or word.lower in ("anything", "any", "much") for word in said):
        return None
    done = [said[0].lemma, *(word.text for word in said[1:])]
    return joined([*(word.text for word in words[:who]), "did", *done, *day])


def _last_time(words: Sequence[Token]) -> str | None:
    """Return the last visit: "I went to church in 2011" for "I haven't been to church since 2011"."""
    who = _subject(words)
    since = next((n for n, word in enumerate(words) if word.lower == "since"), 0)
    if not who or since < who + 5 or words[who].lower not in ("have", "has", "'ve", "'s"):
        return None
    if words[who + 1].lower not in NEGATIONS or words[who + 2].lower != "been":
        return None
    to = who + 3 + (words[who + 3].lower == "back")
    day = _day(words[since + 1 :])
    if day is None or words[to].lower != "to" or to + 1 >= since:
        return None
    return joined([*(word.text for word in words[:who]), "went", *(word.text for word in words[to:since]), *day])


def _subject(words: Sequence[Token]) -> int:
    """Return where the subject at the beginning ends, if it is a person; 0 if there is none."""
    if not words:
        return 0
    if words[0].lower in _SUBJECTS:
        return 1
    end = 2 if words[0].tag == "PRP$" and len(words) > 1 and words[1].lower in RELATION_OF_NOUN else 0
    while end < min(len(words), _LONGEST_SUBJECT) and words[end].tag.startswith("NNP"):
        end += 1
    return end


def _day(words: Sequence[Token]) -> list[str] | None:
    """Return a day or year with its preposition: "in 2015", "on Halloween", "last Friday"; None if it is no time."""
    said = [word.text for word in words]
    while said and not said[-1][0].isalnum():
        said.pop()
    if not said or len(said) > _LONGEST_TIME or any(word.tag.startswith(("VB", "MD", "PRP")) for word in words):
        return None
    first, last = words[0].lower, said[-1].lower()
    if first in _RELATIVE_DAYS or first in ("in", "on", "at"):
        return said
    year = last.isdecimal() and len(last) == 4
    if len(said) == 1 and (year or first in MONTHS):
        return ["in", *said]
    if len(said) == 2 and first in MONTHS and year:
        return ["in", *said]
    counted = words[0].tag in ("CD", "JJ", "NN") and words[0].text[0].isdecimal()
    dated = first == "the" and len(said) > 1 and said[1][0].isdecimal()
    return ["on", *said] if words[0].tag.startswith("NNP") or counted or dated else None
