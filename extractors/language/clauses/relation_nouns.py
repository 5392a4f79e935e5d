"""Nouns that say who somebody is to another: "sister", "little one", "other half", "sister-in-law"."""

from chronomem.extractors.language.lexicon import COLLECTIVES, KIN_TITLES, RELATION_OF_NOUN, UNRELATED
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.given import EntityType
from chronomem.graph_schema.model.entity_names import ROLE_NAMES

ELDEST = {"eldest", "oldest", "youngest", "firstborn"}
"""Words for a child of one's own, with a possessor and without a noun: "my eldest"."""
YEARS = {"year", "yr"}
UNITS = {*YEARS, "month", "week", "day"}
"""What an age is counted in."""
_MEANT = {
    "girl": ({"little", "baby", "wee"}, "child"),
    "boy": ({"little", "baby", "wee"}, "child"),
    "half": ({"other", "better"}, "partner"),
    "one": ({"little", "wee", "small"}, "child"),
    "ones": ({"little", "wee", "small"}, "child"),
}
"""Words that name a relative together with one of some modifiers."""
_PARTNERS = ("married_to", "engaged_to", "has_partner")
_TELLING_APART = {
    "older", "younger", "little", "big", "oldest", "youngest", "eldest", "best", "late", "ex", "old", "twin", "middle",
    "first", "second", "third", "fourth", "fifth", "step", "half", "foster", "adoptive", "birth", "bio", "biological",
}  # fmt: skip
"""Modifiers that tell one relative from others."""
_KIN_OF_KIN = {"has_relative", "has_grandparent"}
"""Relations that go on beyond a generation: "my great aunt"."""
PARTNER_NOUNS = frozenset(noun for noun, relation in RELATION_OF_NOUN.items() if relation in _PARTNERS)
"""Nouns for the one whom somebody is together with."""


def relation_noun(tree: SyntaxTree, head: int) -> str:
    """Return the noun that says who somebody is to another: "partner" for "my other half"."""
    lower = tree.lower[head]
    if lower in ELDEST or lower == "twins":
        return "child"
    if _ends_in_laws(tree, head):
        return "in-law"
    modifiers = {tree.lower[i] for i in tree.children[head]}
    meant = _MEANT.get(lower)
    return meant[1] if meant is not None and modifiers & meant[0] else tree.lemmas[head]


def kind_of_role(noun: str) -> EntityType | None:
    """Return the kind of which one's own "sister", "landlord", "dog" or "band" is; None for other nouns."""
    if noun in COLLECTIVES:
        return "person" if noun in ("family", "fam") else "organization"
    relation = RELATION_OF_NOUN.get(noun)
    if relation == "has_pet":
        return "other"
    return "person" if relation is not None or noun in UNRELATED else None


def role_noun(tree: SyntaxTree, head: int) -> str:
    """Return what somebody is to another with what tells them from others: "older sister", and "mother" for "mom"."""
    noun = tree.lower[head]
    if noun in _MEANT:
        return relation_noun(tree, head)
    if _ends_in_laws(tree, head):
        return "in-laws"
    role = f"{ROLE_NAMES.get(noun, noun)}-in-law" if is_in_law(tree, head) else ROLE_NAMES.get(noun, noun)
    near = head
    while near > 0 and tree.heads[near - 1] == head and tree.tags[near - 1] != "PRP$":
        near -= 1  # not "how old is your aunt"
    telling = _TELLING_APART | ({"great"} if RELATION_OF_NOUN.get(noun) in _KIN_OF_KIN else set())
    before = (i for i in range(near, head) if tree.lower[i] in telling)
    modifiers = [tree.lower[i] for i in before if measure_of_age(tree, i) is None]
    if noun not in PARTNER_NOUNS and "late" in modifiers:
        modifiers.remove("late")  # who has died is still the same relative; a partner may have had others since
    return " ".join([*modifiers, role])


def measure_of_age(tree: SyntaxTree, old: int) -> int | None:
    """Return the unit of an age, with hyphens or without: "year" of the "old" of "my twelve-year-old son"."""
    unit = old - 2 if tree.lower[old - 1 : old] == ["-"] else old - 1
    return unit if tree.lower[old] == "old" and unit > 0 and tree.lemmas[unit] in UNITS else None


def titled_kin(name: str) -> str | None:
    """Return the relation to somebody who is called by a kinship term and a name: "Nana Bridie", "Uncle Sipho"."""
    title, _, rest = name.partition(" ")
    relation = RELATION_OF_NOUN.get(title.lower()) if rest and title.lower() in KIN_TITLES else None
    return relation if relation in ("has_grandparent", "has_relative") else None


def is_in_law(tree: SyntaxTree, head: int) -> bool:
    """Whether a noun is the first part of "sister-in-law", with hyphens or without."""
    after = tree.lower[head + 1 : head + 5]
    return after == ["-", "in", "-", "law"] or after[:2] == ["in", "law"]


def _ends_in_laws(tree: SyntaxTree, head: int) -> bool:
    """Whether a noun is the last part of "in-laws", with hyphens or without."""
    if tree.lower[head] != "laws":
        return False
    before = [word for word in tree.lower[max(0, head - 2) : head] if word != "-"]
    return before[-1:] == ["in"]


def is_on_the_way(tree: SyntaxTree, noun: int) -> bool:
    """Whether a child is still to be born: "a baby on the way"."""
    return tree.lower[noun + 1 : noun + 2] == ["on"] and "way" in tree.lower[noun + 2 : noun + 4]


def is_best_friend(tree: SyntaxTree, head: int) -> bool:
    """Whether a noun is the "friend" of "best friend"."""
    return tree.lemmas[head] == "friend" and any(tree.lower[i] == "best" for i in tree.children[head])


def names_one(tree: SyntaxTree, token: int) -> int:
    """Return where the name stands that "call" or "name" gives to the one who was mentioned, or -1.

    "called him Biscuit", "he's called Biscuit", "his name is Biscuit".
    """
    before, after = tree.lower[max(0, token - 2) : token], tree.lower[token + 1]
    if tree.is_verb(token) and after in ("him", "her", "it"):
        return token + 2
    be = {"is", "was", "'s", "s"}
    if tree.lower[token] in ("called", "named") and len(before) == 2 and before[0] in ("he", "she", "it"):
        return token + 1 if before[1] in be else -1
    possessed = before[-1:] in (["his"], ["her"], ["its"])
    return token + 2 if tree.lower[token] == "name" and possessed and after in be else -1


def is_address(tree: SyntaxTree, noun: int) -> bool:
    """Whether a noun only addresses the listener: "I gave up meat, my child"."""
    apart = tree.deps[noun] == "iobj" and tree.lower[noun - 2 : noun - 1] == [","]
    return apart or tree.deps[noun] == "vocative"
