"""What holds, before what it took the place of."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from pydantic import Field

from chronomem.graph_schema.names import words_of
from chronomem.retrieval.analysis import terms
from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.intervals import Interval, microseconds, moments
from chronomem.retrieval.node_pool import Node, NodePool
from chronomem.retrieval.pipeline import Recollection, StageModel, State
from chronomem.retrieval.pools import FACTS
from chronomem.retrieval.view import MemoryView


@dataclass(frozen=True, slots=True)
class _Stale:
    """A candidate that tells of a fact that something else has taken the place of.

    Attributes:
        row: its row.
        turns: the numbers of the turns that tell what took its place, and holds at the time asked about.
        now_so: what that is.
    """

    row: int
    turns: tuple[int, ...]
    now_so: str


class CurrentFirst(StageModel):
    """Sees to it that no turn that tells of a fact which is over stands before the one that tells what took its place.

    It looks at facts in the respect that the question asks about: those that share words with it which they also share
    with what took their place, or with their predicate. What took the place is put just before, or brought in. A
    question about another time is judged as of then, and one about how things used to be is left in its order. What
    doesn't hold is marked, with what took its place.
    """

    brings_in: bool = Field(default=True, description="Bring in what took the place, where it is no candidate.")

    @property
    def pools(self) -> frozenset[str]:
        return frozenset({FACTS})

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        facts = view.pools[FACTS]
        ordered = recollection.candidates.best(len(recollection.candidates))
        if not len(ordered) or not len(facts):
            return replace(recollection, candidates=ordered)
        stale = list(_stale(ordered, facts, recollection, view))
        states = {(ordered.name_of(s.row), int(ordered.number[s.row])): State(False, s.now_so) for s in stale}
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
                    score[rows[turn]] = max(score[rows[turn]], score[row])  # it is worth what it corrects
            order[row] = None
        tier = every.tier.copy()
        for row, turns in before.items():
            for turn in turns:
                tier[rows[turn]] = max(tier[rows[turn]], tier[row])
        return every.scored(score).tiered(tier).taken(list(order))


def _stale(ordered: Candidates, facts: NodePool, recollection: Recollection, view: MemoryView) -> Iterator[_Stale]:
    """Yield the candidate turns whose facts are over, in the order of candidates."""
    asked = set(recollection.asked.terms)
    for row in ordered.rows_of(TURNS).tolist():
        turn = view.turns.turns[int(ordered.number[row])]
        told = [facts.nodes[number] for number in facts.by_turn.get(turn.id, ())]
        for fact in told:
            successor = _successor(fact, facts, recollection)
            if successor is None or turn.id in successor.turns or not asked & _respect(fact, successor):
                continue
            numbers = [view.turns.number_of(each) for each in successor.turns]
            yield _Stale(row, tuple(number for number in numbers if number is not None), successor.text)
            break


def _successor(fact: Node, facts: NodePool, recollection: Recollection) -> Node | None:
    """Return what took the place of a fact that doesn't hold at the time asked about, and does hold then."""
    asked = recollection.times or (_moment(recollection),)
    seen = {fact.id}
    current = fact
    while not _holds(current, asked):
        number = facts.numbers.get(current.succeeded_by or "")
        if number is None or facts.nodes[number].id in seen:
            return None
        current = facts.nodes[number]
        seen.add(current.id)
    return None if current is fact else current


def _moment(recollection: Recollection) -> Interval:
    now = microseconds(recollection.now)
    return Interval(now, now + 1)


def _holds(fact: Node, asked: Sequence[Interval]) -> bool:
    return any(
        (fact.start is None or end is None or fact.start < end)
        and (fact.end is None or start is None or fact.end > start)
        and (fact.start is None or fact.start != fact.end)
        for start, end in map(moments, asked)
    )


def _respect(fact: Node, successor: Node) -> set[str]:
    """Return the words for what a fact is about, which are the same before and after it changed."""
    subject, _, predicate = fact.group.partition("|")
    shared = set(terms(fact.text)) & set(terms(successor.text))
    return (shared | set(terms(predicate.replace("_", " ")))) - set(terms(" ".join(words_of(subject))))
