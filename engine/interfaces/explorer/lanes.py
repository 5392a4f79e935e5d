"""The facts of a chronicle as lanes over time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from chronomem.engine.interfaces.explorer.chronicle import Chronicle
from chronomem.engine.interfaces.explorer.known_facts import GraphFact
from chronomem.engine.interfaces.fact_lanes import ranked_lanes, rows_of
from chronomem.graph_schema.facts.vocabulary import FactVocabulary

_ROWS_OF_LANE = 3


@dataclass(frozen=True)
class FactLane:
    """The lane of a subject and predicate: rows of facts that don't overlap."""

    subject: str
    respect: str
    rows: Sequence[Sequence[GraphFact]]


@dataclass(frozen=True)
class FactLanes:
    """The lanes shown, and the number of those left out."""

    lanes: Sequence[FactLane]
    left_out: int


def lanes_of(chronicle: Chronicle, vocabulary: FactVocabulary, *, most: int, about: str | None = None) -> FactLanes:
    """Return the most informative lanes, the lanes of one subject together.

    Args:
        chronicle: all facts.
        vocabulary: which predicates are states, and which hold one value at a time.
        most: the maximum number of lanes.
        about: the id of an entity, to show only facts about it.
    """
    facts = within(chronicle, chronicle.first, chronicle.last + timedelta(days=1), about)
    return lanes_among(facts[::-1], chronicle.first, vocabulary, most=most)


def lanes_among(facts: Sequence[GraphFact], first: datetime, vocabulary: FactVocabulary, *, most: int) -> FactLanes:
    """Return the most informative lanes of some facts; those without a beginning begin at `first`."""
    ranked = ranked_lanes(facts, vocabulary)
    begin = first.timestamp()
    lanes = [
        FactLane(subject, respect, rows_of((*_seconds(fact, begin), fact) for fact in own)[:_ROWS_OF_LANE])
        for subject, respect, own in ranked[:most]
    ]
    order = {lane.subject: number for number, lane in reversed(list(enumerate(lanes)))}
    return FactLanes(sorted(lanes, key=lambda lane: order[lane.subject]), max(len(ranked) - most, 0))


def within(chronicle: Chronicle, start: datetime, end: datetime, about: str | None = None) -> list[GraphFact]:
    """Return the facts that hold at some time of a span, those that began last first."""
    return [
        fact
        for fact in reversed(chronicle.facts)
        if (fact.valid_at is None or fact.valid_at < end)
        and (fact.invalid_at is None or fact.invalid_at > start)
        and (about is None or about in (fact.subject.id, fact.object_id))
    ]


def _seconds(fact: GraphFact, first: float) -> tuple[float, float]:
    start = first if fact.valid_at is None else fact.valid_at.timestamp()
    return start, float("inf") if fact.invalid_at is None else fact.invalid_at.timestamp()
