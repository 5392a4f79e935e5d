"""Taking turns among the tasks, threads and processes that write for one user.

The embedded database lets two writers of one user proceed concurrently, and makes the one that commits last start
over. With many writers, most of the work is wasted, and a writer may lose for seconds. So they wait for each other
before they begin. Correctness doesn't depend on it: the database still detects collisions.
"""

import asyncio
import os
import random
import time
import zlib
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Literal

from chronomem.graph_schema.embedded.keeper.files import take_lock
from chronomem.graph_schema.errors import FolderUnusable

Kind = Literal["user", "purpose", "snapshot"]

_FILES = 64
_FIRST_POLL_S = 0.01
_LAST_POLL_S = 0.001


class Turns:
    """Named locks of a folder: lock files, which the operating system releases when the process ends.

    Both waits raise `FolderUnusable` if a lock file can't be opened.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self._folder = folder

    @asynccontextmanager
    async def wait_for(self, name: str, kind: Kind) -> AsyncIterator[None]:
        """Hold the lock of a name. Names of a kind may share a lock, so never hold two of one kind."""
        async with self._lock(kind, zlib.crc32(name.encode()) % _FILES):
            yield

    @asynccontextmanager
    async def wait_for_all(self, kind: Kind) -> AsyncIterator[None]:
        """Hold all locks of a kind. Callers have to take turns among themselves."""
        async with AsyncExitStack() as held:
            for number in range(_FILES):
                await held.enter_async_context(self._lock(kind, number))
            yield

    @asynccontextmanager
    async def _lock(self, kind: Kind, number: int) -> AsyncIterator[None]:
        path = self._folder / f"{kind}-{number:02d}.lock"
        began = time.monotonic()
        try:
            while (descriptor := take_lock(path)) is None:  # noqa: ASYNC110 - another process releases the lock
                await asyncio.sleep(_poll_after(time.monotonic() - began))
        except OSError as error:
            raise FolderUnusable(f"no turn to write can be taken in {self._folder}: {error}") from error
        try:
            yield
        finally:
            os.close(descriptor)  # this releases the lock


def _poll_after(waited_s: float) -> float:
    """Return the pause before the next attempt: those who have waited longer try more often, and so come first."""
    pause = max(_LAST_POLL_S, _FIRST_POLL_S / (1 + 10 * waited_s))
    return pause * random.uniform(0.5, 1.5)  # noqa: S311 - spreads, guards nothing
