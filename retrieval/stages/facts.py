"""Stage `facts`: the facts that answer the question, beside the turns that tell them."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import ClassVar

import numpy as np
from pydantic import Field

from chronomem.graph_schema.database.results import Row
from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.index.intervals import Interval, interval, microseconds
from chronomem.retrieval.index.terms import names_in, terms
from chronomem.retrieval.index.turn_columns import IndexedTurn
from chronomem.retrieval.pipeline import Part, Recollection, StageModel, State
from chronomem.retrieval.pools.node_pool import NodePool, PoolNode
from chronomem.retrieval.pools.reader import FACTS
from chronomem.retrieval.scoring.fact_words import matter, of_subject
from chronomem.retrieval.view import MemoryView


@dataclass(frozen=True, slots=True)
class _Told:
    """A fact that a candidate turn tells.

    Attributes:
        number: its number in the pool of found facts.
        row: the row of the turn.
        fit: the share of the question's words that it holds.
    """

    number: int
    row: int
    fit: float


class FactsBeside(StageModel):
    """Puts facts behind the candidate turns that tell them, where they hold all words of the question but its time.

    A fact that says no more than its turn is left out: it adds a date, a name for a pronoun, or the combined content of
    several turns. If the question names speakers, the fact has to be about one. Facts that don't hold at the time asked
    about are left out, except those that ended without a successor, which are marked.

    Within a budget of tokens, those that hold any word of the question are candidates too, each to stand for its turn
    where there is no room for it.
    """

    part: ClassVar[Part | None] = "graph"

    most: int = Field(default=2, ge=0, description="The maximum number of facts.")
    least: float = Field(default=1.0, ge=0, le=1, description="The least share of the question's words in a fact.")
    among: int = Field(default=20, ge=1, description="The number of best turns whose facts are looked at.")

    async def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        ordered = recollection.candidates.best(len(recollection.candidates))
        asked = set(recollection.asked.terms) - recollection.time_terms
        rows = _likely_rows(ordered, recollection, asked, view, self.among)
        if not rows or not self.most:
            return replace(recollection, candidates=ordered)
        found = await view.read("find_told_facts", ids=list(rows))
        facts = [PoolNode.of_fact(row) for row in found if _is_worth(row, recollection, view)]
        told, others = [], []
        for number, fact in enumerate(facts):
            told_in = [rows[turn] for turn in fact.turns if turn in rows]
            fit = len(asked & matter(fact)) / len(asked)
            if told_in and fit >= self.least and _adds(fact, _turn(ordered, min(told_in), view)):
                told.append(_Told(number, min(told_in), fit))
            elif told_in and fit and recollection.max_tokens is not None:
                others.append(_Told(number, min(told_in), fit))
        told.sort(key=lambda one: (-one.fit, one.row, facts[one.number].id))
        view.add_pool(FACTS, NodePool(facts, np.zeros((len(facts), 0), dtype=np.float32)))
        states = {(FACTS, n): state for n, fact in enumerate(facts) if (state := _state(fact, recollection))}
        return replace(
            recollection,
            candidates=_inserted(ordered, [*told[: self.most], *others]),
            states={**recollection.states, **states},
            stand_ins=frozenset(one.number for one in others),
        )


def _likely_rows(
    ordered: Candidates, recollection: Recollection, asked: Set[str], view: MemoryView, most: int
) -> dict[str, int]:
    """Return the rows of those best turns, by their ids, whose facts may hold the words asked about.

    They have them, or within a budget of tokens any of them, in their own words or in the predicates of their facts.
    Names are left out, for which a turn may have pronouns. This spares most recalls a query.
    """
    rows = ordered.rows_of(TURNS)[:most]
    numbers = ordered.number[rows]
    wanted = asked - set(terms(names_in(recollection.text)))
    held = np.zeros(len(rows), dtype=np.int64)
    for term in wanted:
        told = np.isin(numbers, view.turns.postings.lookup(term)[0])
        held += told | (view.turns.telling.with_predicate([term], len(view.turns))[numbers] > 0)
    needed = len(wanted) if recollection.max_tokens is None else min(1, len(wanted))
    likely = (held >= needed) & bool(asked)
    found: dict[str, int] = {}
    for row in rows[likely].tolist():
        found.setdefault(_turn(ordered, row, view).id, row)
    return found


def _turn(ordered: Candidates, row: int, view: MemoryView) -> IndexedTurn:
    return view.turns.turns[int(ordered.number[row])]


def _is_worth(row: Row, recollection: Recollection, view: MemoryView) -> bool:
    """Whether a fact is about somebody whom the question names, and one that holds or ended without a successor."""
    fact = PoolNode.of_fact(row)
    named = {term for name in recollection.asked.speakers for term in terms(name)}
    if named and not named & of_subject(fact):
        return False
    rule = view.vocabulary.named(row["predicate"])
    if rule.kind == "event" or rule.is_open:
        return not recollection.times or _began(fact, recollection)
    is_over = _state(fact, recollection) is not None and fact.succeeded_by is None and fact.start != fact.end
    return is_over or _holds(fact, recollection)


def _asked(recollection: Recollection) -> Sequence[Interval]:
    now = microseconds(recollection.now)
    return recollection.times or (Interval(now, now + 1),)


def _began(fact: PoolNode, recollection: Recollection) -> bool:
    """Whether a fact began at a time asked about, as far as both are known."""
    began = None if fact.start is None else microseconds(fact.start)
    return began is None or any(time.start <= began < time.end for time in recollection.times)


def _holds(fact: PoolNode, recollection: Recollection) -> bool:
    own = interval(fact.start, fact.end)
    return any(own.start < time.end and own.end > time.start for time in _asked(recollection))


def _state(fact: PoolNode, recollection: Recollection) -> State | None:
    """Return the mark of a fact that is over at the time asked about."""
    if fact.end is None or not all(microseconds(fact.end) <= time.start for time in _asked(recollection)):
        return None
    return State(False, over_since=fact.end)


def _adds(fact: PoolNode, turn: IndexedTurn) -> bool:
    """Whether a fact says more than a turn that tells it: its date, or words of its own."""
    if fact.start is not None and fact.start.date() != turn.said_at.date():
        return True
    return not set(terms(fact.text)) - of_subject(fact) <= set(terms(turn.text))


def _inserted(ordered: Candidates, told: Sequence[_Told]) -> Candidates:
    """Return the candidates with facts behind the turns that tell them."""
    if not told:
        return ordered
    facts = Candidates.of(FACTS, np.array([one.number for one in told]), ordered.score[[one.row for one in told]])
    facts = facts.tiered(ordered.tier[[one.row for one in told]])
    every = ordered.joined(facts)
    places = [*range(len(ordered)), *(one.row + 0.5 for one in told)]
    return every.taken(np.argsort(places, kind="stable"))
