"""The view of a recall's stages: one user's indexes, the graph, and the trace."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.language.tagger.lower_layers import packaged_lower_layer
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.facts.vocabulary import FactVocabulary
from chronomem.graph_schema.model.dialogue import User
from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.index.function_words import ENGLISH
from chronomem.retrieval.index.intervals import Interval, moments
from chronomem.retrieval.index.metadata import Mask
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.pools.node_pool import NodePool, Pool, TurnPool
from chronomem.retrieval.pools.reader import FACTS, INSTRUCTIONS
from chronomem.retrieval.question.asked_time import AskedTimes
from chronomem.retrieval.question.question import Question


@dataclass(frozen=True, slots=True)
class QueryRun:
    """A Cypher statement that ran for a recall.

    Attributes:
        name: the statement's name.
        cypher: its text.
        parameters: its parameters.
        rows: the number of rows that it returned.
    """

    name: str
    cypher: str
    parameters: Mapping[str, Any]
    rows: int


@dataclass
class Trace:
    """The record of a recall that explains itself.

    Attributes:
        stages: the stages that ran, in order, each with its duration in ms and the number of candidates after it.
        queries: the Cypher statements that ran.
        paths: by pool and number, the steps through the graph or a tree that led to a candidate.
    """

    stages: list[tuple[str, float, int]] = field(default_factory=list)
    queries: list[QueryRun] = field(default_factory=list)
    paths: dict[tuple[str, int], list[str]] = field(default_factory=dict)

    def path(self, pool: str, number: int, step: str) -> None:
        """Record a step of the path to a candidate."""
        steps = self.paths.setdefault((pool, number), [])
        if step not in steps:
            steps.append(step)


class MemoryView:
    """One user's memory while a question is answered.

    Attributes:
        user: the user.
        turns: the index of turns.
        pools: the pools of facts, memories, topics and personas that the preset needs, by name.
        embedder: makes vectors of texts.
        times: finds the times that questions name.
        trace: the record for an explanation, or None where the caller asked for none.
        admitted: which passages a filter lets pass, shape `(passages,)`; None where there is none.
        executor: runs the stages that only compute; None is the event loop's own executor.
    """

    def __init__(
        self,
        store: GraphStore,
        user: User,
        turns: UserIndex,
        pools: Mapping[str, NodePool],
        embedder: Embedder,
        *,
        explain: bool = False,
        executor: Executor | None = None,
        admitted: Mask | None = None,
    ) -> None:
        self.user = user
        self.turns = turns
        self.pools = pools
        self.embedder = embedder
        self.times = AskedTimes(self.read, turns)
        self.trace = Trace() if explain else None
        self.executor = executor
        self.admitted = admitted
        self._store = store

    def pool(self, name: str) -> Pool:
        """Return a pool by name, that of turns included."""
        return TurnPool(self.turns) if name == TURNS else self.pools[name]

    def add_pool(self, name: str, pool: NodePool) -> None:
        """Add a pool of nodes that were found for this question alone."""
        self.pools = {**self.pools, name: pool}

    @property
    def vocabulary(self) -> FactVocabulary:
        """The predicates of the user's facts."""
        return self._store.vocabulary

    def passing(self, pool: str, numbers: Sequence[int]) -> tuple[int, ...]:
        """Return the nodes that pass the filter: statements of which one turn passes, and summaries of which all do."""
        enough = any if pool in (FACTS, INSTRUCTIONS) else all
        passing = []
        for number in numbers:
            found = [self.turns.number_of(turn) for turn in self.pools[pool].turns_under(number)]
            known = [at for at in found if at is not None]
            if self.admitted is None or (known and enough(self.admitted[at] for at in known)):
                passing.append(number)
        return tuple(passing)

    def passing_instructions(self, numbers: Sequence[int]) -> tuple[int, ...]:
        """Return the standing instructions that pass the filter."""
        return self.passing(INSTRUCTIONS, numbers)

    def narrowed(self, candidates: Candidates) -> Candidates:
        """Return the candidates that pass the filter."""
        if self.admitted is None:
            return candidates
        keep = np.ones(len(candidates), dtype=bool)
        for pool in candidates.pools:
            rows = candidates.rows_of(pool)
            numbers = candidates.number[rows]
            turns = pool == TURNS
            keep[rows] = self.admitted[numbers] if turns else np.isin(numbers, self.passing(pool, numbers.tolist()))
        return candidates if keep.all() else candidates.taken(np.flatnonzero(keep))

    def turns_of(self, pool: str, number: int, question: Question) -> tuple[str, ...]:
        """Return the ids of the turns that are a node's evidence, most similar to the question first."""
        ids = self.pools[pool].turns_under(number)
        known = [(turn, at) for turn in ids if (at := self.turns.number_of(turn)) is not None]
        if not known:
            return ()
        numbers, begins = self.turns.passages_of(np.array([at for _, at in known]))
        cosines = np.einsum("ij,j->i", self.turns.vectors[numbers], question.vector)
        nearness = np.maximum.reduceat(cosines, begins)
        return tuple(known[place][0] for place in np.argsort(-nearness, kind="stable"))

    def context_of(self, question: Question) -> NDArray[np.float32] | None:
        """Return the context vector of a question; None where no turn has one, or where it isn't in English."""
        if not self.turns.contexts or question.language != ENGLISH:
            return None
        return packaged_lower_layer().question_vector(question.addressed)

    def number_of(self, turn_id: str, question: Question) -> int | None:
        """Return the number by which a turn becomes a candidate: that of its passage nearest to the question."""
        numbers = self.turns.turns.numbers_of(turn_id)
        if len(numbers) < 2:
            return numbers[0] if numbers else None
        cosines = np.einsum("ij,j->i", self.turns.vectors[numbers.start : numbers.stop], question.vector)
        return numbers[int(cosines.argmax())]

    @staticmethod
    def bounds(times: Iterable[Interval]) -> list[dict[str, datetime | None]]:
        """Return intervals in the form that statements take."""
        return [{"start": start, "end": end} for start, end in map(moments, times)]

    async def read(self, name: str, **parameters: Any) -> Sequence[Row]:
        """Run a named statement that reads this user's graph; the parameter `user` is added."""
        parameters["user"] = self.user.id
        rows = await self._store.read(name, **parameters)
        if self.trace is not None:
            self.trace.queries.append(QueryRun(name, statement(name), parameters, len(rows)))
        return rows
