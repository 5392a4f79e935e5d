"""Decide whether a sentence looks back or ahead."""

import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from chronomem.extractors.semantic_time.lexicon import words
from chronomem.extractors.semantic_time.settings import Prefer


class Tense(NamedTuple):
    """The character offset of a verb, and the tense that its form or auxiliary shows."""

    offset: int
    looks: Literal["past", "future"]


# Past forms that don't end in -ed and are not also the present of another verb.
_IRREGULAR: Final = words(
    "was were had did went came saw took got made met left gave found told felt kept held began brought"
    " bought thought wrote spoke drove ate drank slept woke flew grew knew lost won paid sold sent spent"
    " stood ran sat sang swam fell broke chose forgot caught taught built heard led wore became happened"
    " been gone seen done taken given written said moved visited"
)
_FUTURE: Final = (
    r"will|won't|shall|'ll|going\ to|gonna|gotta|plan(?:s|ning)?\ (?:to|on|for)|hope\ to|hoping\ to"
    r"|want(?:s)?\ to|need(?:s)?\ to|looking\ forward|about\ to|let'?s|please|remind|schedule|book|meet\ me"
    r"|can't\ wait|intend(?:s)?\ to|expect(?:s|ing)?\ to|would\ like|i'd\ like|see\ you"
    r"|(?:starts|begins|opens|closes|departs|arrives|leaves|lands|flies|moves|returns|graduates|retires"
    r"|finishes|joins|ends|expires|runs\ out|(?:gets|comes)\ (?:back|home))"
    r"|(?:i|we|they|you)\ (?:start|begin|leave|fly|move|arrive|return|graduate|retire|finish|join|land|depart"
    r"|(?:get|come)\ (?:back|home))"
    # with the subject left out: "graduating in June", "yep, moving in May"
    r"|(?:(?<!.)|(?<=[.,!?;:)]\ )|(?<=yeah\ )|(?<=yep\ )|(?<=and\ )|(?<=so\ )|(?<=just\ ))"
    r"(?:starting|beginning|leaving|flying|moving|arriving|returning|graduating|retiring|finishing|joining|landing"
    r"|going|coming|heading)\b(?![^.!?\n]*\b(?:was|were|is|are|has|had)\b)"
    r"|(?:'m|am|'re|are)\ (?:away|off)|need\ (?:it|this)\ by"
    r"|(?:is|are|'s)\ (?:on|due|in\ (?=(?:january|february|march|april|may|june|july|august|september|october"
    r"|november|december)\b))"
    r"|(?:am|is|are|'m|'re|(?<=he)'s|(?<=it)'s)\ (?:\w+ing)\b(?!\ (?:for|since))"
)
# "To be closed" lies ahead, so a participle after "be" says nothing by itself.
_CUES: Final = re.compile(
    rf"\b(?<!\bbe )(?P<past>(?:{'|'.join(_IRREGULAR)})"
    r"|ha(?:ve|s)n['\u2019]?t"
    r"|[a-z]{2,14}(?<!ne)(?<!se)(?<!xc)(?<!spe)(?<!fe)ed|(?:used\ to))\b"
    rf"|(?P<future>(?:\b|(?<=\w)(?='))(?:{_FUTURE}))\b",
    re.IGNORECASE,
)
_SENTENCE_END: Final = re.compile(r"[.!?\n]+\s")


def cues(text: str) -> list[Tense]:
    """Return the words of a text that show a tense."""
    return [Tense(match.start(), "past" if match["past"] else "future") for match in _CUES.finditer(text)]


def direction(text: str, prefer: Prefer, tenses: Sequence[Tense] | None = None) -> Callable[[int], bool | None]:
    """Return a function that tells, for an offset in the text, whether the past comes first; None is undecided.

    The nearest verb of the sentence decides; in a question about the past ("did", "when was"), that is the auxiliary.
    """
    if prefer != "auto":
        return lambda _offset: prefer == "past"
    known: list[Tense] = []
    ends: list[int] = []

    def prefers_past(offset: int) -> bool | None:
        if not ends:  # computed once, and only on demand
            known.extend(sorted(tenses) if tenses is not None else cues(text))
            ends.extend([0, *(match.end() for match in _SENTENCE_END.finditer(text)), len(text) + 1])
        sentence = bisect_right(ends, offset)
        place = bisect_right(known, (offset, "z"))
        before = known[place - 1] if place and known[place - 1].offset >= ends[sentence - 1] else None
        after = known[place] if place < len(known) and known[place].offset < ends[sentence] else None
        if before is None or after is None:
            nearest = before or after
        else:  # with verbs on both sides, the one before the time is the closer in meaning
            nearest = before if offset - before.offset <= after.offset - offset + 40 else after
        return nearest.looks == "past" if nearest else None

    return prefers_past
