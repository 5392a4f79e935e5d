"""Where somebody is: "she's in Rome", "he's at Durham, in his second year", "we're in the choir"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.phrases import accompaniments, phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.subjectless import PRACTICES
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.groups import GROUPS, is_told_apart, memberships
from chronomem.extractors.language.frames.occupations import FIELDS
from chronomem.extractors.language.lexicon import (
    EVENT_NOUNS,
    RELATION_OF_NOUN,
    SCHOOL_NOUNS,
    SETTLEMENTS,
    is_first_name,
)

_ORIGINS = SETTLEMENTS | {"south", "north", "east", "west", "midwest", "coast"}
_ORDINALS = {"first", "second", "third", "fourth", "fifth", "sixth", "final", "last"}
_SCHOOLS = ("school", "uni", "university", "college", "study", "nursery")
_JOBS = ("work", "job", "working")
_SCHOOL_YEARS = {"year", "grade", "form"}
"""What pupils and students are in: "second year at Durham", "grade 4 at Marlowe"."""


def read_place(
    resolver: Resolver, about: Reference, head: int, timed: set[int], preposition: str, lasting: bool
) -> Iterator[Frame]:
    """Yield predicates with a preposition: "I'm from Sweden", "she's into jazz", "we're in Rome".

    A person who has been in a town, or at a company, for some time lives or works there.
    """
    entity = resolver.resolve(head)
    if (entity is not None and entity.name == about.name) or preposition == "off":  # phrases tell who is off to a place
        return
    if preposition == "into" and resolver.tree.child(head, "nmod:unmarked") is not None:
        return  # "three months into a new job"
    if preposition == "in" and any(resolver.tree.lower[i] == "charge" for i in resolver.tree.having(head, "case")):
        yield Frame(about, "is_in_charge_of", object=entity, value=phrase_text(resolver, head), confidence=0.75)
        return
    if preposition == "in" and resolver.tree.lemmas[head] in _SCHOOL_YEARS:
        school, studied = _school_of_year(resolver, head), list(_subject_of_year(resolver, about, head))
        if school is not None:
            yield Frame(about, "studies_at", object=resolver.resolve(school), value=phrase_text(resolver, school))
        if school is not None or studied:
            yield from studied
            return
    noun = resolver.tree.lemmas[head]
    if preposition in ("in", "at") and about.type == "person" and noun in SCHOOL_NOUNS | {"grade"} and entity is None:
        told = [
            i for i in resolver.tree.children[head] if i < head and resolver.tree.full_deps[i] in ("amod", "compound")
        ]
        if noun != "school" or told:
            yield Frame(about, "studies_at", value=phrase_text(resolver, head, timed=timed, alone=True), confidence=0.7)
            return
    if preposition in ("in", "on") and about.type == "person" and (noun in GROUPS or noun in FIELDS):
        fixed = any(resolver.tree.lower[i] in ("a", "an", "the", "my", "our") for i in resolver.tree.children[head])
        if noun in GROUPS and (fixed or is_told_apart(resolver, head)):
            yield from memberships(resolver, about, head)
            return
        if noun in FIELDS and (not fixed or noun in ("army", "navy", "military")):
            yield Frame(about, "works_in", value=phrase_text(resolver, head), confidence=0.7)
            return
    lower = resolver.tree.lower
    still = lasting or any(lower[i] == "still" for i in resolver.tree.having(head, "advmod"))
    if preposition == "with" and still and entity is not None and _are_couple(resolver, about, entity):
        yield Frame(about, "has_partner", object=replace(entity, type="person"), confidence=0.65)
        return  # "Tash is still with Rob"
    now = lower[head + 1 : head + 2] == ["now"] or any(lower[i] == "now" for i in resolver.tree.children[head])
    if (lasting or (now and preposition == "at")) and entity is not None and about.type == "person":
        if lasting and preposition in ("in", "at") and entity.type == "location":
            yield Frame(about, "lives_in", object=entity, confidence=0.7)
            return
        if preposition in ("at", "with") and entity.type in ("organization", "other"):
            yield Frame(about, "works_at", object=replace(entity, type="organization"), confidence=0.7)
            return
    if preposition == "in" and entity is not None and _is_company(entity) and about.type == "person":
        yield Frame(about, "works_at", object=entity, confidence=0.6)
        return
    if preposition == "at" and entity is not None and about.type == "person" and resolver.asked_of(*_SCHOOLS):
        yield Frame(about, "studies_at", object=replace(entity, type="organization"), confidence=0.65)
        return  # "which schools are your kids at?" "Hannah is at Greenfield"
    employs = entity is not None and entity.type in ("organization", "other") and not is_first_name(entity.name)
    employed = resolver.asked_of(*_JOBS) or (about.name != resolver.speaker and resolver.talked_of(*_JOBS))
    someone = about.type == "person" or (about.type == "other" and about.noun is None)
    if preposition == "at" and entity is not None and employs and someone and employed:
        yield Frame(about, "works_at", object=replace(entity, type="organization"), confidence=0.65)
        return  # "where is your sister working these days?" "Elif is at Siemens"
    moving = {"live", "move"} & set(resolver.tree.lemmas)  # "I used to live in Rome, now I'm in Bonn"
    asked = resolver.talked_of("live") and about.type == "person" and not resolver.talked_of("visit", "trip", "holiday")
    if ((now and moving) or asked) and preposition == "in" and entity is not None and entity.type == "location":
        yield Frame(about, "lives_in", object=entity, confidence=0.65)
        return
    if (
        preposition == "to"
        and entity is None
        and {"down", "up"} & {resolver.tree.lower[i] for i in resolver.tree.children[head]}
    ):
        return  # "I'm down to three days a week"
    besides = {*resolver.tree.having(head, "advmod"), *accompaniments(resolver.tree, head)}
    value = phrase_text(resolver, head, timed=timed | besides)
    predicate = {"from": "is_from", "into": "likes", "about": "likes", "with": "is_with", "to": "visited"}.get(
        preposition, f"is_{preposition}"
    )
    copula = resolver.tree.child(head, "cop")
    if predicate == "is_at" and about.type == "person" and copula is not None and lower[copula] in ("was", "were"):
        predicate = "attended" if noun in EVENT_NOUNS else "visited" if noun in PRACTICES else predicate
    if predicate == "is_from" and entity is None and resolver.tree.tags[head] not in ("NNP", "NNPS"):
        predicate = "is_from" if noun in _ORIGINS else "comes_from"
    yield Frame(about, predicate, object=entity, value=value, confidence=0.75)


def _are_couple(resolver: Resolver, about: Reference, other: Reference) -> bool:
    """Whether two who are with each other may be a couple: somebody by their first name, and no child or animal."""
    grown = about.type != "organization" and RELATION_OF_NOUN.get(about.noun or "") not in ("has_child", "has_pet")
    named = other.type in ("person", "other") and is_first_name(other.name) and other.name != resolver.speaker
    return grown and named and not about.plural


def _is_company(entity: Reference) -> bool:
    """Whether a name after "in" is that of an employer: "he's in SBI"."""
    return entity.type == "organization" or (entity.type == "other" and entity.name.isupper() and len(entity.name) > 1)


def _school_of_year(resolver: Resolver, year: int) -> int | None:
    """Return the school of "in my second year at Durham"."""
    tree = resolver.tree
    counted = any(tree.tags[i] == "CD" for i in tree.children[year])
    if not counted and not any(tree.lower[i] in _ORDINALS for i in tree.children[year]):
        return None
    near = (i for i in tree.subtree(year) if i > year and tree.full_deps[i] in ("nmod", "obl"))
    at = (i for i in near if any(tree.lower[j] in ("at", "of") for j in tree.having(i, "case")))
    return next((i for i in at if i in resolver.named or tree.lemmas[i] in SCHOOL_NOUNS), None)


def _subject_of_year(resolver: Resolver, about: Reference, year: int) -> Iterator[Frame]:
    """Yield the subject of study: "in my second year at Durham, doing history"."""
    tree = resolver.tree
    for i in tree.having(year, "nmod"):
        of = any(tree.lower[j] == "of" for j in tree.having(i, "case"))
        if of and i not in resolver.named and tree.lemmas[i] not in SCHOOL_NOUNS:
            yield Frame(about, "studies", value=phrase_text(resolver, i, alone=True), confidence=0.75)
    for i in tree.having(year, "advcl", "acl"):
        thing = tree.child(i, "obj")
        if thing is not None and tree.lower[i] in ("doing", "studying", "reading"):
            yield Frame(about, "studies", value=phrase_text(resolver, thing), confidence=0.75)
