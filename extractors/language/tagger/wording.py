"""The words of statements that the network found: as a sentence ("Nia works at Aldi"), and compared with others."""

import re

import Stemmer

from chronomem.graph_schema.facts.predicates import predicate_named
from chronomem.graph_schema.facts.sentences import verb_of

_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_stemmer = Stemmer.Stemmer("english")


def worded(subject: str, predicate: str, thing: str, *, ended: bool, denied: bool) -> str:
    """Return a sentence for a statement."""
    verb = verb_of(predicate_named(predicate))
    if predicate == "has_age":
        thing = f"{thing} years old"
    said = f"{subject} {'no longer ' if ended else ''}{verb} {thing}".strip()
    return f"it is not so that {said}" if denied else said


def stems(words: str) -> set[str]:
    """Return the stems of words, by which two statements are compared."""
    return set(_stemmer.stemWords(_WORD.findall(words.lower().replace("'s", ""))))
