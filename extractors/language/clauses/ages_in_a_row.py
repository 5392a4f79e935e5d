"""Ages that follow first names without a comma, in a row of such: "Tom 12, Mia 9 and Leo 4"."""

from collections.abc import Set as AbstractSet

from chronomem.extractors.language.lexicon import is_first_name
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_OLDEST = 110
_BETWEEN = {",", ";", "and", "&", ".", "!", "("}


def ages_in_a_row(tree: SyntaxTree) -> AbstractSet[int]:
    """Return the tokens that are such ages; one alone is none, for it may be anything ("Studio 54", "Louis 14")."""
    found: set[int] = set()
    for first, last in tree.sentences:
        ages = {token for token in range(first + 1, last) if _is_age(tree, token, last)}
        if len(ages) > 1:
            found |= ages
    return found


def _is_age(tree: SyntaxTree, token: int, last: int) -> bool:
    word = tree.lower[token]
    closed = token + 1 == last or tree.lower[token + 1] in _BETWEEN
    is_number = word.isdecimal() and len(word) < 4 and 0 < int(word) <= _OLDEST
    return is_number and closed and tree.words[token - 1].istitle() and is_first_name(tree.words[token - 1])
