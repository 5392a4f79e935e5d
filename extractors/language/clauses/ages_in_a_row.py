"""Ages that follow first names without a comma, in a row of such: "Tom 12, Mia 9 and Leo 4"."""

from collections.abc import Set as AbstractSet

from chronomem.extractors.language.lexicon import RELATION_OF_NOUN, is_first_name
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_OLDEST = 110
_BETWEEN = {",", ";", "and", "&", ".", "!", "("}


def ages_in_a_row(tree: SyntaxTree) -> AbstractSet[int]:
    """Return the tokens that are such ages, of relatives or after no verb but "be".

    One alone is none, for it may be anything ("Studio 54"), and "Ann has 2 tents, Tom 3 and Mia 4" tells of tents.
    """
    found: set[int] = set()
    for first, last in tree.sentences:
        ages = [token for token in range(first + 1, last) if _is_age(tree, token, last)]
        if len(ages) > 1 and _is_led(tree, range(first, ages[0] - 1)):
            found.update(ages)
    return found


def _is_led(tree: SyntaxTree, before: range) -> bool:
    """Whether ages may follow some words."""
    kin = any(tree.lemmas[i] in RELATION_OF_NOUN for i in before)
    return kin or all(tree.lemmas[i] == "be" for i in before if tree.is_verb(i) or tree.tags[i].startswith("VB"))


def _is_age(tree: SyntaxTree, token: int, last: int) -> bool:
    word, name = tree.lower[token], tree.words[token - 1]
    if not may_be_age(word) or not name.istitle() or not is_first_name(name):
        return False
    return token + 1 == last or tree.lower[token + 1] in _BETWEEN


def may_be_age(word: str) -> bool:
    """Whether a word is a number in digits that an age in years may be."""
    return word.isdecimal() and len(word) < 4 and 0 < int(word) <= _OLDEST
