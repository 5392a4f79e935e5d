"""Clauses with a full verb: an action, a chain of verbs, or an opinion such as "I think dancing helps people"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.moods import is_opposed, softens
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.actions import partners, plain
from chronomem.extractors.language.frames.ages import age_told
from chronomem.extractors.language.frames.arrangements import is_arrangement, is_being_done, put_off
from chronomem.extractors.language.frames.chains import after_preposition, chain, takes_verb, with_gerund
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED, read_abandonment
from chronomem.extractors.language.frames.modals import read_modal
from chronomem.extractors.language.frames.verb_phrases import phrase_with_subject, says_little, verb_phrase

_OPINIONS = {
    "think",
    "believe",
    "guess",
    "feel",
    "know",
    "find",
    "realize",
    "realise",
    "suppose",
    "bet",
    "figure",
    "agree",
}


def read_verb(
    resolver: Resolver, clause: Clause, about: Reference, timed: set[int], *, coming: bool = False
) -> Iterator[Frame]:
    """Yield the frames of a clause whose head is a verb.

    Args:
        timed: tokens that belong to time expressions.
        coming: whether the clause names a future time.
    """
    tree, head = resolver.tree, clause.head
    lemma = tree.lemmas[head]
    inner = tree.child(head, "xcomp", "ccomp", "advcl") if lemma != "go" else tree.child(head, "xcomp")
    verbal = inner is not None and tree.is_verb(inner) and inner > head
    if lemma in ("go", "gon") and inner is not None and tree.child(inner, "cop") is not None:
        if coming and (age := age_told(tree, inner)):
            yield Frame(about, "has_age", value=age, confidence=0.7)  # "she's going to be three in May"
        return
    if (verb := put_off(tree, clause)) is not None:
        value = verb_phrase(resolver, verb, {verb: tree.lemmas[verb]}, timeless=True, alone=True)
        later = Frame(about, "plans", value=value, confidence=0.8, modality="planned", plain=True)
        yield from (later, replace(later, ended=True, confidence=INFERRED))
        return
    if is_arrangement(resolver, clause, coming):
        done = is_being_done(tree, head)
        form = tree.lower[head] if done else tree.lemmas[head]
        value = verb_phrase(resolver, head, {head: form}, alone=True)
        value = f"get {value}" if done else value
        if done or not says_little(resolver, head):
            yield Frame(about, "plans", value=value, confidence=0.8, modality="planned")
        if done and tree.lower[head] in ("married", "engaged") and not clause.negated:
            yield from partners(resolver, about, head)
        if clause.negated:
            yield from read_abandonment(resolver, clause, about)
        return
    if clause.tense == "past" and lemma in ("think", "consider") and is_opposed(tree, head):
        return  # "I was thinking of moving but decided against it"
    action = after_preposition(resolver, head)
    if clause.modality == "actual" and action is not None:
        mark = next(tree.lower[i] for i in tree.having(action, "mark"))
        particle = next((tree.lower[i] for i in tree.having(head, "compound:prt")), "")
        yield from with_gerund(resolver, about, lemma, particle, mark, action)
        return
    if clause.modality != "actual":
        yield from read_modal(resolver, clause, about, timed)
        return
    if verbal and inner is not None and takes_verb(resolver, clause, inner):
        yield from chain(resolver, clause, about, inner, timed)
        return
    content = tree.child(head, "ccomp")
    if content is not None and softens(tree, head, content):
        return
    if lemma in _OPINIONS and content is not None:
        yield from _opinion(resolver, about, lemma, content)
        return
    if clause.ended and tree.tags[head] == "VBG":
        yield from read_abandonment(resolver, clause, about)  # "not doing the marathon anymore"
    yield from plain(resolver, clause, about, head, timed)


def _opinion(resolver: Resolver, about: Reference, lemma: str, content: int) -> Iterator[Frame]:
    """Yield an opinion with its content: "I think (that) dancing helps people"."""
    value = phrase_with_subject(resolver, content)
    predicate = {"know": "knows", "realize": "knows", "realise": "knows", "find": "finds", "feel": "feels"}.get(
        lemma, "thinks"
    )
    if len(value.split()) >= 3 and value.split()[0].lower() not in ("it", "that", "this", "they", "he", "she"):
        yield Frame(about, predicate, value=value, confidence=0.65)
