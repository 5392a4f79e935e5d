"""Relatives of the speaker's who are named without a possessive: "mum", "the wife", "cousin Bronagh"."""

from chronomem.extractors.language.clauses.genders import GENDER_OF_PRONOUN, THEY
from chronomem.extractors.language.clauses.referents import Phrases
from chronomem.extractors.language.clauses.relation_nouns import PARTNER_NOUNS, relation_noun
from chronomem.extractors.language.lexicon import FORMAL_KIN, OWN_KIN, RELATION_OF_NOUN
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_TOLD_OF = {"nsubj", "nsubj:pass", "obj", "iobj", "obl", "nmod:poss", "conj"}
_BEFORE_KIN = {"and", "with", "to", "for", "from", "of", "at", "by", "after", "like"}
_THE_OWN = {"wife", "missus", "husband", "hubby", "fiance", "fiancee", "boyfriend", "girlfriend", "dog", "cat"}
"""Those who are one's own with an article and a name: "the wife, Carol"."""
_ONES_OWN = {"wife", "missus", "hubby", "husband", "kids", "kiddos"}
"""Those who are one's own with an article alone: "the wife's away"."""
_OF_CLASSES = ("class", "teach", "teacher", "pupil", "student", "lesson", "nursery", "camp")
"""What those speak of whose "kids" are other people's."""
_DEAR = {"best", "big", "little", "lil", "old", "poor", "dear", "good", "older", "younger", "twin", "line"}
_BEFORE_OWN = _BEFORE_KIN | {"but", "so", "because", "when", "if", "that", "is", "was", "then", "our", "my"}
_BEING = {"is", "are", "'s", "'re", "s", "re"}


def is_own_kin(resolver: Phrases, head: int) -> bool:
    """Whether the phrase is a bare "dad", without a possessor or a name, in a sentence about a person."""
    tree = resolver.tree
    if is_named_kin(resolver, head):
        return True
    if tree.full_deps[head] not in _TOLD_OF:
        return False
    if is_bare_relative(resolver, head):
        return True
    if tree.lower[head] not in OWN_KIN and tree.words[head] not in FORMAL_KIN:
        return False
    if head and tree.lower[head - 1] not in _BEFORE_KIN and tree.heads[head - 1] == head:
        return False
    return head + 1 not in resolver.named and head not in resolver.named


def is_bare_relative(resolver: Phrases, head: int) -> bool:
    """Whether a sentence opens with a relative without any article: "brother got married", "best friend is here".

    "The wife's away" is about the speaker's wife as well.
    """
    tree = resolver.tree
    if _is_the_own(resolver, head):
        return True
    relation = RELATION_OF_NOUN.get(relation_noun(tree, head))
    if relation in (None, "has_pet") or tree.tags[head] != "NN" or tree.lower[head] in ("baby", "child", "kid"):
        return False
    if not tree.full_deps[head].startswith("nsubj") or head in resolver.named or head + 1 in resolver.named:
        return False
    start = next(start for start, end in tree.sentences if start <= head < end)
    first = head
    while first > start and tree.lower[first - 1] in _DEAR:
        first -= 1
    joined = tree.lower[head + 1 : head + 2] in (["and"], ["&"], ["of"])
    return not joined and all(_may_open(tree, i) for i in range(start, first))


def _is_the_own(resolver: Phrases, head: int) -> bool:
    """Whether a spouse or children with an article are the speaker's, if nobody else is spoken of before.

    "The wife's away", "the kids love it", but not "the kids in my class".
    """
    tree = resolver.tree
    if tree.lower[head] not in _ONES_OWN or head == 0 or tree.lower[head - 1] != "the":
        return False
    if tree.having(head, "nmod", "acl", "acl:relcl") or resolver.talked_of(*_OF_CLASSES):
        return False
    if tree.is_asked(head):
        return False  # "do you often go there with the kids?"
    several = tree.tags[head] == "NNS"
    if several and resolver.before is not None and resolver.before.owned(relation_noun(tree, head), plural=True):
        return False  # those that were named before
    if is_asked_after(tree, head):
        return False
    return not any(
        tree.lower[i] in GENDER_OF_PRONOUN or tree.lower[i] in THEY or i in resolver.named or _may_have_kids(tree, i)
        for i in range(head)
    )


def _may_have_kids(tree: SyntaxTree, noun: int) -> bool:
    """Whether "the kids" after a noun may be another's: "my sister is here with the kids"."""
    kin = tree.lemmas[noun]
    return kin not in PARTNER_NOUNS and RELATION_OF_NOUN.get(kin, "has_pet") not in ("has_pet", "has_child")


def is_asked_after(tree: SyntaxTree, head: int) -> bool:
    """Whether a relative or animal is the other's, whom the question is put to: "how's the baby?"."""
    lower = tree.lower
    return head > 2 and lower[head - 1] == "the" and lower[head - 2] in _BEING and lower[head - 3] == "how"


def is_named_kin(resolver: Phrases, head: int) -> bool:
    """Whether a relative has a name and no possessor: "cousin Bronagh", "best mate Gaz", "the wife, Jo"."""
    tree = resolver.tree
    relation = RELATION_OF_NOUN.get(relation_noun(tree, head))
    if relation is None or head in resolver.named or tree.tags[head] != "NN":
        return False
    first = head
    while first > 0 and tree.lower[first - 1] in _DEAR:
        first -= 1
    before = tree.lower[first - 1] if first else ""
    enclosed = tree.lower[head + 1 : head + 2] == [","] and resolver.named.get(head + 2) is not None
    if before == "the" and first == head:
        return tree.lower[head] in _THE_OWN and (enclosed or head + 1 in resolver.named)
    mention = resolver.named.get(head + 1)
    if mention is None or mention.type not in ("person", "other") or relation == "has_pet":
        return False
    if before in ("'s", "'"):
        return False  # "my brother's girlfriend Ana"
    return not before or before in _BEFORE_OWN or not before[0].isalnum()


def _may_open(tree: SyntaxTree, token: int) -> bool:
    """Whether a word may stand before what a sentence is about: "and", "so", "ugh", "yesterday"."""
    return not tree.lower[token][0].isalnum() or tree.tags[token] in ("CC", "UH", "RB", "NFP")
