"""Consolidation in the background of the requests: one user after the other, once they are quiet."""

import asyncio
import logging
import time
from collections.abc import Callable

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.errors import ChronomemError, Closed, UnknownUser

_LOG = logging.getLogger("chronomem.service")
_PAUSE_S = 30.0
"""The pause before a failed consolidation of a user is tried again."""


class Consolidation:
    """Consolidates users with new turns, in the background.

    Args:
        memory: the memory.
        quiet_s: how long a user must send nothing before.
        is_on: False leaves consolidation to others, such as `chronomem consolidate`.
    """

    def __init__(
        self, memory: AsyncMemory, quiet_s: float, *, is_on: bool, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._memory = memory
        self._quiet_s = quiet_s
        self._is_on = is_on
        self._clock = clock
        self._due: dict[str, float] = {}
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """The number of users with turns that wait for consolidation."""
        return len(self._due)

    def wake(self, user: str) -> None:
        """Record that a user has sent turns."""
        if self._is_on:
            self._due[user] = self._clock() + self._quiet_s
            self._woken.set()

    async def start(self) -> None:
        """Start, with the users left over from before."""
        if self._is_on:
            for user in await self._memory.users():
                self.wake(user)
            self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Stop after the current unit of work; nothing is lost."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            user = min(self._due, key=self._due.__getitem__, default=None)
            if user is None:
                await self._woken.wait()
                continue
            wait = self._due[user] - self._clock()
            if wait > 0:
                await asyncio.sleep(wait)
                continue
            del self._due[user]
            await self._consolidate(user)

    async def _consolidate(self, user: str) -> None:
        try:
            await self._memory.consolidate(user=user)
        except Closed:
            raise
        except UnknownUser:
            return  # the user was forgotten meanwhile
        except ChronomemError as error:
            _LOG.warning("a user could not be consolidated, which will be tried again: %s", error)
            self._due.setdefault(user, self._clock() + _PAUSE_S)
