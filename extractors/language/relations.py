"""The relations that possessives imply: "my sister Anna", "our dog"."""

from collections.abc import Iterator
from dataclasses import replace

from chronomem.extractors.language.clauses.borrowed import foreign_tokens, requested_tokens
from chronomem.extractors.language.clauses.listed_names import names_counted
from chronomem.extractors.language.clauses.moods import is_comparison, stated_tokens
from chronomem.extractors.language.clauses.own_kin import is_bare_relative, is_named_kin
from chronomem.extractors.language.clauses.references import FIRST_POSSESSIVE, Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.clauses.relation_nouns import (
    ELDEST,
    is_address,
    is_in_law,
    relation_noun,
    titled_kin,
)
from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.facts.vocabulary import FactVocabulary

_KIN = {"has_child", "has_sibling", "has_parent", "has_grandparent", "has_relative", "married_to", "has_pet"}
"""Relations that whoever says "your son" to somebody knows of."""


def read_relations(resolver: Resolver, vocabulary: FactVocabulary) -> Iterator[Statement]:
    """Yield the relations that possessives imply ("my sister Anna", "our dog")."""
    tree = resolver.tree
    stated = stated_tokens(tree)
    for i, tag in enumerate(tree.tags):
        if tag not in ("NN", "NNS") and tree.lower[i] not in ELDEST:
            continue
        relation = RELATION_OF_NOUN.get(relation_noun(tree, i))
        modifiers = {tree.lower[j] for j in tree.children[i]}
        dead = "late" in (*modifiers, *tree.lower[i - 1 : i])
        if dead and relation is not None and resolver.possessor(i) == resolver.speaker and i in stated:
            yield from _died(resolver, i)
        if relation is None or modifiers & {"no", "ex"}:
            continue
        if relation == "has_colleague" and "own" in modifiers:
            continue  # "I'm my own boss"
        if dead and vocabulary.named(relation).single:
            continue
        outlived = relation == "has_pet" and (_is_outlived(tree, i) or _is_killed(tree, i))
        if _only_describes(resolver, i, relation) or outlived or is_comparison(tree, i) or _is_due(tree, i):
            continue
        if i in foreign_tokens(tree) - requested_tokens(tree):
            continue
        own = is_named_kin(resolver, i) or is_bare_relative(resolver, i)
        beside = resolver.accompanying(i) is not None and bool(names_counted(tree, i))
        owner = resolver.speaker if own or beside else resolver.possessor(i)
        if owner not in (resolver.speaker, resolver.other) or owner is None:
            continue
        before = tree.before_adjectives(i)
        if tree.negated(i) and (tree.child(i, "cop") is not None or (before and tree.lower[before - 1] == "not")):
            continue  # "NOT my cat"
        if is_in_law(tree, i):
            relation = "has_relative"
        reference, members = resolver.resolve(i), resolver.members(i)
        if reference is None or (_is_vague(reference, relation) and not members):
            continue
        if reference.name == resolver.other and not _is_said_of_name(resolver, i):
            continue
        if vocabulary.named(relation).single and reference.name.startswith(f"{owner}'s "):
            continue  # it would close the relation with a partner whose name is known
        if owner == resolver.speaker or (relation in _KIN and i in stated):
            yield from (_relation(resolver, i, relation, one, owner) for one in members or [reference])
    yield from _titled(resolver)


def _is_killed(tree: SyntaxTree, token: int) -> bool:
    """Whether an animal is no more: "a fox killed all of our hens"."""
    above = [token, tree.heads[token]] if tree.full_deps[token] == "nmod" else [token]
    return any(tree.lemmas[tree.heads[i]] == "kill" and tree.full_deps[i] == "obj" for i in above)


def _is_due(tree: SyntaxTree, noun: int) -> bool:
    """Whether a baby isn't born yet: "my baby's due in October"."""
    return tree.lemmas[noun] == "baby" and "due" in tree.lower[noun + 1 : noun + 4]


def _died(resolver: Resolver, noun: int) -> Iterator[Statement]:
    """Yield the death of "my late wife Ruth"."""
    reference = resolver.resolve(noun)
    if reference is not None and not reference.plural:
        told = _relation(resolver, noun, "died", reference, resolver.speaker)
        text = f"{reference.name} has died"
        yield replace(told, subject=reference.name, object=None, object_type=None, value="die", text=text, rule="verb")


def _titled(resolver: Resolver) -> Iterator[Statement]:
    """Yield the relatives whom the speaker calls by a kinship term and a name: "Nana Bridie", "Uncle Sipho"."""
    tree = resolver.tree
    for i, mention in resolver.named.items():
        relation = titled_kin(mention.name) if resolver.named.get(i - 1) is not mention else None
        last = i
        while resolver.named.get(last + 1) is mention:
            last += 1
        place = tree.tags[last + 1 : last + 2] == ["POS"] and tree.heads[i] <= last + 1  # "at Uncle Joe's"
        if relation is None or mention.type not in ("person", "other") or place:
            continue
        before = tree.lower[i - 1] if i else ""
        others = tree.tags[i - 1 : i] == ["PRP$"] and before not in FIRST_POSSESSIVE
        if resolver.possessor(i) in (None, resolver.speaker) and not others and before not in ("the", "a", "an", "'s"):
            titled = Reference(mention.name, "person", tree.lower[i])
            yield _relation(resolver, i, relation, titled, resolver.speaker)


def _is_outlived(tree: SyntaxTree, token: int) -> bool:
    """Whether an animal is told of as of one that was: "my goldfish lasted three weeks", "our old cat died"."""
    head = tree.heads[token]
    if tree.lemmas[head] == "die" and tree.tags[head] in ("VBD", "VBN") and tree.full_deps[token] == "nsubj":
        return not tree.negated(head)
    lived = tree.lemmas[head] in ("last", "live") and tree.tags[head] in ("VBD", "VBN")
    counted = any(tree.child(i, "nummod") is not None for i in tree.children[head])
    return lived and counted and tree.full_deps[token] == "nsubj"


def _only_describes(resolver: Resolver, token: int, relation: str) -> bool:
    """Whether a noun tells of no relative: "my mother tongue", "my kid brother", "my vespa is my baby"."""
    tree, head = resolver.tree, resolver.tree.heads[token]
    if tree.lower[token + 1 : token + 3] == ["from", "another"]:
        return True  # "my brother from another mother"
    if (
        relation == "has_child"
        and {token, *tree.children[token]}.isdisjoint(resolver.named)
        and is_address(tree, token)
    ):
        return True  # "I gave up meat, my child"
    if tree.full_deps[token] == "compound":
        return relation != "has_pet" and head not in resolver.named and tree.tags[head] in ("NN", "NNS")
    subject = tree.child(token, "nsubj") if tree.child(token, "cop") is not None else None
    if subject is None or relation != "has_child" or tree.tags[subject] != "NN":
        return False
    return subject not in resolver.named and tree.lemmas[subject] not in RELATION_OF_NOUN


def _is_said_of_name(resolver: Resolver, token: int) -> bool:
    """Whether a noun tells who the one is who is named before it: "Emil is my husband"."""
    subject = resolver.tree.child(token, "nsubj") if resolver.tree.child(token, "cop") is not None else None
    return subject in resolver.named


def _relation(resolver: Resolver, token: int, relation: str, reference: Reference, owner: str) -> Statement:
    tree = resolver.tree
    own = f"{owner}'s "
    word = tree.lower[token] if reference.plural or tree.tags[token] != "NNS" else tree.lemmas[token]
    noun = reference.name.removeprefix(own) if reference.name.startswith(own) else word
    named = "" if reference.name.startswith(own) else f" {reference.name}"
    verb = "has" if relation != "married_to" else "is married to"
    article = "" if reference.plural or relation == "married_to" else "a "
    text = f"{owner} {verb} {article}{noun}{named}" if verb == "has" else (f"{owner} {verb} {reference.name}")
    first, last = tree.extent(token)
    object_type: EntityType = reference.type
    return Statement(
        subject=owner, predicate=relation, object=reference.name, value=None, polarity="affirmed",
        modality="actual", tense="present", ended=False, valid_at=None, invalid_at=None, grain=None, confidence=0.7,
        text=text, span=(tree.starts[first], tree.end(last - 1)), object_type=object_type, rule="possessive",
    )  # fmt: skip


def _is_vague(reference: Reference, relation: str) -> bool:
    """Whether a reference ("my friends") names nobody in particular."""
    return reference.plural and relation in ("has_friend", "has_colleague", "has_mentor", "has_relative")
