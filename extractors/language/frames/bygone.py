"""What somebody's days were spent on that are over: "my waitressing days are over", "our au pair year is done"."""

from collections.abc import Iterator

from chronomem.extractors.language.clauses.clause import Clause
from chronomem.extractors.language.clauses.references import Resolver
from chronomem.extractors.language.clauses.referents import Reference
from chronomem.extractors.language.frames.frames import Frame
from chronomem.extractors.language.frames.fulfilments import INFERRED
from chronomem.extractors.language.frames.occupations import occupation_of

_SPANS = {"day", "year", "time", "career", "era", "phase", "life", "stint", "chapter"}
_OVER = {"over", "done", "finished", "history", "behind", "past", "gone", "ended"}
_STATES = (
    "plays",
    "likes",
    "does",
    "works_at",
    "works_as",
    "member_of",
    "volunteers_at",
    "studies",
    "studies_at",
    "is",
)
"""What somebody may have been at in their days."""


def read_bygone(resolver: Resolver, clause: Clause) -> Iterator[Frame]:
    """Yield the ends of whatever the words before "days" name, of whose days they were."""
    tree, head, span = resolver.tree, clause.head, clause.subject
    if span is None or tree.lemmas[span] not in _SPANS or clause.negated or clause.modality != "actual":
        return
    over = tree.lower[head] in _OVER or any(tree.lower[i] in _OVER for i in tree.children[head])
    owner = resolver.possessor(span)
    words = [i for i in tree.having(span, "compound", "amod") if i < span]
    if not over or owner is None or not words:
        return
    first = min(j for i in words for j in tree.subtree(i))
    named = tree.phrase(first, span).strip()
    about = Reference(owner, "person", confidence=0.8)
    for value in filter(None, (named, occupation_of(named.lower()))):
        for predicate in _STATES:
            yield Frame(about, predicate, value=value, confidence=INFERRED, ended=True, modality="actual", plain=True)
