"""What the stages of a recall may look at: one user's indexes, the graph, and the record of what was done."""

from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np

from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.statements import statement
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.dialogue import User
from chronomem.retrieval.candidates import TURNS
from chronomem.retrieval.index.intervals import Interval, moments
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.pools.node_pool import NodePool, Pool, TurnPool
from chronomem.retrieval.question.asked_time import AskedTimes
from chronomem.retrieval.question.question import Question


@dataclass(frozen=True, slots=True)
class QueryRun:
    """A Cypher statement that ran for a recall.

    Attributes:
        name: what it is called.
        cypher: its text.
        parameters: what it was given.
        rows: how many rows it returned.
    """

    name: str
    cypher: str
    parameters: Mapping[str, Any]
    rows: int


@dataclass
class Trace:
    """What a recall did, for whoever asks it to explain itself.

    Attributes:
        stages: the stages that ran, in order, each with the time that it took in ms and the candidates after it.
        queries: the Cypher that ran.
        paths: for each candidate, by pool and number, how it was reached through the graph or a tree.
    """

    stages: list[tuple[str, float, int]] = field(default_factory=list)
    queries: list[QueryRun] = field(default_factory=list)
    paths: dict[tuple[str, int], list[str]] = field(default_factory=dict)

    def path(self, pool: str, number: int, step: str) -> None:
        """Record a step of the way to a candidate."""
        steps = self.paths.setdefault((pool, number), [])
        if step not in steps:
            steps.append(step)


class MemoryView:
    """One user's memory, as it is while a question is answered.

    Attributes:
        user: whose memory.
        turns: what was said.
        pools: facts, memories, topics and personas, by the names of their pools: those that the preset asks for.
        embedder: turns texts into vectors.
        times: reads the times that questions name.
        trace: where to write down what was done, or None where nobody asks for it.
        executor: runs the stages that compute; None is the event loop's own.
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
    ) -> None:
        self.user = user
        self.turns = turns
        self.pools = pools
        self.embedder = embedder
        self.times = AskedTimes(self.read, turns)
        self.trace = Trace() if explain else None
        self.executor = executor
        self._store = store

    def pool(self, name: str) -> Pool:
        """Return a pool by name, the turns among them."""
        return TurnPool(self.turns) if name == TURNS else self.pools[name]

    def turns_of(self, pool: str, number: int, question: Question) -> tuple[str, ...]:
        """Return the ids of the turns that a node rests on, those nearest to the question in meaning first."""
        ids = self.pools[pool].turns_under(number)
        known = [(turn, at) for turn in ids if (at := self.turns.number_of(turn)) is not None]
        vectors = self.turns.vectors[[at for _, at in known]]
        nearness = np.einsum("ij,j->i", vectors, question.vector)
        return tuple(known[place][0] for place in np.argsort(-nearness, kind="stable"))

    @staticmethod
    def bounds(times: Iterable[Interval]) -> list[dict[str, datetime | None]]:
        """Return intervals as statements take them."""
        return [{"start": start, "end": end} for start, end in map(moments, times)]

    async def read(self, name: str, **parameters: Any) -> Sequence[Row]:
        """Run a named statement that reads this user's graph; `user` is given to it."""
        parameters["user"] = self.user.id
        rows = await self._store.read(name, **parameters)
        if self.trace is not None:
            self.trace.queries.append(QueryRun(name, statement(name), parameters, len(rows)))
        return rows
