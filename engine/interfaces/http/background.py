"""Consolidation in the background of the requests: one user after the other, once they are quiet."""

import asyncio
import logging
import time
import traceback
from collections.abc import Callable

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.errors import ChronomemError, Closed, UnknownUser

_LOG = logging.getLogger("chronomem.service")
_PAUSE_S = 30.0
"""The pause before a failed consolidation of a user is tried again."""
_RETRY_S = 660.0
"""The pause before turns that failed are tried again: longer than every pause of the extraction queue."""
_RETAIN_S = 3600.0
"""How often a service without other work looks for what is due to be forgotten."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 300.0
"""The pause before the background work starts again after an unforeseen error; it doubles each time."""


class Consolidation:
    """Consolidates users with new turns, in the background.

    Args:
        memory: the memory.
        quiet_s: how long a user must send nothing before.
        is_on: False leaves consolidation to others, such as `chronomem consolidate`.

    Attributes:
        failures: how often the work ended in an error that nobody foresaw.
        problem: the latest such error, until a user was consolidated again; None if all is well.
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
        self.failures = 0
        self.problem: str | None = None

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
            self._task = asyncio.create_task(self._supervise())

    async def stop(self) -> None:
        """Stop after the current unit of work; nothing is lost."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _supervise(self) -> None:
        """Run until `stop`; after an error that nobody foresaw, run again, after a pause that grows."""
        pause = _FIRST_PAUSE_S
        while True:
            try:
                await self._run()
            except (Closed, asyncio.CancelledError):
                raise
            except Exception as error:  # noqa: BLE001 - no error may end the extraction of all users
                if self.problem is None:  # a user was consolidated since the last one
                    pause = _FIRST_PAUSE_S
                self.failures += 1
                self.problem = f"the background work failed with {type(error).__name__} and starts again"
                # Where it happened, and not the error's own words, which may repeat those of a user.
                where = "".join(traceback.format_tb(error.__traceback__))
                _LOG.error("%s in %.0f s:\n%s", self.problem, pause, where)
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE_S)

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            user = min(self._due, key=self._due.__getitem__, default=None)
            if user is None:
                await self._retain_until_woken()
                continue
            wait = self._due[user] - self._clock()
            if wait > 0:
                await asyncio.sleep(wait)
                continue
            del self._due[user]
            try:
                await self._consolidate(user)
            except BaseException:
                self._due.setdefault(user, self._clock() + _PAUSE_S)
                raise
            self.problem = None

    async def _retain_until_woken(self) -> None:
        """Wait for turns, and meanwhile forget from time to time what is due."""
        try:
            await asyncio.wait_for(self._woken.wait(), _RETAIN_S)
        except TimeoutError:
            try:
                await self._memory.retain(only_due=True)
            except Closed:
                raise
            except ChronomemError as error:
                _LOG.warning("retention failed (%s), and will be tried again", type(error).__name__)

    async def _consolidate(self, user: str) -> None:
        try:
            done = await self._memory.consolidate(user=user)
            if done.failed:
                self._due.setdefault(user, self._clock() + _RETRY_S)
        except Closed:
            raise
        except UnknownUser:
            return  # the user was forgotten meanwhile
        except ChronomemError as error:
            # Without the error's own words: a model's server may repeat what it was sent.
            _LOG.warning("a user could not be consolidated (%s), which will be tried again", type(error).__name__)
            self._due.setdefault(user, self._clock() + _PAUSE_S)
