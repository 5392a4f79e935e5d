"""The names that tell which ones are meant, after a number of them: "two friends, Marta and Veronika"."""

from typing import TYPE_CHECKING

from chronomem.extractors.language.clauses.ages_in_a_row import may_be_age
from chronomem.extractors.semantic_time.numbers import hundreds

if TYPE_CHECKING:
    from chronomem.extractors.language.parsing.syntax import SyntaxTree

_LEADING = {",", ":", "-", "\u2013", "\u2014", "called", "named"}
_JOINING = {",", "and", "&"}
_ARTICLES = {"the", "a", "an", "my", "our"}
_FARTHEST = 6
_LONGEST = 4
"""How many words may stand between the noun and its list, and how many make a name."""


def _may_name(tree: "SyntaxTree", token: int, *, plain: bool) -> bool:
    """Whether a word may belong to a name; after a colon also a plain noun: "three medicines: aspirin, …"."""
    if tree.words[token][:1].isupper():
        return True
    return plain and tree.tags[token][:2] in ("NN", "JJ", "FW") and tree.lower[token] not in _JOINING


def names_counted(tree: "SyntaxTree", head: int) -> list[tuple[int, int]]:
    """Return the names that follow a noun and are as many as it says, each from its first token up to its last.

    Other words may stand between, and ages beside them: "two bands these days, the Tin Lanterns and Harbour Nine",
    "two kids: Tom 12 and Mia (9)".
    """
    number = next((hundreds([tree.lower[i]], 0) for i in tree.having(head, "nummod")), None)
    if tree.tags[head] != "NNS" or number is None or number.value < 2:
        return []
    ends = [end for _, end in tree.sentences if head < end]
    last = ends[1] if tree.lower[ends[0] - 1] == ":" and len(ends) > 1 else ends[0]  # a colon closes no list
    lead = next((i for i in range(head + 1, min(head + 2 + _FARTHEST, last)) if tree.lower[i] in _LEADING), None)
    if lead is None or any(tree.is_verb(i) for i in range(head + 1, lead)):
        return []
    found: list[tuple[int, int]] = []
    at = lead
    while at < last and (at == lead or tree.lower[at] in _JOINING):
        while at < last and tree.lower[at] in _LEADING | _JOINING:
            at += 1
        if at < last and tree.lower[at] in _ARTICLES:
            at += 1
        end = at
        while end < last and end < at + _LONGEST and _may_name(tree, end, plain=tree.lower[lead] == ":"):
            end += 1
        if end == at:
            break
        found.append((at, end))
        at = _after_age(tree, end, last)
    return found if len(found) == number.value else []


def _after_age(tree: "SyntaxTree", at: int, last: int) -> int:
    """Return where the age ends that begins at a token, in brackets, after a comma or by itself; or the token."""
    age = at + (tree.lower[at : at + 1] in (["("], [","]))
    if age >= last or not may_be_age(tree.lower[age].removesuffix(")")):
        return at
    return age + 1 + (tree.lower[age + 1 : age + 2] == [")"])
