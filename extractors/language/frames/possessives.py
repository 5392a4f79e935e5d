"""What a possessive implies: "my car", "my flat in Oslo", "his daughter Nina", "her 60th birthday"."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet

from chronomem.extractors.language.clauses.phrases import phrase_text
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import is_in_law, relation_noun
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.lexicon import (
    COLLECTIVES,
    HOME_NOUNS,
    KEPT,
    MAKES,
    RELATION_OF_NOUN,
    demonyms,
    is_ailment,
)
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.predicates import predicate_named
from chronomem.graph_schema.facts.sentences import with_article

_NOT_NOW = {
    "old", "last", "first", "next", "future", "former", "previous", "dream", "ex", "rental", "hire", "company", "new",
    "parents", "stolen", "borrowed", "childhood", "second", "holiday", "summer", "own",
}  # fmt: skip
"""Modifiers of what isn't, or may not be, one's own today."""
_BORN = {"has_child", "has_sibling", "has_parent", "has_grandparent", "has_relative"}
_LASTING = _BORN | {"married_to", "engaged_to", "has_partner", "has_pet"}
_ORDINAL = re.compile(r"(\d{1,3})(st|nd|rd|th)")
_FIGURATIVE = {"basically", "practically", "virtually", "literally"}
_PARTED = {
    "sell", "lose", "steal", "nick", "crash", "total", "scrap", "give", "return", "wreck", "miss", "need", "want",
    "sink",
}  # fmt: skip
_RENTED = {"rent", "lease", "hire", "borrow"}
"""What the speaker does with what is another's: "I rent my skis"."""


_CURED = {"gone", "over", "cured", "cure", "beat", "better", "history", "cleared", "vanished", "disappeared"}


def read_possessives(resolver: Resolver, stated: AbstractSet[int]) -> Iterator[tuple[int, Frame]]:
    """Yield the possessions, homes and relatives that possessives in stated sentences imply, with their tokens.

    The relatives of the speaker have a rule of their own.
    """
    tree = resolver.tree
    for noun in range(len(tree.tags)):
        asked = noun + 1 in resolver.named and tree.is_asked(noun)
        if noun not in stated and not asked:
            continue
        owners = tree.having(noun, "nmod:poss", "det:poss")
        if not owners or not tree.tags[noun].startswith(("N", "J", "C")):
            continue
        owner = resolver.possessor(noun)
        if owner is None or owner == resolver.other:
            continue
        holder = Reference(owner, "person", confidence=0.8)
        if noun in stated:
            yield from ((noun, frame) for frame in _implied(resolver, noun, holder))
        elif owner != resolver.speaker:  # "and her husband Olle?"
            yield from ((noun, frame) for frame in _relative(resolver, noun, holder))


def _implied(resolver: Resolver, noun: int, owner: Reference) -> Iterator[Frame]:
    tree = resolver.tree
    lemma = tree.lemmas[noun]
    denied = tree.negated(noun) and tree.child(noun, "cop") is not None  # "it isn't my car"
    plain = not denied and not {tree.lower[i] for i in tree.children[noun]} & _NOT_NOW
    if _is_spoken(tree, noun):
        value = tree.words[noun].title()
        yield Frame(owner, "speaks", value=value, confidence=0.7, text=f"{owner.name} speaks {value}")
    elif owner.name != resolver.speaker:
        yield from _relative(resolver, noun, owner)
    elif plain and (lemma in KEPT or tree.lower[noun] in MAKES) and not _is_parted_with(resolver, noun):
        value = phrase_text(resolver, _in_other_words(tree, noun), alone=True)
        yield Frame(owner, "owns", value=value, confidence=0.6, text=f"{owner.name} owns {with_article(value)}")
    elif plain and is_ailment(lemma) and lemma != "allergy" and not _is_cured(tree, noun):
        value = phrase_text(resolver, noun, alone=True)
        yield Frame(owner, "has", value=value, confidence=0.7, text=f"{owner.name} has {value}")
    kind = lemma == "place" and tree.child(noun, "amod") is not None  # "my favourite place in Rome"
    if plain and lemma in HOME_NOUNS and not kind and (town := _town(resolver, noun)) is not None:
        text = f"{owner.name} lives in {town.name}"
        yield Frame(owner, "lives_in", object=town, confidence=0.6, text=text)


def _in_other_words(tree: SyntaxTree, noun: int) -> int:
    """Return what says more precisely which thing is meant: "Fiat" of "my car, a blue Fiat, broke down"."""
    same = next((i for i in tree.having(noun, "appos") if i > noun and tree.tags[i].startswith("NN")), noun)
    some = any(tree.lower[i] in ("a", "an") for i in tree.having(same, "det"))
    return same if some and tree.lemmas[same] != "one" else noun


def _is_spoken(tree: SyntaxTree, noun: int) -> bool:
    """Whether the word for a language tells how well it is spoken: "my Polish is rusty", "better than her English"."""
    if tree.lower[noun] not in demonyms() or tree.tags[noun] in ("NNS", "NNPS"):
        return False
    head = tree.heads[noun]
    if any(tree.lower[i] == "than" for i in tree.having(noun, "case")):
        subject = tree.child(head, "nsubj")
        return subject is not None and tree.lower[subject] in demonyms()
    judged = tree.full_deps[noun] == "nsubj" and tree.tags[head].startswith(("JJ", "RB"))
    return judged and tree.child(head, "cop") is not None and not tree.lower[head].endswith(("existent", "gone"))


def _relative(resolver: Resolver, noun: int, owner: Reference) -> Iterator[Frame]:
    """Yield the relative of somebody else who is called by name: "his daughter Nina", "Efua's son Kofi"."""
    relation = RELATION_OF_NOUN.get(relation_noun(resolver.tree, noun))
    ex = any(resolver.tree.lower[i] in ("ex", "late", "no") for i in resolver.tree.children[noun])
    if relation not in _LASTING or resolver.tree.lemmas[noun] in COLLECTIVES or ex:
        return
    reference = resolver.resolve(noun)
    if reference is None or reference.plural or reference.name == owner.name:
        return
    if "'s " in reference.name and relation != "has_pet":
        return  # that they have one is told by what is said of whom: "Tom's wife is a nurse"
    relation = "has_relative" if is_in_law(resolver.tree, noun) else relation
    word = resolver.tree.lower[noun]
    text = f"{owner.name} has {with_article(word)} {reference.name}"
    if predicate_named(relation).single:
        text = f"{reference.name} is the {word} of {owner.name}"
    yield Frame(owner, relation, object=reference, confidence=0.7, text=text)


def _is_parted_with(resolver: Resolver, noun: int) -> bool:
    """Whether the words around tell of a loss, a wish or a figure: "my bike got nicked", "I need my car back"."""
    tree, i = resolver.tree, noun
    while tree.heads[i] != i:
        i = tree.heads[i]
        figurative = any(tree.lower[j] in _FIGURATIVE for j in tree.children[i])
        if figurative or tree.lemmas[i] in _PARTED or _is_rented(tree, i) or _is_bought_by_another(resolver, i, noun):
            return True
    verb = tree.heads[noun]
    stopped = tree.lemmas[verb] == "break" and any(tree.lower[i] == "down" for i in tree.having(verb, "compound:prt"))
    done = tree.full_deps[noun] in ("nsubj", "nsubj:pass") and tree.lemmas[verb] in ("die", "go", "break")
    return done and not stopped  # what broke down is there still


def _is_rented(tree: SyntaxTree, verb: int) -> bool:
    subject = tree.child(verb, "nsubj")
    return tree.lemmas[verb] in _RENTED and subject is not None and tree.lower[subject] in ("i", "we")


def _is_cured(tree: SyntaxTree, noun: int) -> bool:
    """Whether a clause tells that an illness is over: "my eczema is gone", "I got over my insomnia"."""
    head = tree.heads[noun]
    told = {tree.lower[head], tree.lemmas[head], *(tree.lower[i] for i in tree.children[head])}
    return not _CURED.isdisjoint(told)


def _is_bought_by_another(resolver: Resolver, verb: int, noun: int) -> bool:
    """Whether a thing went to somebody else than its owner: "Pete bought my car"."""
    subject = resolver.tree.child(verb, "nsubj")
    buyer = None if subject is None or resolver.tree.lemmas[verb] != "buy" else resolver.resolve(subject)
    return buyer is not None and buyer.name != resolver.possessor(noun)


def _town(resolver: Resolver, noun: int) -> Reference | None:
    """Return the place where a home is: "Oslo" of "my flat in Oslo", "our Oslo flat"."""
    tree = resolver.tree
    for i in tree.having(noun, "nmod", "obl", "compound"):
        placed = any(tree.lower[j] in ("in", "on") for j in tree.having(i, "case"))
        if i in resolver.named and (placed or i == noun - 1):
            town = resolver.resolve(i)
            if town is not None and town.type in ("location", "other"):
                return Reference(town.name, "location")
    return None


def told_age(resolver: Resolver, token: int) -> tuple[Reference, str] | None:
    """Return whose and which birthday an ordinal names: "Dad's 80th", "her 60th birthday"."""
    tree = resolver.tree
    number = _ORDINAL.fullmatch(tree.lower[token])
    if number is None or not 1 <= int(number[1]) <= 110:
        return None
    noun = token
    if tree.lemmas[tree.heads[token]] in ("birthday", "bday"):
        noun = tree.heads[token]
        if noun < token:
            return None  # "since her birthday, the 3rd"
    elif tree.tags[tree.heads[token]].startswith("N") and tree.heads[token] == token + 1:
        return None
    owner = resolver.possessor(noun)
    return None if owner is None or owner == resolver.other else (Reference(owner, "person", confidence=0.8), number[1])
