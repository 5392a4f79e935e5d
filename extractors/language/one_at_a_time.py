"""Roles that one person fills at a time: who is called somebody's boss takes the place of the boss before."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from chronomem.extractors.language.extracted import Statement
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.parsing.syntax import SyntaxTree

_BOSSES = frozenset({"boss", "manager", "supervisor"})
_ROLES = (
    _BOSSES,
    frozenset({"teacher", "tutor"}),
    frozenset({"coach", "trainer"}),
    frozenset({"therapist", "counsellor", "counselor"}),
)
"""Roles, by the words for each."""
_NEW = {"now", "new"}
"""Words that tell that somebody else filled a role before; of bosses, one needn't say so."""
_NOT_ALONE = {"a", "an", "another", "other", "second", "former", "old", "ex", "one", "both", "was", "were"}
"""Words beside a role which others fill as well, or which is over."""
_TOLD_BY = {"copula", "naming", "attribute"}
"""The rules of clauses that say who fills a role."""


def with_predecessors_over(statements: Sequence[Statement], tree: SyntaxTree) -> list[Statement]:
    """Return what a turn tells, with the end of those whose roles somebody else now fills."""
    return [*statements, *(over for each in statements for over in _predecessors(each, tree))]


def _predecessors(statement: Statement, tree: SyntaxTree) -> Iterator[Statement]:
    told = statement.rule in _TOLD_BY and statement.object is not None
    if not told or statement.ended or statement.polarity != "affirmed":
        return
    words = set(statement.text.lower().split())
    if not words.isdisjoint(_NOT_ALONE):
        return
    for role in _ROLES:
        if words.isdisjoint(role):
            continue
        if role is _BOSSES or not _NEW.isdisjoint(words.union(_words_around(statement, tree))):
            value = " ".join(["former", *sorted(role)])
            yield replace(statement, object=None, value=value, ended=True, invalid_at=None, confidence=INFERRED)


def _words_around(statement: Statement, tree: SyntaxTree) -> Iterator[str]:
    """Yield the words of the sentences that tell a statement: "so Ms Duran is Ines's teacher now"."""
    start, end = statement.span
    for first, last in tree.sentences:
        if tree.starts[first] < end and start < tree.end(last - 1):
            yield from tree.lower[first:last]
