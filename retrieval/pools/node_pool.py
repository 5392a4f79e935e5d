"""The in-process pools of nodes other than turns: facts, memories of a tree, topics, personas, entities."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Protocol, Self

import numpy as np

from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.model.entity_names import normalise
from chronomem.graph_schema.model.times import utc_time
from chronomem.retrieval.index.intervals import Interval, interval, microseconds
from chronomem.retrieval.index.lexical import Floats, Ints, Postings, Units, bm25
from chronomem.retrieval.index.terms import terms
from chronomem.retrieval.index.turn_vectors import TurnVectors
from chronomem.retrieval.index.user_index import UserIndex, Vectors


@dataclass(frozen=True, slots=True)
class PoolNode:
    """A node in a pool.

    Attributes:
        id: its id in the graph.
        kind: its kind: "fact", "event", "session", "topic" …
        text: its text.
        start, end: the half-open interval that it covers or holds for; None is open.
        level: its level in its tree, 0 for leaves and for nodes outside any tree.
        children: ids of the nodes of its own pool that it was made from.
        turns: ids of the turns that it was made from, in the order in which they were said.
        reinforced_at: when it was last told or consolidated.
        reinforcements: how often that happened after the first time.
        group: the key shared by nodes that are derived together; for a fact, its subject and predicate.
        succeeded_by: for a fact that has ended, the id of its successor.
        extractive: whether its text was taken from turns rather than written by a language model.
        names: for an entity, all its names.
    """

    id: str
    kind: str
    text: str
    start: datetime | None = None
    end: datetime | None = None
    level: int = 0
    children: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    reinforced_at: datetime | None = None
    reinforcements: int = 0
    group: str = ""
    succeeded_by: str | None = None
    extractive: bool = True
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, row: Row, kind: str, **own: Any) -> Self:
        """Return the node of a row with an id, a text, an interval and turns; `own` are its other fields."""
        start, end = utc_time(row["start"]), utc_time(row["end"])
        return cls(row["id"], kind, row["text"], start, end, turns=tuple(row["turns"] or ()), **own)

    @classmethod
    def of_fact(cls, row: Row) -> Self:
        """Return the node of a row of a fact."""
        return cls.of(
            row,
            "fact",
            reinforced_at=utc_time(row["reinforced_at"]),
            reinforcements=row.get("reinforcements") or 0,
            group=row["group"],
            succeeded_by=min(row["succeeded_by"], default=None),
        )


class Pool(Protocol):
    """A set of candidates that can be compared with a question: turns, or nodes of one kind, numbered from 0."""

    def __len__(self) -> int: ...
    def similarity(self, query: Vectors) -> Floats:
        """Return the cosine of a unit vector with each candidate, shape `(candidates,)`."""

    def lexical(self, query: Sequence[str]) -> Floats:
        """Return the BM25 score of each candidate for index terms, shape `(candidates,)`."""

    @property
    def vectors(self) -> "Vectors | TurnVectors": ...
    @property
    def spans(self) -> tuple[Ints, Ints, Ints]:
        """The times that candidates are about, as candidate numbers, starts and ends; a candidate may have several."""

    @property
    def reinforced(self) -> tuple[Ints, Ints]:
        """When each candidate was last told, in microseconds since 1970, and how often after the first time."""

    @property
    def levels(self) -> Ints: ...


class TurnPool:
    """The turns of a user as a pool."""

    def __init__(self, index: UserIndex) -> None:
        self._index = index

    def __len__(self) -> int:
        return len(self._index)

    @property
    def vectors(self) -> TurnVectors:
        return self._index.vectors

    def similarity(self, query: Vectors) -> Floats:
        return self._index.turn_similarity(query)

    def lexical(self, query: Sequence[str]) -> Floats:
        return bm25(query, self._index.postings, self._index.turn_units())

    @property
    def spans(self) -> tuple[Ints, Ints, Ints]:
        said_at = self._index.column("said_at")
        numbers, starts, ends = self._index.times
        every = np.arange(len(said_at))
        return tuple(map(np.concatenate, ((every, numbers), (said_at, starts), (said_at + 1, ends))))  # type: ignore[return-value] # mypy can't count the items of a map

    @property
    def reinforced(self) -> tuple[Ints, Ints]:
        return self._index.column("said_at"), np.zeros(len(self), dtype=np.int64)

    @property
    def levels(self) -> Ints:
        return np.zeros(len(self), dtype=np.int64)


class NodePool:
    """Nodes of one kind, with their vectors and terms. Immutable; a change makes a new pool.

    Args:
        nodes: the nodes, in the order in which they are numbered.
        vectors: the unit vector of each, shape `(nodes, dimensions)`.
    """

    def __init__(self, nodes: Iterable[PoolNode], vectors: Vectors) -> None:
        self.nodes = tuple(nodes)
        self.vectors = vectors
        self.numbers: Mapping[str, int] = {node.id: number for number, node in enumerate(self.nodes)}
        self._edges: tuple[int, Ints] | None = None
        self._words: dict[tuple[str, ...], tuple[Ints, Postings, Units]] = {}

    def __len__(self) -> int:
        return len(self.nodes)

    def similarity(self, query: Vectors) -> Floats:
        return np.asarray(np.einsum("ij,j->i", self.vectors, query), dtype=float)

    def lexical(self, query: Sequence[str], kinds: tuple[str, ...] = ()) -> Floats:
        """Return the BM25 score of each node for index terms; with `kinds`, counted among those, and 0 for others."""
        if kinds not in self._words:
            self._words[kinds] = self._counted(kinds)
        numbers, postings, units = self._words[kinds]
        scores = np.zeros(len(self))
        scores[numbers] = bm25(query, postings, units)
        return scores

    def _counted(self, kinds: tuple[str, ...]) -> tuple[Ints, Postings, Units]:
        numbers = [number for number, node in enumerate(self.nodes) if not kinds or node.kind in kinds]
        found = [terms(self.nodes[number].text) for number in numbers]
        postings = Postings()
        postings.extend(found)
        lengths = np.array([len(words) for words in found], dtype=float)
        return np.array(numbers, dtype=np.int64), postings, Units.alone(lengths)

    @cached_property
    def spans(self) -> tuple[Ints, Ints, Ints]:
        spans = np.array([self.span_of(number) for number in range(len(self))], dtype=np.int64).reshape(-1, 2)
        return np.arange(len(self)), spans[:, 0], spans[:, 1]

    def span_of(self, number: int) -> Interval:
        """Return the interval that a node covers or holds for."""
        node = self.nodes[number]
        return interval(node.start, node.end)

    @cached_property
    def reinforced(self) -> tuple[Ints, Ints]:
        moments = [node.reinforced_at or node.end or node.start for node in self.nodes]
        last = np.array([microseconds(m) if m is not None else 0 for m in moments], dtype=np.int64)
        return last, np.array([node.reinforcements for node in self.nodes], dtype=np.int64)

    @cached_property
    def levels(self) -> Ints:
        return np.array([node.level for node in self.nodes], dtype=np.int64)

    @cached_property
    def children(self) -> Sequence[tuple[int, ...]]:
        """The numbers of each node's children in this pool."""
        return [tuple(self.numbers[c] for c in node.children if c in self.numbers) for node in self.nodes]

    @cached_property
    def parents(self) -> Sequence[tuple[int, ...]]:
        """The numbers of each node's parents."""
        found: list[list[int]] = [[] for _ in self.nodes]
        for number, children in enumerate(self.children):
            for child in children:
                found[child].append(number)
        return [tuple(each) for each in found]

    def edges(self, index: UserIndex) -> tuple[Ints, Ints]:
        """Return the parents and the children of the tree's edges, shape `(edges,)` each.

        Turns keep their index numbers; the nodes of the pool are numbered after them.
        """
        if self._edges is None or self._edges[0] != len(index):
            pairs = []
            for number, node in enumerate(self.nodes):
                below = [at for turn in node.turns for at in index.turns.numbers_of(turn)]
                below += [child + len(index) for child in self.children[number]]
                pairs += [(number + len(index), child) for child in below]
            self._edges = len(index), np.array(pairs, dtype=np.int64).reshape(-1, 2)
        return self._edges[1][:, 0], self._edges[1][:, 1]

    @cached_property
    def by_turn(self) -> Mapping[str, tuple[int, ...]]:
        """The numbers of the nodes made directly from a turn, by the turn's id."""
        found: dict[str, list[int]] = {}
        for number, node in enumerate(self.nodes):
            for turn in node.turns:
                found.setdefault(turn, []).append(number)
        return {turn: tuple(numbers) for turn, numbers in found.items()}

    @cached_property
    def by_name(self) -> Mapping[str, int]:
        """The numbers of entities by normalised name, aliases included."""
        return {normalise(name): number for number, node in enumerate(self.nodes) for name in node.names}

    @cached_property
    def predecessors(self) -> Mapping[str, int]:
        """The numbers of facts by the ids of their successors."""
        return {node.succeeded_by: number for number, node in enumerate(self.nodes) if node.succeeded_by is not None}

    def turns_under(self, number: int) -> tuple[str, ...]:
        """Return the ids of the turns that are a node's evidence, its descendants' included, in order."""
        seen: set[int] = set()
        found: dict[str, None] = {}
        waiting = [number]
        while waiting:
            one = waiting.pop()
            if one in seen:
                continue
            seen.add(one)
            found.update(dict.fromkeys(self.nodes[one].turns))
            waiting.extend(reversed(self.children[one]))
        return tuple(found)
