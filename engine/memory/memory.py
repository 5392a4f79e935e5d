"""The synchronous memory: the methods of `AsyncMemory`, run on an event loop in a background thread."""

import asyncio
import functools
import os
import threading
from collections.abc import Callable, Coroutine, Iterable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.errors import Closed

P = ParamSpec("P")
R = TypeVar("R")


_WIND_UP_S = 10.0
"""How long an interrupted call may take to end."""


async def _noting(work: Coroutine[Any, Any, R], ended: threading.Event) -> R:
    try:
        return await work
    finally:
        ended.set()


class _Loop:
    """An event loop in its own thread, so that it also works while another loop is running."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._process_id = os.getpid()
        self._thread = threading.Thread(target=self._loop.run_forever, name="chronomem", daemon=True)
        self._thread.start()

    def run(self, work: Coroutine[Any, Any, R]) -> R:
        if os.getpid() != self._process_id or self._loop.is_closed():
            work.close()
            raise Closed("this memory was closed, or inherited through a fork; open it again in this process")
        ended = threading.Event()
        future = asyncio.run_coroutine_threadsafe(_noting(work, ended), self._loop)
        try:
            return future.result()
        except BaseException:
            if future.cancel():  # an interrupt ends the work as well as the wait
                ended.wait(_WIND_UP_S)  # it releases its resources before anybody closes the memory
            raise

    def stop(self) -> None:
        if os.getpid() == self._process_id and not self._loop.is_closed():
            self.run(self._loop.shutdown_default_executor())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


def _blocking(
    method: Callable[Concatenate[AsyncMemory, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate["Memory", P], R]:
    @functools.wraps(method)
    def call(self: "Memory", /, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._loop.run(method(self._memory, *args, **kwargs))

    return call


def _opening(method: Callable[P, Coroutine[Any, Any, AsyncMemory]]) -> Callable[P, "Memory"]:
    @functools.wraps(method)
    def call(*args: P.args, **kwargs: P.kwargs) -> "Memory":
        loop = _Loop()
        try:
            return Memory(loop, loop.run(method(*args, **kwargs)))
        except BaseException:
            loop.stop()
            raise

    return call


def _alone(method: Callable[P, Coroutine[Any, Any, R]]) -> Callable[P, R]:
    @functools.wraps(method)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        loop = _Loop()
        try:
            return loop.run(method(*args, **kwargs))
        finally:
            loop.stop()

    return call


class Memory:
    """Long-term memory for agents that talk with people.

    Create one with `open` (an embedded database in a folder) or `connect` (a Neo4j server). Close it with `close`, or
    use it in a `with` block. The methods are those of `AsyncMemory`, but block until the result is there. Threads may
    share one memory.
    """

    def __init__(self, loop: _Loop, memory: AsyncMemory) -> None:
        self._loop = loop
        self._memory = memory

    open = staticmethod(_opening(AsyncMemory.open))
    connect = staticmethod(_opening(AsyncMemory.connect))

    add = _blocking(AsyncMemory.add)
    add_session = _blocking(AsyncMemory.add_session)
    add_turns = _blocking(AsyncMemory.add_turns)
    recall = _blocking(AsyncMemory.recall)
    ask = _blocking(AsyncMemory.ask)
    consolidate = _blocking(AsyncMemory.consolidate)
    drain = _blocking(AsyncMemory.drain)
    due_users = _blocking(AsyncMemory.due_users)
    postpone = _blocking(AsyncMemory.postpone)
    backlog = _blocking(AsyncMemory.backlog)
    add_fact = _blocking(AsyncMemory.add_fact)
    add_facts = _blocking(AsyncMemory.add_facts)
    correct = _blocking(AsyncMemory.correct)
    retract = _blocking(AsyncMemory.retract)
    facts = _blocking(AsyncMemory.facts)
    instructions = _blocking(AsyncMemory.instructions)
    history = _blocking(AsyncMemory.history)
    changes = _blocking(AsyncMemory.changes)
    entity = _blocking(AsyncMemory.entity)
    entities = _blocking(AsyncMemory.entities)
    merge_entities = _blocking(AsyncMemory.merge_entities)
    split_entity = _blocking(AsyncMemory.split_entity)
    forget = _blocking(AsyncMemory.forget)
    retain = _blocking(AsyncMemory.retain)
    feed = _blocking(AsyncMemory.feed)
    receipts = _blocking(AsyncMemory.receipts)
    cypher = _blocking(AsyncMemory.cypher)
    create_user = _blocking(AsyncMemory.create_user)
    ping = _blocking(AsyncMemory.ping)
    users = _blocking(AsyncMemory.users)
    stats = _blocking(AsyncMemory.stats)
    usage = _blocking(AsyncMemory.usage)
    queue = _blocking(AsyncMemory.queue)
    timeline = _blocking(AsyncMemory.timeline)
    topics = _blocking(AsyncMemory.topics)
    personas = _blocking(AsyncMemory.personas)
    to_arrow = _blocking(AsyncMemory.to_arrow)
    to_pandas = _blocking(AsyncMemory.to_pandas)
    derive = _blocking(AsyncMemory.derive)
    doctor = _blocking(AsyncMemory.doctor)
    export = _blocking(AsyncMemory.export)
    load = _blocking(AsyncMemory.load)
    backup = _blocking(AsyncMemory.backup)
    bookmarks = _blocking(AsyncMemory.bookmarks)

    restore = staticmethod(_alone(AsyncMemory.restore))
    reembed = staticmethod(_alone(AsyncMemory.reembed))

    def after(self, bookmarks: Iterable[str]) -> AbstractContextManager[None]:
        """Like `AsyncMemory.after`."""
        return self._memory.after(bookmarks)

    def close(self) -> None:
        """Close the memory and disconnect from the database. May be called again.

        Acknowledged writes are durable even without it.
        """
        try:
            self._loop.run(self._memory.close())
        except Closed:
            return
        self._loop.stop()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
