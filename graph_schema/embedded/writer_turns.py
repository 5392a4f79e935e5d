"""Taking turns among the tasks, threads and processes that write for one user.

The embedded database lets two writers of one user go on side by side and makes the one that commits last do it all
again. With many of them most of the work is thrown away, and one may lose for seconds; so they wait for each other
before they begin. Nothing rests on that: the database still tells who collided.
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

from chronomem.graph_schema.embedded.keeper import take_lock

Kind = Literal["user", "purpose", "snapshot"]

_FILES = 64
_FIRST_POLL_S = 0.01
_LAST_POLL_S = 0.001


class Turns:
    """Locks of a folder, by name: files whose lock the operating system lifts when their process ends."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        self._folder = folder

    @asynccontextmanager
    async def wait_for(self, name: str, kind: Kind) -> AsyncIterator[None]:
        """Hold the lock of a name; some names of a kind share one, so nobody may hold two of a kind."""
        async with self._lock(kind, zlib.crc32(name.encode()) % _FILES):
            yield

    @asynccontextmanager
    async def wait_for_all(self, kind: Kind) -> AsyncIterator[None]:
        """Hold all locks of a kind, for which those who do so have to take turns among themselves."""
        async with AsyncExitStack() as held:
            for number in range(_FILES):
                await held.enter_async_context(self._lock(kind, number))
            yield

    @asynccontextmanager
    async def _lock(self, kind: Kind, number: int) -> AsyncIterator[None]:
        path = self._folder / f"{kind}-{number:02d}.lock"
        began = time.monotonic()
        while (descriptor := take_lock(path)) is None:  # noqa: ASYNC110 - what is awaited happens in another process
            await asyncio.sleep(_poll_after(time.monotonic() - began))
        try:
            yield
        finally:
            os.close(descriptor)  # which lifts the lock


def _poll_after(waited_s: float) -> float:
    """Return how long to wait until the next try: who has waited longer tries more often, and so comes first."""
    pause = max(_LAST_POLL_S, _FIRST_POLL_S / (1 + 10 * waited_s))
    return pause * random.uniform(0.5, 1.5)  # noqa: S311 - spreads, guards nothing
