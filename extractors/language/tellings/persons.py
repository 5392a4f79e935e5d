"""Whom a declared phrase is about: the subject, the owner of what it names, or who tells it."""

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, THEY
from chronomem.extractors.language.clauses.references import FIRST_PERSON, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.tellings.matcher import PhraseMatch

_NOBODYS = {"a", "an", "another", "some", "any", "every", "each", "no"}
"""Determiners of what belongs to nobody who was spoken of: "he stole a car"."""


def whom_meant(resolver: Resolver, clause: Clause, match: PhraseMatch) -> Reference | None:
    """Return whom a phrase is about."""
    of = match.telling.of
    if of == "subject":
        return clause.reference
    if of == "speaker":
        others = match.telling.by_others
        return Reference(resolver.speaker, "person", confidence=0.85) if others else _teller(resolver, match)
    if of == "owner":
        return _owner(resolver, match) if match.slots else clause.reference or Reference(resolver.speaker, "person")
    token = match.slots.get(of)
    if of != "poss":
        found = None if token is None else resolver.resolve(token)
        return None if of == "person" and found is not None and found.type == "location" else found  # "went to Leeds"
    if token is None:
        return clause.reference or Reference(resolver.speaker, "person", confidence=0.7)
    owner = resolver.possessor(resolver.tree.heads[token])
    if owner is None and resolver.tree.lower[token] in ("my", "our"):
        owner = resolver.speaker
    return None if owner is None else Reference(owner, "person", confidence=0.85)


def _teller(resolver: Resolver, match: PhraseMatch) -> Reference | None:
    """Return the speaker, or the person of whom the sentence tells before the phrase: "she sold one, three left"."""
    tree = resolver.tree
    first = next(first for first, last in tree.sentences if first <= match.anchor < last)
    inside = match.words | {*match.slots.values()}
    subjects = [i for i in range(first, max(inside)) if tree.full_deps[i].startswith("nsubj") and i not in inside]
    own = inside - {match.slots.get("number")}
    impersonal = any(tree.full_deps[i].startswith("nsubj") or tree.lower[i] in FIRST_PERSON for i in own)
    before = min(match.words) - 1
    if before > first and tree.lower[before] == "'s" and before - 1 not in inside:
        return resolver.resolve(before - 1)  # "our Jack's off to Leeds", taken for a possessive
    if not impersonal and not any(tree.lower[i] in FIRST_PERSON for i in subjects):  # not "that makes seven"
        for i in subjects:
            about = resolver.resolve(i)
            if tree.lower[i] in GENDER_OF_PRONOUN or tree.lower[i] in THEY or (about and about.type == "person"):
                return about
            if tree.tags[i].startswith("N") and tree.heads[i] in inside:
                return None  # "the singer's off to Berlin"
    return Reference(resolver.speaker, "person")


def _owner(resolver: Resolver, match: PhraseMatch) -> Reference | None:
    """Return the owner of what the phrase names first, which is the speaker if nobody else is named."""
    token = min(match.slots.values(), default=None)
    if token is None:
        return None
    owner = resolver.possessor(token)
    determiners = {resolver.tree.lower[i] for i in resolver.tree.having(token, "det")}
    if owner is None and (resolver.tree.child(token, "nmod:poss") is not None or determiners & _NOBODYS):
        return None
    return Reference(owner or resolver.speaker, "person", confidence=0.85 if owner is not None else 0.7)
