"""Clauses with "to be": "I'm a nurse", "she's allergic to nuts", "my favorite book is Dune", "so proud of you"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import phrase_text, says_something
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.extracted import TimeExpression
from chronomem.extractors.language.frames.adjectives import quality, read_adjective
from chronomem.extractors.language.frames.ages import age_told, ages_told
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.nouns import read_noun
from chronomem.extractors.language.frames.occupations import is_occupation
from chronomem.extractors.language.frames.stays import (
    former_workplace,
    is_employer,
    is_lasting,
    is_since,
    long_with,
    workplace,
)
from chronomem.extractors.language.frames.whereabouts import read_place
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_ADJECTIVES_TOO = {"executive", "representative", "principal", "associate", "critic"}
"""Occupations that without an article may be adjectives."""
_GROWN = {
    "has_friend", "has_colleague", "has_partner", "married_to", "engaged_to", "has_parent", "has_grandparent",
}  # fmt: skip
"""Relations to those who aren't one year old."""


def read_copula(
    resolver: Resolver, clause: Clause, about: Reference, timed: set[int], time: TimeExpression | None = None
) -> Iterator[Frame]:
    """Yield the frames of a clause whose head is an adjective, a noun or a prepositional phrase.

    Args:
        timed: tokens that belong to time expressions.
        time: the time expression of the clause.
    """
    tree, head = resolver.tree, clause.head
    tag = tree.tags[head]
    if clause.kind == "thanks":
        yield from _thanks(resolver, clause, about)
        return
    if clause.kind == "feeling":
        yield Frame(about, "feels", value=quality(resolver, head, timed), confidence=0.7)
        return
    case = tree.child(head, "case")
    if case is not None and tree.lower[case] == "with" and (partner := long_with(resolver, clause, time)) is not None:
        yield Frame(about, "has_partner", object=partner, confidence=0.7)
    elif case is not None and tree.lower[case] == "with" and about.type == "person" and is_employer(resolver, head):
        yield Frame(about, "works_at", object=Reference(resolver.named[head].name, "organization"), confidence=0.7)
    elif case is not None and not tree.is_verb(head):
        place = former_workplace(resolver, clause, about) or workplace(resolver, clause, about, time)
        if place is not None:
            yield place
            return
        yield from read_place(resolver, about, head, timed, tree.lower[case], is_lasting(clause, time))
    elif tag.startswith(("JJ", "VB", "RB")) and not _names_occupation(resolver, head) and not age_told(tree, head):
        yield from read_adjective(resolver, clause, about, timed, passing=time is not None and not is_since(time))
    elif (
        head not in timed
        and (age := age_told(tree, head))
        and about.type in ("person", "other")
        and not clause.negated
        and tag != "CD"
    ):
        described = tree.child(head, "det", "amod") is not None  # "the talented one"
        if not described and not _is_of_those(resolver, about, head):
            yield Frame(about, "has_age", value=age, confidence=0.7)
    elif tag == "CD":
        alone = all(
            tree.deps[i] in ("nsubj", "cop", "punct", "advmod", "cc", "conj", "discourse")
            or i in timed
            or tree.child(i, "nsubj") is not None
            for i in tree.children[head]
        )
        alone = alone and not _is_of_those(resolver, about, head)
        if (
            alone
            and head not in timed
            and (age := age_told(tree, head))
            and "down" not in tree.lower
            and not _counts_us(tree, head)
        ):
            ages = ages_told(tree, head) if about.plural else [age]
            value = " and ".join(filter(None, (", ".join(ages[:-1]), ages[-1])))  # "my kids are 2, 4 and 7"
            yield Frame(about, "has_age", value=value, confidence=0.7)
    elif tag.startswith(("N", "JJ")):
        frames = read_noun(resolver, about, head, timed)
        yield from map(_intended, frames) if clause.modality == "planned" and time is None else frames


def _intended(frame: Frame) -> Frame:
    """Return an occupation that somebody will have one day as what they plan: "when I grow up I'll be a poet"."""
    if frame.predicate != "works_as" or frame.value is None:
        return frame
    article = "an" if frame.value[0].lower() in "aeiou" else "a"
    return replace(frame, predicate="plans", value=f"be {article} {frame.value}", confidence=0.7)


def _counts_us(tree: SyntaxTree, head: int) -> bool:
    """Whether a number tells how many people "we" are: "we're 4 now", but not "we're both 40"."""
    told = {tree.lower[i] for i in tree.children[head]}
    return "we" in told and not told & {"both", "all"}


def _thanks(resolver: Resolver, clause: Clause, about: Reference) -> Iterator[Frame]:
    """Yield the reason for which a person is thanked."""
    tree = resolver.tree
    for i in tree.having(clause.head, "nmod", "obl", "advcl", "acl"):
        if any(tree.lower[j] == "for" for j in tree.having(i, "case", "mark")):
            value = phrase_text(resolver, i, whole=True)
            if says_something(value) and (" " in value or tree.tags[i] != "VBG"):  # not "thanks for asking"
                text = f"{about.name} appreciates {value}"
                yield Frame(about, "appreciates", value=value, text=text, confidence=0.6)


def _is_of_those(resolver: Resolver, about: Reference, head: int) -> bool:
    """Whether somebody grown is one of those who are spoken of, not one year old: "a joke about vets, I'm one"."""
    tree, subject = resolver.tree, resolver.tree.child(head, "nsubj")
    role = about.noun or (tree.lemmas[subject] if subject is not None else "")
    grown = RELATION_OF_NOUN.get(role) in _GROWN or role in ("uncle", "aunt")
    return tree.lower[head] == "one" and (about.name == resolver.speaker or grown)


def _names_occupation(resolver: Resolver, head: int) -> bool:
    """Whether the head is a noun tagged as an adjective: "a paramedic", or "electrician" without the article."""
    tree = resolver.tree
    told = tree.child(head, "det") is not None or tree.lower[head] not in _ADJECTIVES_TOO
    return is_occupation(tree.lemmas[head]) and told
