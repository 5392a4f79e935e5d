"""The reader of the pools beside turns: it loads them on first use and keeps them in step with the graph."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.facts.predicates import STANDING
from chronomem.graph_schema.model.dialogue import User
from chronomem.graph_schema.model.exchanges import exchanges_of
from chronomem.graph_schema.model.times import utc_time
from chronomem.graph_schema.model.vectors import unpack
from chronomem.retrieval.index.user_index import UserIndex, Vectors
from chronomem.retrieval.pools.node_pool import NodePool, PoolNode

FACTS = "fact"
"""The pool of facts, present and past."""
SUPERSEDED = "superseded"
"""The pool of superseded facts and their successors, and of facts that ended without one; without vectors."""
INSTRUCTIONS = "instruction"
"""The pool of standing instructions and preferences, present and past."""
ENTITIES = "entity"
"""The pool of entities, by name."""
PROFILES = "profile"
"""The pool of the profiles of entities, by the ids of these."""
EXCHANGES = "exchange"
"""The pool of exchanges: turns with the answers to them."""
MONTHLY = ("topic", "persona")
"""The pools of monthly topics and personas."""
SYSTEMS = ("hmem", "timem", "recmem", "segtree")
"""The pools of memories, one for each structure that makes them."""


@dataclass(frozen=True)
class Loaded:
    """A pool as of a version of its user."""

    version: int
    epoch: int
    pool: NodePool


@dataclass(frozen=True)
class PoolReader:
    """Reads the nodes of a user's pools from the graph, starting from an earlier version of the pool."""

    store: GraphStore
    embedder: Embedder
    user: User
    index: UserIndex

    async def read(self, name: str, before: Loaded | None) -> NodePool:
        """Return a pool as of now, given its earlier version, if there is one."""
        if name in SYSTEMS:
            return await self._memories(name, before)
        return await self._by_name()[name](name, before)

    def _by_name(self) -> Mapping[str, Callable[[str, Loaded | None], Awaitable[NodePool]]]:
        return {
            FACTS: self._facts,
            SUPERSEDED: self._superseded,
            INSTRUCTIONS: self._instructions,
            ENTITIES: self._entities,
            PROFILES: self._profiles,
            EXCHANGES: self._exchanges,
            **dict.fromkeys(MONTHLY, self._monthly),
        }

    async def _facts(self, name: str, before: Loaded | None) -> NodePool:  # noqa: ARG002 - same signature
        kept, rows = await self._derived(before, "read_fact_nodes", "read_new_fact_nodes")
        if before is not None and not rows:
            return before.pool
        facts = [PoolNode.of_fact(row) for row in rows if not row["negated"]]
        nodes = sorted([*kept, *facts], key=lambda node: node.id)
        return NodePool(nodes, self._embedded(nodes, before))

    async def _superseded(self, name: str, before: Loaded | None) -> NodePool:  # noqa: ARG002 - same signature
        kept, rows = await self._derived(before, "read_superseded", "read_new_superseded")
        if before is not None and not rows:
            return before.pool
        _, ended = await self._derived(before, "read_ended", "read_new_ended")
        told = {row["id"]: row for row in (*ended, *rows) if row["id"] is not None}
        nodes = [*kept, *map(PoolNode.of_fact, told.values())]
        return NodePool(nodes, np.zeros((len(nodes), 0), dtype=np.float32))

    async def _instructions(self, name: str, before: Loaded | None) -> NodePool:  # noqa: ARG002 - same signature
        kept, rows = await self._derived(before, "read_standing", "read_new_standing", predicates=sorted(STANDING))
        if before is not None and not rows:
            return before.pool
        nodes = sorted([*kept, *map(_instruction, rows)], key=lambda node: node.id)
        return NodePool(nodes, self._embedded(nodes, before))

    async def _entities(self, name: str, before: Loaded | None) -> NodePool:  # noqa: ARG002 - same signature
        rows = await self.store.read("read_entity_nodes", user=self.user.id)
        nodes = [_entity(row) for row in sorted(rows, key=lambda row: str(row["id"]))]
        return NodePool(nodes, self._embedded(nodes, before))

    async def _profiles(self, name: str, before: Loaded | None) -> NodePool:  # noqa: ARG002 - same signature
        rows = await self.store.read("read_profile_nodes", user=self.user.id)
        nodes = [self._ordered(_profile(row)) for row in sorted(rows, key=lambda row: str(row["id"]))]
        return NodePool(nodes, self._embedded(nodes, before))

    async def _monthly(self, name: str, before: Loaded | None) -> NodePool:  # noqa: ARG002 - same signature
        rows = sorted(await self.store.read(f"read_{name}_nodes", user=self.user.id), key=lambda row: str(row["id"]))
        vectors = unpack([row["embedding"] for row in rows], self.embedder.dimensions)
        return NodePool((self._ordered(_month(name, row)) for row in rows), vectors)

    async def _memories(self, name: str, before: Loaded | None) -> NodePool:
        parameters = {"user": self.user.id, "system": name}
        if before is None or before.epoch != self.user.memory_epoch:
            rows = await self.store.read("read_memory_nodes", **parameters)
            kept: dict[str, tuple[PoolNode, Vectors]] = {}
        else:
            rows = await self._since(before, "read_new_memory_nodes", system=name)
            if not rows:
                return before.pool
            kept = {n.id: (n, v) for n, v in zip(before.pool.nodes, before.pool.vectors, strict=True)}
        vectors = unpack([row["embedding"] for row in rows], self.embedder.dimensions)
        kept.update((row["id"], (self._ordered(_memory(row)), v)) for row, v in zip(rows, vectors, strict=True))
        ordered = [kept[key] for key in sorted(kept)]
        stacked = np.stack([vector for _, vector in ordered]) if ordered else np.zeros_like(vectors[:0])
        return NodePool((node for node, _ in ordered), stacked)

    async def _exchanges(self, name: str, before: Loaded | None) -> NodePool:
        if before is not None and len(before.pool.by_turn) == self.index.turns.count:
            return before.pool
        nodes, vectors = [], []
        of_turns = self.index.column("turn")
        for session in self.index.in_sessions():
            firsts = [n for n in session if not n or of_turns[n] != of_turns[n - 1]]
            for numbers in exchanges_of(_Numbered(n, self.index.turns[n].speaker) for n in firsts):
                turns = [self.index.turns[each.number] for each in numbers]
                text = "\n".join(f"{turn.speaker}: {turn.text}" for turn in turns)
                nodes.append(
                    PoolNode(
                        f"exchange:{turns[0].id}", name, text, turns[0].said_at, turns[-1].said_at,
                        turns=tuple(turn.id for turn in turns),
                    )
                )  # fmt: skip
                told, _ = self.index.passages_of(np.array([each.number for each in numbers]))
                whole = self.index.vectors[told].sum(axis=0)
                vectors.append(whole / max(float(np.linalg.norm(whole)), 1e-9))
        stacked = np.stack(vectors) if vectors else np.zeros((0, self.embedder.dimensions), dtype=np.float32)
        return NodePool(nodes, stacked)

    async def _derived(
        self, before: Loaded | None, every: str, new: str, **parameters: Any
    ) -> tuple[list[PoolNode], list[Row]]:
        """Return the nodes that stay, and the rows of those whose groups were derived since; at first, of all."""
        if before is None:
            return [], await self.store.read(every, user=self.user.id, **parameters)
        rows = await self._since(before, new, **parameters)
        derived = {row["group"] for row in rows}
        return [node for node in before.pool.nodes if node.group not in derived], rows

    async def _since(self, before: Loaded, name: str, **parameters: Any) -> list[Row]:
        """Read the nodes written after the version of a pool."""
        after, until = before.version, self.user.version
        return await self.store.read_since(name, user=self.user.id, after=after, until=until, **parameters)

    def _ordered(self, node: PoolNode) -> PoolNode:
        """Return a node with its turns in the order in which they were said."""
        places = {turn: self.index.number_of(turn) for turn in node.turns}
        known = [turn for turn in node.turns if places[turn] is not None]
        order = sorted(known, key=lambda turn: (self.index.turns[places[turn] or 0].said_at, places[turn] or 0))
        return replace(node, turns=tuple(order))

    def _embedded(self, nodes: Sequence[PoolNode], before: Loaded | None) -> Vectors:
        """Return the vectors of the nodes' texts; unchanged texts keep their earlier vectors."""
        vectors = np.zeros((len(nodes), self.embedder.dimensions), dtype=np.float32)
        missing = []
        for number, node in enumerate(nodes):
            known = before.pool.numbers.get(node.id) if before is not None else None
            if before is not None and known is not None and before.pool.nodes[known].text == node.text:
                vectors[number] = before.pool.vectors[known]
            else:
                missing.append(number)
        if missing:
            vectors[missing] = self.embedder.embed([nodes[number].text for number in missing])
        return vectors


@dataclass(frozen=True, slots=True)
class _Numbered:
    number: int
    speaker: str


def _instruction(row: Row) -> PoolNode:
    kind = "preference" if row["predicate"] == "prefers" else "instruction"
    return PoolNode.of(row, kind, group=row["group"], names=(row["subject"],))


def _entity(row: Row) -> PoolNode:
    names = [row["name"], *(row["aliases"] or ())]
    return PoolNode(
        id=row["id"],
        kind=row["type"],
        text=", ".join(names),
        group=row["into"] or row["id"],
        reinforcements=row["mentions"] or 0,
        names=tuple(names),
    )


def _profile(row: Row) -> PoolNode:
    told = " ".join(text for text in (row["summary"], row["recent"]) if text)
    return PoolNode(
        id=row["id"],
        kind=PROFILES,
        text=f"{row['name']}: {' '.join(told.split())}",
        turns=tuple(row["turns"] or ()),
        reinforced_at=utc_time(row["news_at"]),
        extractive=bool(row["extractive"]),
    )


def _memory(row: Row) -> PoolNode:
    return PoolNode.of(
        row,
        row["kind"],
        level=row["level"],
        children=tuple(row["children"]),
        reinforced_at=utc_time(row["reinforced_at"]),
        reinforcements=row["reinforcements"] or 0,
        extractive=bool(row["extractive"]),
    )


def _month(kind: str, row: Row) -> PoolNode:
    return PoolNode.of(row | {end: min(row[f"{end}s"], default=None) for end in ("start", "end")}, kind)


class UserPools:
    """The pools of one user that have been used so far."""

    def __init__(self, store: GraphStore, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._loaded: dict[str, Loaded] = {}

    @property
    def state(self) -> object:
        """A value that changes whenever a pool does."""
        return tuple((name, loaded.version, loaded.epoch) for name, loaded in self._loaded.items())

    @property
    def loaded(self) -> Mapping[str, Loaded]:
        """The pools by name, as of the version at which each was last used."""
        return self._loaded

    async def current(self, user: User, index: UserIndex, names: frozenset[str]) -> Mapping[str, NodePool]:
        """Return pools by name, as of the user's version."""
        reader = PoolReader(self._store, self._embedder, user, index)
        for name in sorted(names):
            before = self._loaded.get(name)
            if before is None or before.version != user.version:
                pool = await reader.read(name, before)
                self._loaded[name] = Loaded(user.version, user.memory_epoch, pool)
        return {name: self._loaded[name].pool for name in names}
