"""Classify each assertion as one of the four operations, by its effect on the facts of its group."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from chronomem.graph_schema.facts.assertion import Assertion
from chronomem.graph_schema.facts.claims import ARRIVED
from chronomem.graph_schema.facts.fact import FactRecord
from chronomem.graph_schema.facts.meaning import is_more_specific
from chronomem.graph_schema.facts.views import OperationKind


@dataclass(frozen=True, slots=True)
class Outcome:
    """An operation on records; see `views.Operation`."""

    kind: OperationKind
    fact: FactRecord | None
    touched: tuple[FactRecord, ...] = ()


def tell(assertions: Sequence[Assertion], facts: Sequence[FactRecord], known: Collection[str]) -> list[Outcome]:
    """Return the operation of each assertion, as if they had arrived one after the other.

    Args:
        assertions: those of one group, in order of arrival.
        facts: the facts derived from all of them.
        known: ids of the assertions that existed before.
    """
    seen = set(known)
    outcomes = []
    for assertion in assertions:
        outcomes.append(_outcome(assertion, facts, seen))
        seen.add(assertion.id)
    return outcomes


def _outcome(assertion: Assertion, facts: Sequence[FactRecord], seen: Collection[str]) -> Outcome:
    own = _own(assertion, facts)
    closed = tuple(
        f for f in facts if f.closed_by == assertion.id and f is not own and any(s in seen for s in f.supporters)
    )
    if assertion.id in seen:
        return Outcome("DUPLICATE", own or next((f for f in facts if f.closed_by == assertion.id), None))
    if own is None:
        ended = closed[0] if closed else None
        return Outcome("INVALIDATE" if closed else "DUPLICATE", ended, closed)
    refines = any(_refines(assertion, own, f) for f in closed)
    if any(s in seen for s in own.supporters) and not _begins(assertion, own):
        if own.closed_by == assertion.id:
            return Outcome("INVALIDATE", own, (own, *closed))
        corrects = any(link in own.supporters for link in assertion.refines) or _moves(assertion, own)
        return Outcome("UPDATE" if refines or corrects else "INVALIDATE" if closed else "DUPLICATE", own, closed)
    return Outcome("UPDATE" if refines else "INVALIDATE" if closed else "ADD", own, closed)


def _refines(assertion: Assertion, own: FactRecord, closed: FactRecord) -> bool:
    """Whether a fact was made more precise rather than contradicted."""
    if set(closed.supporters) <= set(own.supporters) or any(link in closed.supporters for link in assertion.refines):
        return True
    same = own.predicate == closed.predicate and own.negated == closed.negated
    return same and is_more_specific(own.words, closed.words)


def _begins(assertion: Assertion, own: FactRecord) -> bool:
    """Whether a fact that was only planned before begins with an assertion."""
    return assertion.grain == ARRIVED and own.valid_at == assertion.valid_at


def _moves(assertion: Assertion, own: FactRecord) -> bool:
    """Whether a fact that was announced for another day begins on the one that an assertion gives it."""
    return assertion.ended and own.dated and own.valid_at is not None and own.valid_at == assertion.invalid_at


def _own(assertion: Assertion, facts: Sequence[FactRecord]) -> FactRecord | None:
    """Return the fact that an assertion supports, preferring one that holds over one that lost, and its own predicate
    over those that it begins."""
    supported = [f for f in facts if assertion.id in f.supporters]
    return min(supported, key=lambda f: (f.holds_never, f.predicate != assertion.predicate), default=None)
