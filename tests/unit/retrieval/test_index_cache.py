"""Which indexes are kept in the process."""

from datetime import UTC, datetime
from typing import cast

import numpy as np

from chronomem.extractors.embeddings.embedder import StaticEmbedder
from chronomem.graph_schema.database.store import GraphStore
from chronomem.retrieval.index.turn_columns import IndexedTurn
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.index_cache import IndexCache
from chronomem.retrieval.pools.node_pool import NodePool, PoolNode
from chronomem.retrieval.pools.reader import Loaded

NOW = datetime(2024, 1, 1, tzinfo=UTC)


def index_of(turns: int) -> UserIndex:
    index = UserIndex(2)
    index.extend(
        [IndexedTurn(f"t{n}", "s", n, "ann", "user", "tea", NOW) for n in range(turns)], np.ones((turns, 2), np.float32)
    )
    return index


def test_nodes_of_pools_count_like_turns() -> None:
    cache = IndexCache(
        cast("GraphStore", object()), StaticEmbedder(), capacity=10, least_kept=99, passage_words=60
    )  # reads nothing
    first, second, third = index_of(4), index_of(4), index_of(1)
    cache._keep("first", first)
    cache._keep("second", second)
    assert list(cache._indexes) == ["first", "second"], "eight turns have room"

    nodes = NodePool([PoolNode(f"f{n}", "fact", "tea") for n in range(3)], np.zeros((3, 2), np.float32))
    cache._pools_of(second)._loaded["fact"] = Loaded(1, 0, nodes)
    cache._keep("second", second)
    assert list(cache._indexes) == ["second"], "eight turns and three facts don't"
    cache._keep("third", third)
    assert list(cache._indexes) == ["second", "third"]
    cache._keep("first", index_of(99))
    assert list(cache._indexes) == ["first"], "the user asked about now is kept, however large"
