"""A list that was told as one thing is told thing by thing: "allergic to bee stings, pollen and my neighbour's cat"."""

import re
from dataclasses import replace

from chronomem.extractors.language.extracted import Extraction, Statement
from chronomem.extractors.language.lexicon import demonyms
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.graph_schema.facts.predicates import predicate_named

_BETWEEN = re.compile(r",? (?:and|&|or) |, ")
_AS_ONE = {"plans", "wants", "considers", "thinks", "feels", "prefers", "looks_forward_to", "prepares_for", "advises",
           "is", "has_birthday", "lives_in", "moved_to", "works_at", "is_called"}  # fmt: skip
"""Predicates whose objects are told in clauses, or where several words give one."""
_ARTICLE = re.compile(r"(?:the|a|an|some) ", re.IGNORECASE)
_AMOUNT = re.compile(r"(?:a bit of|a little|some|a few words of|bits of) ")


def with_lists_apart(extraction: Extraction, tree: SyntaxTree) -> Extraction:
    """Return what a message tells with one statement for each thing of a list that the parse has as well."""
    told = tuple(one for each in extraction.statements for one in _apart(each, tree))
    return replace(extraction, statements=tuple(dict.fromkeys(told)))


def _apart(statement: Statement, tree: SyntaxTree) -> list[Statement]:
    value = statement.value or ""
    several = statement.object is None and not predicate_named(statement.predicate).single
    parts = _BETWEEN.split(value) if several and statement.predicate not in _AS_ONE else []
    if len(parts) < 2 or not all(parts):
        return [statement]
    if statement.predicate == "speaks":
        bare = [_AMOUNT.sub("", part) for part in parts]
        listed = all(part.split(" ")[-1].lower() in demonyms() for part in bare)
        return [replace(statement, value=part) for part in bare] if listed else [statement]
    parts = [_ARTICLE.sub("", part, count=1) if _ARTICLE.match(part) else part for part in parts]
    return [replace(statement, value=part) for part in parts] if _is_list(parts, tree) else [statement]


def _is_list(parts: list[str], tree: SyntaxTree) -> bool:
    """Whether a sentence joins one noun of each part to that of the first, and no other: no "Belle and Sebastian"."""
    words = [set(part.lower().split()) for part in parts]
    for first in range(len(tree.lower)):
        joined = [first, *tree.having(first, "conj")]
        if len(joined) != len(parts) or not all(tree.tags[i].startswith("N") for i in joined):
            continue
        if all(tree.lower[i] in each for i, each in zip(joined, words, strict=True)):
            return not all(tree.tags[i].startswith("NNP") for i in joined)
    return False
