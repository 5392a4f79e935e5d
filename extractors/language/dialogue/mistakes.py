"""What a turn says was never so: "I told you that he works at Bosch. That was a mistake", "it's maths, not physics"."""

import re
from collections.abc import Iterator
from typing import Literal

from rapidfuzz import fuzz

from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.extracted import Alias
from chronomem.extractors.language.lexicon import is_first_name

_MISTAKEN = re.compile(
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
_INSTEAD = re.compile(
    r"(?P<right>\b[\w'-]{1,40}(?: [\w'-]{1,40}){0,2}?),? (?:and )?not (?:at |in |on |for |to |with |an? )?"
    r"(?P<wrong>[\w'-]{1,40}(?: [\w'-]{1,40}){0,2})(?=[.!;:]|$)"
)
"""What is so, and what isn't: "maths, not physics"."""
_NAMING = re.compile(r"\b(?:called|named|spelt|spelled|name(?:'s| is| was))\b", re.IGNORECASE)
"""Words after which another name is a mistake without any other sign."""
_MEANT = re.compile(r"\b(?:meant|mean)\b", re.IGNORECASE)
_OVER = re.compile(r"\b(?:now|no longer|any ?more|these days|nowadays|yet|instead|just|only)\b", re.IGNORECASE)
"""Words of a change, or of a contrast that corrects nothing."""

_NAME = re.compile(r"\b(?:name|called|named|spelt|spelled)\b", re.IGNORECASE)
_ALIKE = 55.0
"""Least similarity, of 100, of a name to the one that was said by mistake for it."""

_LONGEST = 200
"""In characters, of a sentence that corrects another."""

Never = tuple[str, tuple[int, int], Literal["told", "never"]]
"""A sentence, the half-open span of the turn that it restates, and whether it was never so."""


def mistaken(now: ParsedTurn) -> Iterator[Never]:
    """Yield the sentences that a turn takes back for all of time, and what it puts in their place."""
    text = now.tree.text
    erred = _MISTAKEN.search(text) is not None
    about = _ABOUT.search(text)
    for cited in _CITED.finditer(text) if erred else ():
        if about is None or not {*about[1].lower().split()}.isdisjoint(cited["said"].lower().split()):
            yield cited["said"], cited.span(), "never"
    renamed = {alias.name for alias in misnamed(now)}
    for told, wrong, span in _contrasts(now):
        if told.rpartition(" ")[2] in renamed or not (erred or _NAMING.search(told)):
            continue
        if (never := _aligned(told, wrong)) is not None:
            yield told, span, "told"
            yield never, span, "never"


def misnamed(now: ParsedTurn) -> Iterator[Alias]:
    """Yield the names that a turn puts right: "her name is Anna, not Anne", "it's spelt Katarzyna, not Catarina"."""
    if _NAME.search(now.tree.text) is None:
        return
    for told, wrong, _ in _contrasts(now):
        right = told.rpartition(" ")[2]
        named = wrong.isalpha() and right.isalpha() and wrong.istitle() and right.istitle()
        if named and _ALIKE <= fuzz.ratio(right, wrong) < 100:
            yield Alias(right, wrong)


def _contrasts(now: ParsedTurn) -> Iterator[tuple[str, str, tuple[int, int]]]:
    """Yield what sentences tell by "this, not that", without what isn't so, then that, and the span of both.

    What has changed since isn't told so.
    """
    text = now.tree.text
    for first, last in now.tree.sentences:
        begin = now.tree.starts[first]
        contrast = _INSTEAD.search(text, begin, now.tree.end(last - 1))
        if contrast is None:
            continue
        begin = max([begin, *(text.rfind(mark, begin, contrast.start()) + 1 for mark in ";:")])
        told = _by_name(now, text[begin : contrast.end("right")].strip(), begin)
        if len(told) <= _LONGEST and not _OVER.search(told) and not _MEANT.search(told):
            yield told, contrast["wrong"], (begin, contrast.end())


def _by_name(now: ParsedTurn, told: str, begin: int) -> str:
    """Return a sentence about "he" or "she" with the only name of a person that the turn told before."""
    pronoun, _, rest = told.partition(" ")
    tree = now.tree
    before = (word for word, start in zip(tree.words, tree.starts, strict=True) if start < begin)
    named = {word for word in before if is_first_name(word)}
    return f"{named.pop()} {rest}" if pronoun.lower() in ("he", "she") and len(named) == 1 else told


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
