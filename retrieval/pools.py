"""The pools of nodes beside turns that presets look at: read on first use, and kept in step with the graph."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

import numpy as np

from chronomem.extractors.embedding import Embedder
from chronomem.graph_schema.model import User
from chronomem.graph_schema.results import Row
from chronomem.graph_schema.store import GraphStore
from chronomem.retrieval.index import Vectors
from chronomem.retrieval.node_pool import Node, NodePool

FACTS = "fact"
"""The pool of what is known, and was."""
ENTITIES = "entity"
"""The pool of names."""


@dataclass(frozen=True)
class Loaded:
    """A pool as it was at a version of its user."""

    version: int
    pool: NodePool


class PoolReader(ABC):
    """Reads one sort of nodes from the graph."""

    def __init__(self, store: GraphStore, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder

    @abstractmethod
    async def read(self, user: User, before: Loaded | None) -> NodePool:
        """Return the nodes as they are now, given the pool of an earlier version, if there is one."""

    def _embedded(self, nodes: Sequence[Node], before: Loaded | None) -> Vectors:
        """Return the vectors of texts; those that were there before are taken from there."""
        vectors = np.zeros((len(nodes), self._embedder.dimensions), dtype=np.float32)
        missing = []
        for number, node in enumerate(nodes):
            known = before.pool.numbers.get(node.id) if before is not None else None
            if before is not None and known is not None and before.pool.nodes[known].text == node.text:
                vectors[number] = before.pool.vectors[known]
            else:
                missing.append(number)
        if missing:
            vectors[missing] = self._embedder.embed([nodes[number].text for number in missing])
        return vectors


class FactReader(PoolReader):
    """Reads what is known and was; of facts that were drawn anew, with the others of their group."""

    async def read(self, user: User, before: Loaded | None) -> NodePool:
        if before is None:
            rows = await self._store.read("read_fact_nodes", user=user.id)
            kept: list[Node] = []
        else:
            rows = await self._store.read("read_new_fact_nodes", user=user.id, seen=before.version)
            if not rows:
                return before.pool
            redrawn = {row["group"] for row in rows}
            kept = [node for node in before.pool.nodes if node.group not in redrawn]
        nodes = sorted([*kept, *(_fact(row) for row in rows if not row["negated"])], key=lambda node: node.id)
        return NodePool(nodes, self._embedded(nodes, before))


class EntityReader(PoolReader):
    """Reads the names by which entities go; all of them, since they are few."""

    async def read(self, user: User, before: Loaded | None) -> NodePool:
        rows = await self._store.read("read_entity_nodes", user=user.id)
        nodes = [
            Node(id=row["id"], kind=row["type"], text=", ".join([row["name"], *(row["aliases"] or ())]),
                 group=row["into"] or row["id"], reinforcements=row["mentions"] or 0)
            for row in sorted(rows, key=lambda row: str(row["id"]))
        ]  # fmt: skip
        return NodePool(nodes, self._embedded(nodes, before))


def _fact(row: Row) -> Node:
    return Node(
        id=row["id"],
        kind="fact",
        text=row["text"],
        start=moment(row["start"]),
        end=moment(row["end"]),
        turns=tuple(row["turns"] or ()),
        reinforced_at=moment(row["reinforced_at"]),
        reinforcements=row["reinforcements"] or 0,
        group=row["group"],
        succeeded_by=min(row["succeeded_by"], default=None),
    )


def moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


class UserPools:
    """The pools of one user that were asked for so far."""

    READERS: ClassVar[Mapping[str, type[PoolReader]]] = {FACTS: FactReader, ENTITIES: EntityReader}

    def __init__(self, store: GraphStore, embedder: Embedder) -> None:
        self._store = store
        self._embedder = embedder
        self._loaded: dict[str, Loaded] = {}

    async def current(self, user: User, names: frozenset[str]) -> Mapping[str, NodePool]:
        """Return pools by name, as they are at the user's version."""
        for name in sorted(names):
            before = self._loaded.get(name)
            if before is None or before.version != user.version:
                reader = self.READERS[name](self._store, self._embedder)
                self._loaded[name] = Loaded(user.version, await reader.read(user, before))
        return {name: self._loaded[name].pool for name in names}
