"""What a turn says was never so: "I told you that he works at Bosch. That was a mistake", "it's maths, not physics"."""

import re
from collections.abc import Iterator
from typing import Literal

from chronomem.extractors.language.clauses.contrasts import contrasts
from chronomem.extractors.language.clauses.told_names import NAMING, misnamed
from chronomem.extractors.language.dialogue.conversation import ParsedTurn

MISTAKEN = re.compile(
    r"\b(?:(?:that|it|this) was (?:all )?(?:a mistake|wrong|an error|my (?:mistake|error))"
    r"|(?:was|were|am|'m|been) (?:wrong|mistaken)|mistaken|made a (?:mistake|slip)|(?:my|typing) (?:mistake|error)"
    r"|(?:got|had|wrote|spelt|spelled|told you|gave you)(?: \w+){1,4} wrong(?:ly)?"
    r"|wrong (?:name|date|day|year|number|word)"
    r"|mis(?:heard|understood|read|remembered|spelt|spelled|took)|mixed (?:\w+ ){0,4}up|mix (?:\w+ ){0,4}up"
    r"|muddled|confused|(?:I|we) meant|stand corrected|correct (?:myself|what)|take (?:that|it) back)\b",
    re.IGNORECASE,
)
"""Signs that something told before was wrong."""
_ABOUT = re.compile(r"\b(?:wrong|mistaken|mistake) about ([^,.!?;:]{2,40})", re.IGNORECASE)
"""What it was that was wrong."""
_CITED = re.compile(
    r"\b(?:I|we) (?:said|told you|wrote|mentioned|thought|claimed)\b"
    r"(?: (?:earlier|before|yesterday|once|last \w+|in \w+|on \w+|the other day))?"
    r"(?: that)? (?P<said>(?!(?:so|that|the|you|about|where|what|who|when|how|it)\b)[^.!?;:]{6,160})",
    re.IGNORECASE,
)

Never = tuple[str, tuple[int, int], Literal["told", "never"]]
"""A sentence, the half-open span of the turn that it restates, and whether it was never so."""


def mistaken(now: ParsedTurn) -> Iterator[Never]:
    """Yield the sentences that a turn takes back for all of time, and what it puts in their place."""
    text = now.tree.text
    erred = MISTAKEN.search(text) is not None
    about = _ABOUT.search(text)
    for cited in _CITED.finditer(text) if erred else ():
        if about is None or not {*about[1].lower().split()}.isdisjoint(cited["said"].lower().split()):
            yield cited["said"], cited.span(), "never"
    renamed = {alias.name for alias in misnamed(now.tree)}
    for told, wrong, span in contrasts(now.tree):
        if told.rpartition(" ")[2] in renamed or not (erred or NAMING.search(told)):
            continue
        if (never := _aligned(told, wrong)) is not None:
            yield told, span, "told"
            yield never, span, "never"


def _aligned(told: str, wrong: str) -> str | None:
    """Return a sentence with the wrong words in the place of those at its end, or None if these are of another kind.

    "Helen" takes the place of "Ellen" in "my boss is called Ellen Marsh".
    """
    words, others = told.split(), wrong.split()
    named = others[0][0].isupper()
    size = len(others)
    if named:
        while size < len(words) and words[-size - 1][0].isupper() and words[-size][0].isupper() and size < 3:
            size += 1
    if len(words) <= size or any(word[0].isupper() != named for word in words[len(words) - size :]):
        return None
    return " ".join([*words[: len(words) - size], *others, *words[len(words) - size + len(others) :]])
