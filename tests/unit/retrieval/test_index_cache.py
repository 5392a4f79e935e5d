"""Which indexes are kept in the process."""

from datetime import UTC, datetime
from typing import cast

import numpy as np

from chronomem.extractors.embeddings.embedder import StaticEmbedder
from chronomem.graph_schema.database.store import GraphStore
from chronomem.retrieval.cache_budget import CacheBudget, byte_size
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


def cache_of(capacity: int) -> IndexCache:
    store = cast("GraphStore", object())  # nothing is read
    return IndexCache(store, StaticEmbedder(), CacheBudget(capacity), least_kept=99, passage_words=60)


def test_the_indexes_of_the_users_asked_about_last_are_kept_within_the_bytes() -> None:
    one = byte_size(index_of(400))
    cache = cache_of(one * 5 // 2)
    for name in ("first", "second", "third"):
        cache._keep(name, index_of(400))
    assert list(cache._indexes) == ["second", "third"]
    cache._keep("second", cache._indexes["second"])
    cache._keep("fourth", index_of(400))
    assert set(cache._indexes) == {"second", "fourth"}, "the third was used longest ago"
    cache._keep("first", index_of(4_000))
    assert list(cache._indexes) == ["first"], "the user asked about now is kept, however large"


def test_pools_count_like_turns() -> None:
    first, second = index_of(400), index_of(400)
    cache = cache_of(byte_size(first) * 5 // 2)
    cache._keep("first", first)
    cache._keep("second", second)
    assert set(cache._indexes) == {"first", "second"}
    nodes = NodePool([PoolNode(f"f{n}", "fact", "tea") for n in range(400)], np.zeros((400, 256), np.float32))
    cache._pools_of(second)._loaded["fact"] = Loaded(1, 0, nodes)
    cache._keep("second", second)
    assert list(cache._indexes) == ["second"]


def test_what_is_dropped_leaves_its_bytes_to_others() -> None:
    budget = CacheBudget(10)
    gone: list[str] = []
    for kind, user, size in (("turns", "ann", 4), ("facts", "ann", 4), ("turns", "bo", 1), ("turns", "bo", 2)):
        budget.keep(kind, user, size, lambda kind=kind, user=user: gone.append(f"{kind} of {user}"))  # type: ignore[misc]
    assert (budget.used, gone) == (10, [])
    budget.free("facts", "ann")
    budget.free("facts", "cleo")
    assert budget.used == 6
    budget.keep("facts", "bo", 7, list)
    assert (budget.used, gone) == (9, ["turns of ann"])


def test_sizes_grow_with_what_is_held() -> None:
    shared = np.zeros(1_000)
    assert byte_size(shared, [shared]) < 2 * shared.nbytes
    few, many = (byte_size([f"word {n}" for n in range(count)]) for count in (1_000, 10_000))
    assert 9 < many / few < 11
    assert 9 < byte_size(index_of(20_000)) / byte_size(index_of(2_000)) < 12
    assert byte_size({"a": {"b": "x" * 10_000}}) > 10_000
