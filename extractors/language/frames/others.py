"""The others whom a verb concerns: who got what was given, who was met, who shares a home, who was led where."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.frames.objects import read_object
from chronomem.extractors.language.lexicon import HAD, HOME_NOUNS, RELATION_OF_NOUN

GIVING = {"give", "buy", "get", "send", "bring", "hand", "leave", "lend", "knit", "sew", "bake", "make", "cook",
          "sell"}  # fmt: skip
"""Verbs whose second object is the one who has the thing afterwards."""
_GIVING_AWAY = {"give", "leave"}
"""Of these, those after which the subject doesn't have it: "gave my nephew my bike"."""

_BUSINESSES = {"farm", "shop", "business", "company", "bakery", "restaurant", "café", "cafe", "pub"}
"""What one may be given besides things and homes."""
_FOR_KEEPS = {"give", "buy", "get", "leave", "sell"}
"""Of these, those after which what lasts is the other's own: "gave me her bike"."""
_SHARED_AT_WORK = {"office", "desk", "cubicle", "workbench"}


def received(resolver: Resolver, about: Reference, verb: int, thing: int, timed: set[int]) -> Iterator[Frame]:
    """Yield that somebody has got what another gave: "my mum bought me a car", "gave the bike to Tom"."""
    tree = resolver.tree
    receiver = tree.child(verb, "iobj")
    if receiver is None:
        to = (i for i in tree.having(verb, "obl") if any(tree.lower[j] == "to" for j in tree.having(i, "case")))
        receiver = next((i for i in to if i > thing), None)
    person = resolver.resolve(receiver) if receiver is not None else None
    if person is None or person.type != "person" or person.plural or person.name in (about.name, resolver.other):
        return
    for frame in read_object(resolver, person, verb, "get", "", thing, timed):
        if frame.predicate in ("received", "has_pet"):
            got = frame.predicate if tree.lemmas[verb] != "sell" or frame.predicate == "has_pet" else "bought"
            yield replace(frame, predicate=got, confidence=0.7)
        own = resolver.possessor(thing) == about.name  # "gave my ticket to Tom"
        lasting = (
            own
            or tree.lemmas[thing] in HAD | HOME_NOUNS | _BUSINESSES
            or (thing in resolver.named and resolver.named[thing].type == "other")
        )
        if frame.predicate == "received" and lasting and tree.lemmas[verb] in _FOR_KEEPS:
            yield replace(frame, predicate="owns", confidence=0.65, begins=True)
    if tree.lemmas[verb] in _GIVING_AWAY and resolver.possessor(thing) == about.name:
        yield Frame(about, "owns", value=phrase_text(resolver, thing), ended=True, confidence=INFERRED, plain=True)


def given_by(resolver: Resolver, verb: int, thing: int, timed: set[int]) -> Iterator[Frame]:
    """Yield who gave what somebody was given: "I was given a watch by my uncle"."""
    tree = resolver.tree
    for i in tree.having(verb, "obl:agent", "obl"):
        by = any(tree.lower[j] == "by" for j in tree.having(i, "case"))
        person = resolver.resolve(i) if by and i > thing else None
        if person is not None and person.type == "person" and not person.plural:
            yield from read_object(resolver, person, verb, "give", "", thing, timed)
            return


def taught(resolver: Resolver, verb: int, thing: int) -> Iterator[Frame]:
    """Yield what somebody learns from another: "my uncle teaches me the violin", "she's teaching our son German"."""
    tree = resolver.tree
    pupil = tree.child(verb, "iobj")
    person = resolver.resolve(pupil) if pupil is not None else None
    if person is None or person.type != "person" or person.plural or person.name == resolver.other:
        return
    if tree.tags[thing].startswith("N") and not any(tree.lower[i] in ("a", "an") for i in tree.having(thing, "det")):
        yield Frame(person, "studies", value=phrase_text(resolver, thing), confidence=0.75)


def sharing(resolver: Resolver, about: Reference, verb: int, thing: int) -> Iterator[Frame]:
    """Yield the colleague with whom somebody shares an office or a desk."""
    tree = resolver.tree
    if tree.lemmas[thing] not in _SHARED_AT_WORK or tree.tags[verb] not in ("VBP", "VBZ"):
        return
    for i in (*tree.having(verb, "obl"), *tree.having(thing, "nmod")):
        person = resolver.resolve(i) if any(tree.lower[j] == "with" for j in tree.having(i, "case")) else None
        if person is not None and person.type == "person" and not person.plural and i in resolver.named:
            yield Frame(about, "has_colleague", object=person, confidence=0.75)


def seen(resolver: Resolver, clause: Clause, about: Reference, thing: int) -> Frame | None:
    """Return who was met, or which show was watched: "saw Tom", "saw Dune last night", "saw Metallica live"."""
    entity = resolver.resolve(thing) if thing in resolver.named else None
    if entity is None or clause.tense != "past" or clause.negated or entity.type == "location":
        return None
    after = resolver.tree.lower[thing + 1 : thing + 4]
    live = "concert" in after or after[:1] in (["live"], ["play"], ["perform"])
    if entity.type == "person" and not live:
        return Frame(about, "met", object=entity, confidence=0.65)
    return Frame(about, "watched", object=replace(entity, type="work"), confidence=0.65)


def met_each_other(resolver: Resolver, clause: Clause) -> Iterator[Frame]:
    """Yield whom each of two people met: "Till and Nora met at a salsa class"."""
    if clause.tense != "past" or clause.negated or resolver.tree.child(clause.head, "obj") is not None:
        return
    joined = [resolver.resolve(i) for i in resolver.joined_subjects(clause.head)]
    people = [one for one in joined if one is not None and one.type == "person" and not one.plural]
    if len(people) == len(joined) == 2 and people[0].name != people[1].name:
        for one, other in (people, people[::-1]):
            yield Frame(one, "met", object=other, text=f"{one.name} met {other.name}", confidence=0.75)


def shared_home(resolver: Resolver, about: Reference, person: int) -> Iterator[Frame]:
    """Yield the town in which somebody shares a home: "I live with my husband in Ohio"."""
    tree = resolver.tree
    for i in (*tree.having(person, "nmod"), *tree.having(tree.heads[person], "obl")):
        town = resolver.resolve(i) if any(tree.lower[j] == "in" for j in tree.having(i, "case")) else None
        if town is not None and i in resolver.named and town.type in ("location", "other"):
            town = Reference(town.name, "location")
            yield Frame(about, "lives_in", object=town, confidence=0.75)
            if tree.lower[person] in ("me", "us"):
                yield Frame(Reference(resolver.speaker, "person"), "lives_in", object=town, confidence=0.75)


def led_to(resolver: Resolver, verb: int, thing: int) -> int | None:
    """Return the place of "took the kids to the zoo"."""
    tree = resolver.tree
    led = resolver.resolve(thing)
    if (
        tree.lemmas[thing] not in RELATION_OF_NOUN
        and tree.tags[thing] != "PRP"
        and (led is None or led.type != "person")
    ):
        return None
    phrases = (*tree.having(verb, "obl"), *tree.having(thing, "nmod"))
    fits = (i for i in phrases if i > verb and any(tree.lower[j] == "to" for j in tree.having(i, "case")))
    return next(fits, None)
