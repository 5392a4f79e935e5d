"""Render a clause in the third person: "I'm moving to my sister's" -> "Ann is moving to Ann's sister's"."""

from collections.abc import Iterable

from chronomem.extractors.language.clauses.references import (
    FIRST_PERSON,
    FIRST_POSSESSIVE,
    SECOND_PERSON,
    SECOND_POSSESSIVE,
    Resolver,
)

_OTHER_FORM = {
    "am": "is", "'m": "is", "m": "is", "are": "is", "'re": "is", "were": "was", "have": "has", "'ve": "has",
    "do": "does",
    "go": "goes", "ca": "ca", "'ll": "will",
}  # fmt: skip
_FULL = {"'ll": "will", "'ve": "have", "'re": "are", "'m": "is"}
_NO_SPACE_BEFORE = {",", ".", "!", "?", ";", ":", ")", "n't", "'s", "%", "'"}


def third_person(verb: str) -> str:
    """Return the form of a present-tense verb that agrees with a name: "try" -> "tries"."""
    lower = verb.lower()
    if lower in _OTHER_FORM:
        return _OTHER_FORM[lower]
    if lower.endswith(("s", "x", "z", "ch", "sh", "o")):
        return f"{verb}es"
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}s"


def pronoun_name(resolver: Resolver, token: int) -> str | None:
    """Return the replacement of a pronoun in the third person, or None if the word stays: "my me-time"."""
    tree, lower = resolver.tree, resolver.tree.lower[token]
    if tree.deps[token] == "compound" or (tree.lower[token + 1 : token + 2] == ["-"] and not tree.spaced[token]):
        return None
    if lower in FIRST_PERSON:
        return resolver.speaker
    if lower in FIRST_POSSESSIVE:
        return None if resolver.tree.tags[token] == "NN" else f"{resolver.speaker}'s"  # "down the mine"
    if resolver.other is not None:
        if lower in SECOND_PERSON:
            return resolver.other
        if lower in SECOND_POSSESSIVE:
            return f"{resolver.other}'s"
    return None


def agreeing_verbs(resolver: Resolver, tokens: Iterable[int]) -> dict[int, str]:
    """Return new forms for the finite verbs whose subject becomes a name."""
    tree = resolver.tree
    forms: dict[int, str] = {}
    for i in tokens:
        if tree.deps[i] != "nsubj" or pronoun_name(resolver, i) is None or tree.child(i, "conj") is not None:
            continue
        head = tree.heads[i]
        first = min([head, *tree.having(head, "aux", "cop", "aux:pass")])
        if i > first:
            first = next((j for j in (*tree.having(head, "aux", "cop", "aux:pass"), head) if j > i), head)
        if tree.tags[first] == "VBP" or tree.lower[first] == "were":
            forms[first] = third_person(tree.words[first])
    return forms


def _full_form(resolver: Resolver, token: int) -> str | None:
    """Return the full form of a contraction: "will" for "'ll"; "would" or "had" for "'d"."""
    tree = resolver.tree
    lower = tree.lower[token]
    if lower == "'d":
        return "would" if tree.tags[tree.heads[token]] in ("VB", "JJ") else "had"
    return _FULL.get(lower)


def render(resolver: Resolver, tokens: list[int], forms: dict[int, str] | None = None) -> str:
    """Return the tokens as text, with the pronouns of the two speakers replaced by names and the verbs agreeing."""
    tree = resolver.tree
    verbs = agreeing_verbs(resolver, tokens)
    if forms:
        verbs.update(forms)
    pieces: list[str] = []
    previous = -1
    for i in tokens:
        lower = tree.lower[i]
        if lower.isspace():
            continue
        word = pronoun_name(resolver, i) or verbs.get(i) or _full_form(resolver, i) or tree.words[i]
        joined = previous == i - 1 and not tree.spaced[previous] and word == tree.words[i]
        if pieces and not joined and lower not in _NO_SPACE_BEFORE:
            pieces.append(" ")
        pieces.append(word)
        previous = i
    return "".join(pieces)
