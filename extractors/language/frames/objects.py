"""Verbs with an object: the predicate, and one frame for each thing that "and" joins."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.phrases import complements, phrase_text, says_something
from chronomem.extractors.language.clauses.references import Reference, Resolver
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.verb_map import map_verb, open_predicate
from chronomem.extractors.language.lexicon import GENERIC_OWNED, RELATION_OF_NOUN, STOP_OBJECTS

_RELATIONS = set(RELATION_OF_NOUN.values())
_LISTED = _RELATIONS | {
    "likes", "dislikes", "plays", "speaks", "owns", "studies", "prefers", "read", "watched",
}  # fmt: skip


def read_object(
    resolver: Resolver, about: Reference, verb: int, lemma: str, particle: str, thing: int, timed: set[int]
) -> Iterator[Frame]:
    """Yield the frames of a verb with an object: one for each name or bare noun that "and" joins."""
    tree = resolver.tree
    value = phrase_text(resolver, thing)
    rest = complements(resolver, verb, {thing}, timed)
    noun = tree.lemmas[thing]
    if lemma in ("call", "name") and tree.lower[thing] in ("him", "her", "it", "them"):
        return  # the name's own frame tells it
    if lemma in ("learn", "study") and noun in STOP_OBJECTS:
        yield Frame(about, lemma, value=f"{value} {rest}".strip(), confidence=0.6)
        return
    if noun == "part" and lemma == "take":
        yield Frame(about, "attended", value=rest.removeprefix("in ") or value, confidence=0.85)
        return
    predicate = _predicate_of(lemma, particle, noun)
    related = predicate in _RELATIONS and not particle
    frame = Frame(about, predicate, confidence=0.85, begins=related and lemma == "get", negated=tree.negated(thing))
    entities = _entities(resolver, about, thing, related)
    if entities:
        yield from (replace(frame, object=entity, value=value) for entity in entities)
    elif says_something(value) or says_something(rest):
        values = _listed(resolver, thing) if predicate in _LISTED and not rest else []
        yield from (replace(frame, value=one) for one in values or [f"{value} {rest}".strip()])


def _predicate_of(lemma: str, particle: str, noun: str) -> str:
    """Return the predicate of a verb with this object: "have a dog" is has_pet, "have a car" owns."""
    if lemma in ("have", "get", "own") and noun in RELATION_OF_NOUN and not particle:
        return RELATION_OF_NOUN[noun]
    if lemma == "have":
        return "owns" if noun in GENERIC_OWNED else "has"
    return map_verb(lemma, particle, "") or open_predicate(lemma, particle, "")


def _entities(resolver: Resolver, about: Reference, thing: int, related: bool) -> list[Reference]:
    """Return the entities in the object, without the subject: "two cats, Luna and Oliver", "French and German"."""
    if related and (names := resolver.names_beside(thing) or resolver.names_after(thing)):
        return [Reference(name.name, name.type) for name in names]
    found = (resolver.resolve(i) for i in (thing, *resolver.tree.having(thing, "conj")))
    named = [entity for entity in found if entity is not None and entity.name != about.name]
    alone = resolver.resolve(thing)
    return named if len(named) > 1 or (alone is not None and alone.name != about.name) else []


def _listed(resolver: Resolver, thing: int) -> list[str]:
    """Return the parts of "pizza and sushi", if each is a bare noun."""
    tree = resolver.tree
    others = tree.having(thing, "conj")
    if not others or any(tree.having(i, "nmod", "acl", "acl:relcl") for i in (thing, *others)):
        return []
    first = phrase_text(resolver, thing, alone=True)
    values = [first, *(phrase_text(resolver, i) for i in others)]
    return values if all(says_something(value) for value in values) else []
