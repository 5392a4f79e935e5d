"""The names that a turn gives to relatives and animals: "a kitten and called him Biscuit", "my best friend is Tom"."""

from collections.abc import Mapping

from chronomem.extractors.language.clauses.genders import gender_of_noun
from chronomem.extractors.language.clauses.relation_nouns import names_one, relation_noun
from chronomem.extractors.language.extracted import Mention
from chronomem.extractors.language.lexicon import RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_FURTHER_NAMES = {"maiden", "middle", "last", "family", "second", "married", "birth", "stage", "pen"}
_WHERE = {"in", "at", "to", "from", "near"}
_PERIODS = {"year", "month", "decade", "week"}


def name_given(tree: SyntaxTree, named: Mapping[int, Mention], head: int) -> Mention | None:
    """Return the name in "a kitten and called him Biscuit" and "a pup, his name is Rex", if it is the only one."""
    relation = RELATION_OF_NOUN.get(tree.lemmas[head])
    born = tree.lemmas[head] in ("girl", "boy") and tree.full_deps[head] == "obj"
    new = relation is not None and any(tree.lower[i] in ("a", "an") for i in tree.having(head, "det"))
    if not born and not new and relation not in ("has_pet", "has_child"):
        return None
    for i in range(head + 1, len(tree.words) - 1):
        if tree.lemmas[i] in RELATION_OF_NOUN:
            return None
        if tree.lemmas[i] in ("call", "name") and (place := names_one(tree, i)) in named:
            return named[place]
    return None


def name_told(tree: SyntaxTree, named: Mapping[int, Mention], head: int) -> Mention | None:
    """Return the name in "my husband's name is Tom", "my best friend is Tom" and "Theo's aunt is my boss Ada"."""
    of_name = tree.deps[head] == "nmod" and tree.lemmas[tree.heads[head]] == "name"
    subject = tree.heads[head] if of_name else head
    if of_name and further_name(tree, subject):
        return None  # "my mum's maiden name is Novak"
    if subject == head and tree.lemmas[head] not in RELATION_OF_NOUN:
        return None
    if subject == head and tree.child(head, "cop") is not None:  # "Meg is my sister", not "Meg is with my sister"
        if tree.child(head, "case") is not None:
            return None
        told = tree.child(head, "nsubj")
        mention = named.get(told) if told is not None and not _is_denied(tree, head) else None
        return mention if mention is not None and mention.type in ("person", "other") else None
    predicate = tree.heads[subject]
    if _is_denied(tree, predicate):
        return None  # "my daughter isn't called Ida"
    if tree.full_deps[subject] == "nsubj:pass" and tree.lemmas[predicate] in ("call", "name"):
        given = tree.child(predicate, "xcomp", "obj")  # "our dog is called Bruno"
        return named.get(given) if given is not None else None
    if tree.full_deps[subject] != "nsubj" or tree.child(predicate, "cop") is None:
        return None
    if tree.child(predicate, "case") is not None:
        return None  # "my father is in Oslo"
    if not tree.tags[predicate].startswith("N") or tree.child(predicate, "det") is not None:
        return None  # "my father is Brazilian", "my father is a Scot"
    mention = named.get(predicate)
    if mention is None and tree.heads[predicate + 1 : predicate + 2] == [predicate]:
        mention = named.get(predicate + 1)  # "Theo's aunt is my boss Ada"
    return mention if mention is not None and mention.type in ("person", "other") else None


def _is_denied(tree: SyntaxTree, predicate: int) -> bool:
    return any(tree.lower[i] in ("not", "n't", "never") for i in tree.children[predicate])


def name_enclosed(tree: SyntaxTree, named: Mapping[int, Mention], head: int, *, owned: bool) -> Mention | None:
    """Return the name in "my eldest, Jude, plays the cello" and "I have a girlfriend now, Mia", however parsed.

    Args:
        owned: whether the phrase tells whose relative it is.
    """
    now = tree.lower[head + 1 : head + 2] == ["now"] and tree.full_deps[head] == "obj"
    first = head + 2 + now
    mention = named.get(first)
    if mention is None or tree.lower[first - 1] not in (",", "(") or not (owned or now):
        return None
    last, several = first, tree.tags[head] == "NNS"
    while named.get(last + 1) is mention or (several and {last + 1, last + 2} & named.keys()):
        last += 1
    closed = last + 1 == len(tree.words) or tree.lower[last + 1] in (",", ")", ".", "!")
    return mention if closed and relation_noun(tree, head) in RELATION_OF_NOUN else None


def name_in_front(tree: SyntaxTree, named: Mapping[int, Mention], head: int, other: str | None) -> Mention | None:
    """Return the name in "Jude, my old maths teacher, plays the cello" and "Jude, my partner of ten years, is here"."""
    first = head
    while first > 0 and tree.tags[first - 1].startswith(("JJ", "NN")) and first - 1 not in named:
        first -= 1
    closed = tree.lower[(end := _after_years(tree, head)) : end + 1] in ([], [","], [")"], ["."], ["!"])
    if first < 3 or tree.tags[first - 1] != "PRP$" or tree.lower[first - 2] not in (",", "(") or not closed:
        return None
    mention = named.get(first - 3)
    if mention is not None and _is_told_last(tree, head, mention):
        return None
    person = mention is not None and mention.type in ("person", "other") and mention.name != other
    return mention if person and relation_noun(tree, head) in RELATION_OF_NOUN else None


def _after_years(tree: SyntaxTree, head: int) -> int:
    """Return where a relative with the years that it has been one ends: "my partner of ten years", "of many years"."""
    years = head + 3 if tree.lower[head + 1 : head + 2] == ["of"] else head
    return years + 1 if years < len(tree.words) and (years == head or tree.lemmas[years] in _PERIODS) else head + 1


def _is_told_last(tree: SyntaxTree, relative: int, beside: Mention) -> bool:
    """Whether a relative is the one whom the sentence calls by a pronoun: "he lives in Turku, my brother"."""
    first = next(first for first, last in tree.sentences if first <= relative < last)
    place = next((i for i in range(first, relative) if tree.starts[i] == beside.start), first)
    meant = {"he": "m", "she": "f"}.get(tree.lower[first]) == gender_of_noun(tree.lemmas[relative])
    return meant and place > first and tree.lower[place - 1] in _WHERE


def further_name(tree: SyntaxTree, name: int) -> str:
    """Return which one of somebody's names is told, if it isn't what they are called: "maiden", "middle"; or ""."""
    return next((tree.lower[i] for i in tree.children[name] if tree.lower[i] in _FURTHER_NAMES), "")
