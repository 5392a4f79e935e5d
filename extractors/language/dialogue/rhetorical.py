"""What speakers let others guess of themselves: "guess who's got a puppy"."""

import re
from collections.abc import Iterator

from chronomem.extractors.language.dialogue.conversation import ParsedTurn
from chronomem.extractors.language.dialogue.fragments import Shared
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_GUESS = re.compile(
    r"\W*(?:(?:so|ok|hey|omg|well|and)\W+)*guess who(?P<being>'?s| is| has)? (?P<rest>(?:(?:just|now|finally) )?"
    r"(?P<verb>[a-z]+)\b[^?!.\n]*?)(?=\W{0,9}(?P<me>\bme\W{0,9}$)|[?!.\n]|$)",
    re.IGNORECASE,
)
_OF_ANOTHER = re.compile(
    r"\b(?:i|i'm|me|us|we|you|he|she|his|her|him|their|they|himself|herself|themselves)\b", re.IGNORECASE
)
_BECOMING = {
    "getting",
    "having",
    "moving",
    "starting",
    "becoming",
    "expecting",
    "buying",
    "adopting",
    "learning",
    "joining",
    "leaving",
    "quitting",
    "teaching",
    "training",
    "marrying",
}
_CONTACTS = {"called", "texted", "rang", "phoned", "messaged", "emailed", "asked", "died", "turned", "came", "showed"}
"""Verbs of those whom one hears or sees: "guess who called", "guess who turned up"."""
_NAMED = 3
"""In words: the longest sentence that only tells who it is."""


def guessed(now: ParsedTurn) -> Iterator[Shared]:
    """Yield what a speaker lets others guess: "guess who inherited a tortoise"; not "guess who I met", "… ? Tom!"."""
    tree = now.tree
    found = _GUESS.match(tree.text)
    if found is None or _OF_ANOTHER.search(found["rest"]) or (not found["me"] and _is_told(tree, found.end())):
        return
    verb, being = found["verb"].lower(), found["being"]
    if being and found["me"] and verb not in _BECOMING:
        yield f"I am {found['rest']}", found.span("rest")  # "guess who's the new head of marketing? Me!"
        return
    tag = next(tree.tags[i] for i, start in enumerate(tree.starts) if start >= found.start("verb"))
    if being and verb in _BECOMING:
        yield f"I am {found['rest']}", found.span("rest")
    elif being == " has" or (being and verb == "got"):
        yield f"I have {found['rest']}", found.span("rest")
    elif not being and tag in ("VBD", "VBN") and verb not in _CONTACTS:
        yield f"I {found['rest']}", found.span("rest")


def _is_told(tree: SyntaxTree, end: int) -> bool:
    """Whether a few words after the question tell who it is: "guess who got the job? Tom!"."""
    later = [(first, last) for first, last in tree.sentences if tree.starts[first] >= end]
    for first, last in later:
        words = [i for i in range(first, last) if tree.text[tree.starts[i]].isalpha()]
        if words and len(words) <= _NAMED and not any(tree.is_verb(i) for i in words):
            return True
    return False
