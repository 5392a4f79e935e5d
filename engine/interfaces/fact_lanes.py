"""Facts in lanes: those of one subject and one group of predicates, the most informative lanes first."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Protocol, TypeVar

from chronomem.graph_schema.facts.vocabulary import FactVocabulary

_VAGUE = frozenset({"is", "has", "does", "can", "feels", "says", "finds", "needs", "wants"})


class _Named(Protocol):
    @property
    def name(self) -> str: ...


class DrawnFact(Protocol):
    """The properties of a fact that a lane needs."""

    @property
    def subject(self) -> _Named: ...
    @property
    def predicate(self) -> str: ...
    @property
    def valid_at(self) -> datetime | None: ...
    @property
    def invalid_at(self) -> datetime | None: ...
    @property
    def dated(self) -> bool: ...
    @property
    def confidence(self) -> float: ...
    @property
    def says(self) -> str: ...


F = TypeVar("F", bound=DrawnFact)
T = TypeVar("T")


def ranked_lanes(facts: Iterable[F], vocabulary: FactVocabulary) -> list[tuple[str, str, list[F]]]:
    """Return the lanes of facts that are states, as subject, predicate in words, and facts: homes and jobs first."""
    groups: defaultdict[tuple[str, str], list[F]] = defaultdict(list)
    for fact in sorted(facts, key=lambda fact: (fact.predicate, fact.says)):  # databases give equal times in any order
        known = vocabulary.named(fact.predicate)
        if known.kind == "state":
            groups[fact.subject.name, known.group_name].append(fact)
    ranked = sorted(groups.items(), key=lambda item: (_rank(item[1], vocabulary), item[0]))
    return [(subject, _words(group, own), own) for (subject, group), own in ranked]


def rows_of(bars: Iterable[tuple[float, float, T]]) -> list[list[T]]:
    """Return things with their start and end in as few rows as possible, each after the end of the one before it."""
    rows: list[list[T]] = []
    ends: list[float] = []
    for start, end, thing in sorted(bars, key=lambda one: one[:2]):
        free = next((number for number, last in enumerate(ends) if last <= start), None)
        if free is None:
            rows.append([thing])
            ends.append(end)
        else:
            rows[free].append(thing)
            ends[free] = end
    return rows


def _rank(facts: Sequence[DrawnFact], vocabulary: FactVocabulary) -> tuple[int, int, float]:
    """Rank a lane: single-valued predicates, then other declared ones, then the rest; fuller lanes first."""
    known = vocabulary.named(facts[0].predicate)
    kind = 0 if known.single else 1 if known.name in vocabulary.predicates and known.name not in _VAGUE else 2
    told = sum(1 + 2 * fact.dated + (fact.invalid_at is not None) for fact in facts)
    return kind, -told, -max(fact.confidence for fact in facts)


def _words(group: str, facts: Sequence[DrawnFact]) -> str:
    names = {fact.predicate for fact in facts}
    return (facts[0].predicate if len(names) == 1 else group).replace("_", " ")
