"""Who is spoken to: a name after a comma at the end of a clause, or at the end of what two people write each other.

"I'm majoring in econ, Zoe!" says nothing about Zoe, and "econ, Zoe" is no list. The name becomes a sentence of its own.
"""

import re
from collections.abc import Sequence

from chronomem.extractors.language.readable.offsets import TextEdits

_NOT_BEFORE = {
    "and", "or", "with", "to", "for", "of", "from", "about", "like", "than", "is", "was", "am", "are", "i'm", "it's",
    "be", "my", "your", "our", "his", "her", "the", "a", "this", "that's", "love", "miss", "met", "meet", "called",
    "named", "n", "tell", "told", "ask", "asked", "at", "by", "hi", "hey", "hello", "thanks", "thank", "dear", "bye",
    "as", "in", "on", "me", "not", "but", "just", "even", "only", "name's", "congrats", "saw", "see", "know", "knows",
    "morning", "night", "hate", "believe", "blame", "poor", "little", "big", "old", "young", "aunt", "uncle", "mr",
    "mrs", "ms", "dr", "brother", "sister", "friend", "son", "daughter", "husband", "wife", "cousin", "boss", "says",
    "said", "vs", "&",
}  # fmt: skip
"""Words before a name that is not spoken to."""


_PAL = re.compile(
    r"(?<![\w'])(?P<said>(?:yeah|yep|yes|yea|nah|no|nope|ok|okay|alright|sorry|cheers|thanks|hey|hi|oi|aye|congrats|lol|haha"
    r"|wow|omg|oh),? (?:mate|bro|bruv|dude|man|pal|buddy|lads?|guys|hun|hon|babe))[ \t]+"
    r"(?!is\b|was\b|and\b|who\b|from\b|called\b|of\b|in\b|ever\b|should\b|would\b|could\b|will\b|has\b|wants?\b)(?=[\w'])",
    re.IGNORECASE,
)
"""An interjection to a friend, after which a statement begins: "nah mate | can't swim"."""


def set_apart(edits: TextEdits, others: Sequence[str]) -> None:
    """Set apart the names of the people that the speaker talks to.

    Args:
        others: the names of the other speakers.
    """
    edits.substitute(_PAL, lambda match: f"{match['said'].rsplit(maxsplit=1)[0].rstrip(',')}, ")
    for name in others:
        parts = name.split()
        if not parts:
            continue
        spelled = re.escape(parts[0])
        pattern = re.compile(rf",[ \t]+({spelled})(?=[ \t]*([.!?]|\n|$))")
        edits.substitute(pattern, lambda match: f"{'?' if match[2] == '?' else '.'} {match[1]}")
        if len(others) == 1:
            pattern = re.compile(rf"([\w'\u2019]+)[ \t]+({spelled})(?=[ \t]*([.!?]|\n|$))")
            edits.substitute(pattern, _parted)


def _parted(match: re.Match[str]) -> str:
    """Return the last word, a mark, and the name, unless the name belongs to the clause."""
    word = match[1].lower().replace("\u2019", "'")
    left = match.string[: match.start()]
    alone = not re.search(r"\w", left.rpartition("\n")[2])
    if word in _NOT_BEFORE or word.endswith("'s") or alone or match[1][:1].isupper():
        return match[0]
    return f"{match[1]}{'?' if match[3] == '?' else '.'} {match[2]}"
