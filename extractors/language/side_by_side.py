"""Values told side by side, of predicates that hold one at a time: "on weekdays I live in Lisbon, else in Evora".

A turn that tells two of them without saying that both are so is mostly misread in one: the surer one counts.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from chronomem.extractors.language.clauses.divided_time import divides_time
from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.parsing.syntax import SyntaxTree
from chronomem.extractors.language.tagger.tags import GUESSED, TAGGED
from chronomem.graph_schema.facts.predicates import predicate_named
from chronomem.graph_schema.facts.states import REPLACING

_JOINED = re.compile(r"[\s,]+(?:and|&)(?: also| a| an| the| at| in| for)*[\s,]+")
_NOW = re.compile(r"\b(?:now|from now on|these days|nowadays|any ?more)\b", re.IGNORECASE)
_ONLY = re.compile(
    r"\b(?:am|'m|is|live|work|study|lives|works|studies) (?:only|just)\b"
    r"|\b(?:only|just) (?:live|work|study|lives|works|studies)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[.!?\n]\s")
_DOUBTFUL = REPLACING - 0.05


def with_one_each(statements: Sequence[Statement], tree: SyntaxTree) -> list[Statement]:
    """Return what a turn tells, with doubt in all but the surest value of what holds one at a time, if not all hold."""
    groups: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for n, each in enumerate(statements):
        if _is_one_of_several(each) and each.confidence >= REPLACING and (each.object or each.value):
            groups[each.subject, each.predicate, each.valid_at, each.invalid_at].append(n)
    result = [*statements]
    for group in groups.values():
        surest = max(group, key=lambda n: (statements[n].confidence, -n))
        for n in group:
            if n != surest and not _both_told(statements[surest], statements[n], tree):
                result[n] = replace(statements[n], confidence=_DOUBTFUL)
    return [*result, *(_nothing_else(each) for each in statements if _is_all(each, tree))]


def _is_one_of_several(statement: Statement) -> bool:
    told = statement.polarity == "affirmed" and not statement.ended
    return told and predicate_named(statement.predicate).may_be_several


def _is_all(statement: Statement, tree: SyntaxTree) -> bool:
    """Whether somebody says that a value is the only one from now on: "now I'm only a writer"."""
    if not _is_one_of_several(statement) or statement.tense != "present":
        return False
    words = _words(statement)
    told_in = (text for text in _SENTENCES.split(tree.text) if words in text.lower())
    return any(_ONLY.search(text) is not None and _NOW.search(text) is not None for text in told_in)


def _nothing_else(statement: Statement) -> Statement:
    return replace(statement, object=None, value=None, ended=True, invalid_at=None, confidence=INFERRED)


def _both_told(one: Statement, other: Statement, tree: SyntaxTree) -> bool:
    """Whether a sentence joins two values, or divides the time between them; or tells of birth and of youth."""
    if one.predicate == "is_from" and {one.rule, other.rule}.isdisjoint((TAGGED, GUESSED)):
        return True  # "born in Lima, but I grew up in Quito"
    for text in _SENTENCES.split(tree.text):
        lower = text.lower()
        places = [(lower.find(words), len(words)) for words in (_words(one), _words(other))]
        if any(at < 0 for at, _ in places):
            continue
        (start, size), (end, _) = sorted(places)
        return _JOINED.fullmatch(text, start + size, end) is not None or divides_time(text)
    return False


def _words(statement: Statement) -> str:
    return (statement.object or statement.value or "").lower()
