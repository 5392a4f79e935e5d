"""The one way of the tests into a memory, for what no public method shows or damages."""

from collections.abc import Callable, Coroutine
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest

from chronomem import AsyncMemory, Memory
from chronomem.engine.consolidation.scheduler import Sleep, Slept
from chronomem.engine.consolidation.work import Structure
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.usage import Ledger
from chronomem.extractors.summaries.extractive import ExtractiveSummariser
from chronomem.extractors.summaries.summariser import Summariser
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.embedded.traces import Traces
from chronomem.graph_schema.model.dialogue import User

T = TypeVar("T")


def run(memory: Memory, work: Coroutine[Any, Any, T]) -> T:
    """Run something on the event loop that a memory belongs to."""
    return memory._loop.run(work)


def async_memory(memory: Memory) -> AsyncMemory:
    return memory._memory


def store_of(memory: Memory) -> GraphStore:
    return memory._memory._store


def embedder_of(memory: Memory) -> Embedder:
    return memory._memory._embedder


def ledger_of(memory: Memory) -> Ledger:
    return memory._memory._ledger


def model_of(memory: AsyncMemory) -> ModelClient:
    assert memory._model is not None
    return memory._model


def is_embedded(memory: Memory) -> bool:
    return store_of(memory).connection.dialect.is_embedded


def folder_of(memory: Memory) -> Path:
    """Return the folder of an embedded database."""
    folder = store_of(memory).connection.index_folder
    assert folder is not None
    return folder.parent


def leave_traces(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """Let what is forgotten leave traces in the files of one folder, whose removal takes longer than all else."""
    left = Traces.left
    patch.setattr(Traces, "left", lambda traces: None if traces._marker.parent == folder else left(traces))


def disturb(memory: Memory) -> None:
    """Let an embedded memory believe that its files have just been scrubbed, which interrupts requests of others."""
    if (traces := store_of(memory).connection.traces) is not None:
        traces.disturb()


def turns_from_graph(memory: Memory, user: str) -> int:
    """Return how many turns of a user's index came from the graph since it was kept, and not from a file."""
    return memory._memory._indexes._indexes[user].unkept


async def user_of(memory: Memory, user: str) -> User:
    return await memory._memory._indexes.user(user)


def worker_of(
    memory: Memory, structure: Structure, *, clock: Callable[[], datetime], summariser: Summariser | None = None
) -> Sleep:
    """Return a worker that brings one structure up to date."""
    return Sleep(
        store_of(memory),
        [structure],
        embedder_of(memory),
        summariser or ExtractiveSummariser(embedder_of(memory)),
        session_gap=timedelta(minutes=30),
        clock=clock,
    )


def bring(memory: Memory, worker: Sleep, user: str, now: datetime) -> Slept:
    """Let a worker bring a user's structure up to date."""

    async def work() -> Slept:
        return await worker.run(await user_of(memory, user), now)

    return run(memory, work())
