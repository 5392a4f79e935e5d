"""Stage `currency`: current facts before the ones that they superseded."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from pydantic import Field

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.index.intervals import Interval, microseconds, moments
from chronomem.retrieval.index.terms import terms
from chronomem.retrieval.pipeline import Recollection, StageModel, State
from chronomem.retrieval.pools.node_pool import NodePool, PoolNode
from chronomem.retrieval.pools.reader import SUPERSEDED
from chronomem.retrieval.scoring.fact_words import matter, of_predicate, of_subject
from chronomem.retrieval.view import MemoryView


@dataclass(frozen=True, slots=True)
class _Stale:
    """A candidate that states a fact which doesn't hold at the time asked about.

    Attributes:
        row: its row.
        state: how it is marked; None where its fact held only afterwards.
        turns: the numbers of the turns that tell the fact which holds instead, if there is one.
    """

    row: int
    state: State | None
    turns: tuple[int, ...] = ()


class CurrentFirst(StageModel):
    """Makes sure that no turn about an ended fact stands before the turn that tells its replacement.

    A fact counts only in the respect that the question asks about: the question must share a word with its predicate,
    or a word that the fact and its replacement have in common. The replacing turn is put just before the ended one, or
    added if it isn't a candidate. A question about another time is judged as of then: facts that held then come before
    later ones. A question about how things used to be, without a time, keeps its order. Ended facts are marked with
    their replacement, or else with their end.
    """

    brings_in: bool = Field(default=True, description="Add the turn with the replacement where it isn't a candidate.")

    @property
    def pools(self) -> frozenset[str]:
        return frozenset({SUPERSEDED})

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        facts = view.pools[SUPERSEDED]
        ordered = recollection.candidates.best(len(recollection.candidates))
        if not len(ordered) or not len(facts):
            return replace(recollection, candidates=ordered)
        stale = list(_stale(ordered, facts, recollection, view))
        states = {(ordered.name_of(s.row), int(ordered.number[s.row])): s.state for s in stale if s.state is not None}
        if recollection.plan.tense == "now" or recollection.times:
            ordered = self._reordered(ordered, stale)
        return replace(recollection, candidates=ordered, states={**recollection.states, **states})

    def _reordered(self, ordered: Candidates, stale: Sequence[_Stale]) -> Candidates:
        place = {int(ordered.number[row]): int(row) for row in ordered.rows_of(TURNS)}
        before: dict[int, list[int]] = {}
        for one in stale:
            if one.turns and not any(place.get(turn, len(ordered)) < one.row for turn in one.turns):
                known = [turn for turn in one.turns if turn in place]
                if known or self.brings_in:
                    before.setdefault(one.row, []).append(known[0] if known else one.turns[-1])
        if not before:
            return ordered
        every = ordered.joined(Candidates.of(TURNS, np.array([t for turns in before.values() for t in turns])))
        rows = {int(every.number[row]): int(row) for row in every.rows_of(TURNS)}
        order: dict[int, None] = {}
        score = every.score.copy()
        for row in range(len(ordered)):
            for turn in before.get(row, ()):
                if rows[turn] not in order:
                    order[rows[turn]] = None
                    score[rows[turn]] = max(score[rows[turn]], score[row])  # it counts like the turn that it corrects
            order[row] = None
        tier = every.tier.copy()
        for row, turns in before.items():
            for turn in turns:
                tier[rows[turn]] = max(tier[rows[turn]], tier[row])
        return every.scored(score).tiered(tier).taken(list(order))


def _stale(ordered: Candidates, facts: NodePool, recollection: Recollection, view: MemoryView) -> Iterator[_Stale]:
    """Yield the candidate turns whose facts don't hold at the time asked about, in the order of candidates."""
    asked = set(recollection.asked.terms)
    for row in ordered.rows_of(TURNS).tolist():
        turn = view.turns.turns[int(ordered.number[row])]
        told = [facts.nodes[number] for number in facts.by_turn.get(turn.id, ())]
        for fact in told:
            other = _in_its_place(fact, facts, recollection)
            if other is None and asked & matter(fact) and _is_over(fact, turn.said_at, recollection):
                yield _Stale(row, State(False, over_since=fact.end))
                break
            if other is None or turn.id in other.turns or not asked & _respect(fact, other):
                continue
            found = [view.number_of(each, recollection.asked) for each in other.turns]
            numbers = [number for number in found if number is not None]
            over = fact.end is not None and (other.start is None or fact.end <= other.start)
            yield _Stale(row, State(False, other.text) if over else None, tuple(numbers))
            break


def _in_its_place(fact: PoolNode, facts: NodePool, recollection: Recollection) -> PoolNode | None:
    """Return the fact that holds at the time asked about instead of one that doesn't: a successor or a predecessor."""
    asked = recollection.times or (_moment(recollection),)
    if _holds(fact, asked):
        return None
    for later in (True, False):
        seen = {fact.id}
        current: PoolNode | None = fact
        while current is not None and not _holds(current, asked):
            current = _beside(current, facts, later=later)
            if current is not None and current.id in seen:
                current = None
            elif current is not None:
                seen.add(current.id)
        if current is not None:
            return current
    return None


def _beside(fact: PoolNode, facts: NodePool, *, later: bool) -> PoolNode | None:
    """Return the successor of a fact, or its predecessor."""
    if later:
        number = facts.numbers.get(fact.succeeded_by or "")
        return None if number is None else facts.nodes[number]
    number = facts.predecessors.get(fact.id)
    return None if number is None else facts.nodes[number]


def _moment(recollection: Recollection) -> Interval:
    now = microseconds(recollection.now)
    return Interval(now, now + 1)


def _holds(fact: PoolNode, asked: Sequence[Interval]) -> bool:
    return any(
        (fact.start is None or end is None or fact.start < end)
        and (fact.end is None or start is None or fact.end > start)
        and (fact.start is None or fact.start != fact.end)
        for start, end in map(moments, asked)
    )


def _is_over(fact: PoolNode, said_at: datetime, recollection: Recollection) -> bool:
    """Whether a fact that nothing replaced ended after a turn told it, and before the time asked about."""
    if fact.end is None or fact.succeeded_by is not None or fact.start == fact.end:
        return False
    asked = recollection.times or (_moment(recollection),)
    return said_at < fact.end and all(microseconds(fact.end) <= time.start for time in asked)


def _respect(fact: PoolNode, successor: PoolNode) -> set[str]:
    """Return the words for a fact's matter, which are the same before and after the change."""
    shared = set(terms(fact.text)) & set(terms(successor.text))
    return (shared | of_predicate(fact)) - of_subject(fact)
