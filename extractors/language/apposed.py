"""What a message says once more by its name: "a puppy, Bo", "a bakery called Crumb".

Rules and network may tell of both, and each is right. The one that names it is the fact. What is counted
stays beside the names: "three sisters" may be four one day.
"""

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace

from chronomem.extractors.language.clauses.listed_names import names_counted
from chronomem.extractors.language.clauses.phrases import TIME_NOUNS
from chronomem.extractors.language.extracted import Extraction, Statement
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_LEADING = {",", ":", "-", "(", "called", "named"}
"""Words after a noun that lead to its name."""
_BETWEEN = _LEADING | {"the", "a", "an", "my", "our", "girl", "boy", "son", "daughter", "guy", "man", "woman", "lady"}
"""Words that may stand before the name, besides others: "a baby, a girl called Zoe"."""
_BESIDE = {"appos", "vocative", "parataxis", "dislocated"}
"""How what a noun is, in other words, depends on it or on its verb."""
_OWNING = {"owns", "bought", "has", "received"}
"""Predicates of things, which may be told more precisely: "a car, a Fiat Panda"."""
_CALLED = {"has_pet", "runs", "started"}
"""Predicates of animals and firms, which are called by a name: "our own company, Nimbus"."""
_NUMBERED = {"has_pet", "has_child", "has_sibling"}
"""Predicates of which the number is worth knowing beside the names."""
_IN_COUNTS = {"CD", "JJ", "NN", "NNS"}
"""The tags of "two old friends", which names may stand for; not of "dinner with two friends"."""
_FARTHEST = 12


def with_names(extraction: Extraction, tree: SyntaxTree, people: Collection[str]) -> Extraction:
    """Return what a message tells, by the names and the words that say most.

    Args:
        people: who takes part, and may be spoken to: "I bought a car, Ben".
    """
    spoken_to = {name.lower() for each in people for name in (each, each.partition(" ")[0])}
    told = [_named(_called(each, tree), tree, spoken_to) for each in extraction.statements]
    told = [one for each in told for one in _counted(each, tree, told)]
    statements = [each for each in told if not _is_named_beside(each, tree, told)]
    return replace(extraction, statements=tuple(statements))


def _counted(statement: Statement, tree: SyntaxTree, told: Sequence[Statement]) -> list[Statement]:
    """Return what is told of several by their names, if they follow; animals and children are counted as well."""
    words = (statement.object or statement.value or "").lower().split()
    nouns = (i for i in range(len(tree.lower)) if words and tree.lower[i - len(words) + 1 : i + 1] == words)
    alone = (i for i in nouns if all(tree.tags[j] in _IN_COUNTS for j in range(i - len(words) + 1, i + 1)))
    names = next((names for i in alone if (names := names_counted(tree, i))), [])
    if not names or statement.ended or statement.polarity != "affirmed":
        return [statement]
    known = {(each.object or each.value) for each in told if each is not statement and _is_of_same(each, statement)}
    others = [name for span in names if (name := tree.phrase(*span)) not in known]
    named = [replace(statement, object=name, value=None) for name in others]
    return [statement, *named] if statement.predicate in _NUMBERED else named


def _is_named_beside(statement: Statement, tree: SyntaxTree, all_of_them: Sequence[Statement]) -> bool:
    if _is_called_otherwise(statement, tree, all_of_them):
        return True
    noun = _noun(statement, tree)
    return noun is not None and any(
        _is_told_beside(tree, noun, (other.object or other.value or "").lower().split())
        for other in all_of_them
        if other is not statement and _is_of_same(other, statement)
    )


def _is_called_otherwise(statement: Statement, tree: SyntaxTree, all_of_them: Sequence[Statement]) -> bool:
    """Whether a name is told of what a thing is in other words: "a puppy from a shelter, a whippet named Juno"."""
    words = (statement.value or "").lower().split()
    if statement.predicate not in _CALLED or not words or statement.ended:
        return False
    names = {each.object for each in all_of_them if each is not statement and _is_of_same(each, statement)}
    beside = (i for i, dep in enumerate(tree.full_deps) if dep == "appos" and tree.lower[tree.heads[i]] in words)
    called = (i for same in beside for i in tree.having(same, "acl") if tree.lower[i] in ("called", "named"))
    given = (name for i in called for name in tree.having(i, "xcomp", "obj"))
    return any(tree.words[i] in names and tree.lower[i + 1 : i + 2] not in (["and"], [","]) for i in given)


def _is_of_same(other: Statement, statement: Statement) -> bool:
    same = other.subject == statement.subject and other.predicate == statement.predicate
    return same and other.polarity == "affirmed" and not other.ended


def _noun(statement: Statement, tree: SyntaxTree) -> int | None:
    """Return the common noun by which a statement calls its object, if words that may name it follow."""
    words = (statement.object or statement.value or "").lower().split()
    if not words or statement.ended or statement.polarity != "affirmed":
        return None
    nouns = (i for i in range(len(tree.lower) - 2) if tree.words[i] == words[-1] and tree.tags[i] == "NN")
    return next((i for i in nouns if tree.lower[i + 1] in _LEADING), None)


def _is_told_beside(tree: SyntaxTree, noun: int, words: Sequence[str]) -> bool:
    """Whether words name what a noun before them is, with nothing but other names and "a girl called" between them."""
    end = min(next(last for first, last in tree.sentences if first <= noun < last), noun + _FARTHEST)
    at = next((i for i in range(noun + 2, end) if tree.lower[i : i + len(words)] == [*words]), None)
    if at is None or not words:
        return False
    last = at + len(words) - 1
    name = any(tree.words[i][0].isupper() for i in range(at, last + 1))
    if tree.full_deps[last] == "conj":
        return False  # "the chess club, the Bach choir and the allotment society"
    if not name and (tree.full_deps[last], tree.heads[last]) != ("appos", noun):
        return False  # "a bike, a helmet and a lock"
    return all(_may_stand_between(tree, i) for i in range(noun + 1, at))


def _may_stand_between(tree: SyntaxTree, token: int) -> bool:
    if tree.lower[token] == "and":
        return tree.tags[token - 1] == "NNP"
    return tree.lower[token] in _BETWEEN or tree.tags[token] in ("NNP", "NNPS", "JJ")


def _called(statement: Statement, tree: SyntaxTree) -> Statement:
    """Return what somebody has in the more precise words that follow: "a car, a Fiat Panda"."""
    noun = _noun(statement, tree) if statement.predicate in _OWNING and statement.object is None else None
    if noun is None or tree.lower[noun + 1] != "," or tree.lower[noun + 2] not in ("a", "an"):
        return statement
    thing = tree.heads[noun + 2]
    beside = tree.full_deps[thing] in _BESIDE and tree.heads[thing] in (noun, tree.heads[noun]) and thing > noun
    first, last = tree.extent(thing)
    listed = "and" in tree.lower[noun + 1 :] or "," in tree.lower[noun + 2 :]
    told = tree.lemmas[thing] != "one" and not any(tree.is_verb(i) for i in range(noun + 3, last))
    if not beside or listed or first < noun or not told:
        return statement
    value = tree.phrase(noun + 3, last)
    return replace(statement, value=value, text=statement.text.replace(statement.value or "\n", value))


def _named(statement: Statement, tree: SyntaxTree, spoken_to: AbstractSet[str]) -> Statement:
    """Return what somebody keeps or runs by the name that follows, if that is nobody's who is spoken to."""
    noun = _noun(statement, tree) if statement.predicate in _CALLED else None
    if noun is None or tree.lower[noun + 1] != ",":
        return statement
    end = noun + 2
    while end < len(tree.words) and tree.tags[end] == "NNP":
        end += 1
    name = tree.phrase(noun + 2, end).strip()
    closed = end == len(tree.words) or tree.words[end][0] in ".!?)"
    if not closed or not name.istitle() or name.lower() in TIME_NOUNS | spoken_to:
        return statement
    return replace(statement, object=name, value=None)
