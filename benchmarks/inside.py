"""The one way of the benchmarks into a memory, for what no public method measures."""

from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from chronomem import AsyncMemory, Memory
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.dialogue import User
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.view import MemoryView

T = TypeVar("T")


def run(memory: Memory, work: Coroutine[Any, Any, T]) -> T:
    """Run something on the event loop that a memory belongs to."""
    return memory._loop.run(work)


def store_of(memory: Memory) -> GraphStore:
    return memory._memory._store


def embedder_of(memory: Memory) -> Embedder:
    return memory._memory._embedder


async def user_of(memory: Memory, user: str) -> User:
    return await memory._memory._indexes.user(user)


def cached_bytes(memory: Memory) -> int:
    """Return the bytes that the indexes of all users in the cache take together."""
    return memory._memory._indexes._budget.used


@asynccontextmanager
async def viewed(memory: AsyncMemory, name: str) -> AsyncIterator[tuple[User, UserIndex, MemoryView]]:
    """Give a user, their index and the view that stages have of them; nobody changes it meanwhile."""
    async with memory._indexes.current(name) as (user, index, _):
        yield user, index, MemoryView(memory._store, user, index, {}, memory._embedder)
