"""Clauses that give names: "my twins are called Finn and Nora", "a cat called Biscuit and a dog called Olive"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import relation_noun
from chronomem.extractors.language.extracted import Mention
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import ANIMALS, RELATION_OF_NOUN

_BORN = {"baby", "newborn"}
_KEPT = {"have", "get", "own", "adopt", "keep", "foster", "rescue", "buy"}


def read_naming(resolver: Resolver, clause: Clause) -> list[Frame] | None:
    """Return the relations of a clause that gives names to relatives or animals; None if it gives none.

    "Everyone calls him Bobo" and "she goes by Dee" state nothing but a name.
    """
    tree, head = resolver.tree, clause.head
    if clause.negated or clause.kind == "command":
        return None
    if tree.lemmas[head] == "go" and any(
        i in resolver.named and _case(resolver, i) == "by" for i in tree.children[head]
    ):
        return []
    if tree.lemmas[head] not in ("call", "name") or not tree.is_verb(head):
        return None
    given = resolver.named.get(head + 3) if tree.lower[head + 1 : head + 2] in (["the"], ["our"]) else None
    about = clause.reference
    if given is not None and about is not None and clause.tense == "past" and clause.modality == "actual":
        told = _relations(resolver, head + 2, [given], about.name)  # "we called the kitten Mochi"
        return [replace(frame, begins=True) for frame in told]
    names = _names_under(resolver, head)
    if not names:
        return None
    if tree.child(head, "aux:pass") is None:
        return []
    subject = clause.subject
    return [] if subject is None else [*_relations(resolver, subject, names, resolver.possessor(subject))]


def read_named_things(resolver: Resolver, clause: Clause, about: Reference) -> Iterator[Frame]:
    """Yield each further one of "a cat called Biscuit and a dog called Olive"; the first one is the object's frame."""
    tree, head = resolver.tree, clause.head
    if tree.lemmas[head] not in _KEPT or clause.negated or clause.modality != "actual":
        return
    first = tree.child(head, "obj")
    for noun in sorted(tree.subtree(head)):
        relation = "has_pet" if tree.lemmas[noun] in ANIMALS else RELATION_OF_NOUN.get(tree.lemmas[noun])
        if relation is None or noun == first or tree.full_deps[noun] != "conj" or resolver.possessor(noun) is not None:
            continue
        for verb in tree.having(noun, "acl"):
            if tree.lemmas[verb] in ("call", "name"):
                for name in _names_under(resolver, verb):
                    yield Frame(about, relation, object=Reference(name.name, name.type), confidence=0.8)


def _case(resolver: Resolver, token: int) -> str:
    case = resolver.tree.child(token, "case")
    return "" if case is None else resolver.tree.lower[case]


def _names_under(resolver: Resolver, verb: int) -> list[Mention]:
    """Return the names that "called" gives, in order."""
    tree = resolver.tree
    found: list[Mention] = []
    for i in (*tree.having(verb, "xcomp", "obj", "obl", "dep"), verb + 1):
        if i <= verb or i not in resolver.named or tree.child(i, "case") is not None:
            continue
        for j in (i, *tree.having(i, "conj")):
            mention = resolver.named.get(j)
            if mention is not None and mention not in found:
                found.append(mention)
    return found


def _relations(resolver: Resolver, subject: int, names: list[Mention], owner: str | None) -> Iterator[Frame]:
    """Yield whose relatives the named ones are: the owner of "my parents' dogs" is not the speaker."""
    relation = RELATION_OF_NOUN.get(relation_noun(resolver.tree, subject))
    if resolver.tree.lemmas[subject] in _BORN:
        relation = "has_child"
    if relation is None or owner is None:
        return
    holder = Reference(owner, "person", confidence=0.8)
    for name in names:
        noun = resolver.tree.lower[subject]
        yield Frame(
            holder,
            relation,
            object=Reference(name.name, name.type),
            text=f"{owner}'s {noun} is called {name.name}"
            if len(names) == 1
            else f"{name.name} is one of {owner}'s {noun}",
        )
