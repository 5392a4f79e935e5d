"""The words of statements that the network found: as a sentence ("Nia works at Aldi"), and compared with others."""

import re

import Stemmer

_VERBS = {
    "has_partner": "is with", "engaged_to": "is engaged to", "married_to": "is married to", "has_status": "is",
    "has_child": "has the child", "has_parent": "has the parent", "has_sibling": "has the sibling",
    "has_grandparent": "has the grandparent", "has_relative": "has the relative", "has_friend": "has the friend",
    "has_colleague": "works with", "has_mentor": "has the mentor", "has_pet": "has the pet",
    "allergic_to": "is allergic to", "has_age": "is", "has_birthday": "has a birthday on",
    "has_name": "is called", "member_of": "is a member of", "broke_up": "broke up with",
    "married": "got married to",
}  # fmt: skip
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
_stemmer = Stemmer.Stemmer("english")


def worded(subject: str, predicate: str, thing: str, *, ended: bool, denied: bool) -> str:
    """Return a sentence for a statement."""
    verb = _VERBS.get(predicate, predicate.replace("_", " "))
    if predicate == "has_age":
        thing = f"{thing} years old"
    said = f"{subject} {'no longer ' if ended else ''}{verb} {thing}".strip()
    return f"it is not so that {said}" if denied else said


def stems(words: str) -> set[str]:
    """Return the stems of words, by which two statements are compared."""
    return set(_stemmer.stemWords(_WORD.findall(words.lower().replace("'s", ""))))
