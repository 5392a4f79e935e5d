"""The worker of one process: it drains the users for whom work is due, the longest due first."""

import asyncio
import logging
import random
import time
import traceback
from dataclasses import dataclass
from datetime import timedelta

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.database.event_log import hashed
from chronomem.graph_schema.errors import ChronomemError, Closed, UnknownUser

_LOG = logging.getLogger("chronomem.worker")
_POLL_S = 5.0
"""How often a worker that found nothing due looks again, unless it is woken."""
_PAUSE = timedelta(seconds=30)
"""How long a user waits whose work ended in an error."""
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 300.0
"""The pause of all work after an error in finding what is due; it doubles each time."""
_PAGE = 20
_SIDE_BY_SIDE = 2
"""The users drained at once: one is parsed while the graph of another is written."""


@dataclass
class Figures:
    """The figures of a worker since its start.

    Attributes:
        turns: turns extracted.
        drains: calls of `drain`.
        seconds: the time that they took together.
        postponed: drains that ended in an error, so that the user waits.
        failures: errors that nobody foresaw.
        set_aside: turns that the extraction gave up.
    """

    turns: int = 0
    drains: int = 0
    seconds: float = 0.0
    postponed: int = 0
    failures: int = 0
    set_aside: int = 0


class Worker:
    """Drains users, until it is stopped; nothing is lost then. Any number of workers may share a memory.

    Args:
        memory: the memory.
        quiet: how long the oldest work for a user waits, so that turns which come together are extracted together.
        is_on: False leaves the work to others, such as `chronomem worker`.

    Attributes:
        figures: the counts of its work.
        problem: the latest error that nobody foresaw, until a user was drained again; None if all is well.
    """

    def __init__(self, memory: AsyncMemory, quiet: timedelta = timedelta(0), *, is_on: bool = True) -> None:
        self._memory = memory
        self._quiet = quiet
        self._is_on = is_on
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.figures = Figures()
        self.problem: str | None = None

    def wake(self, user: str) -> None:  # noqa: ARG002 - who tells it need not know how the worker finds the user
        """Look for work soon: a user has sent turns."""
        self._woken.set()

    async def start(self) -> None:
        """Start working beside everything else."""
        if self._is_on:
            self._task = asyncio.create_task(self.run())

    async def stop(self) -> None:
        """Stop; a unit of work that isn't committed yet is rolled back, and done by the next worker."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def run(self) -> None:
        """Work until cancelled; after an error that nobody foresaw, go on after a pause that grows."""
        pause = _FIRST_PAUSE_S
        while True:
            try:
                self._woken.clear()
                users = await self._memory.due_users(limit=_PAGE, quiet=self._quiet)
                pause = _FIRST_PAUSE_S
                if not await self._drain_all(users):
                    await self._wait()
            except Closed:
                raise
            except ChronomemError as error:
                _LOG.warning("work can't be found (%s), which is tried again", type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE_S)
            except Exception as error:  # noqa: BLE001 - no error may end the extraction of all users
                self._note(error)
                await asyncio.sleep(pause)
                pause = min(pause * 2, _LONGEST_PAUSE_S)

    async def _wait(self) -> None:
        try:
            await asyncio.wait_for(self._woken.wait(), _POLL_S)
        except TimeoutError:
            return
        await asyncio.sleep(self._quiet.total_seconds())

    async def _drain_all(self, users: list[str]) -> bool:
        """Drain some users, and return whether that led to anything."""
        waiting = random.sample(users, len(users))  # other workers look at the same users

        async def work() -> bool:
            did = False
            while waiting:
                did |= await self._drain(waiting.pop())
            return did

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(work()) for _ in range(_SIDE_BY_SIDE)]
        return any(task.result() for task in tasks)

    async def _drain(self, user: str) -> bool:
        began = time.perf_counter()
        try:
            drained = await self._memory.drain(user)
        except Closed:
            raise
        except UnknownUser:
            return False  # was forgotten meanwhile
        except ChronomemError as error:
            # Without the error's own words: a model's server may repeat what it was sent.
            _LOG.warning("user %s could not be consolidated (%s), and waits", hashed(user), type(error).__name__)
            await self._postpone(user)
            return False
        except Exception as error:  # noqa: BLE001 - the work for one user may not end that for the others
            self._note(error)
            await self._postpone(user)
            return False
        self.figures.drains += 1
        self.figures.seconds += time.perf_counter() - began
        self.figures.turns += drained.done.turns
        self.figures.set_aside += drained.done.set_aside
        self.problem = None
        return drained.more or bool(drained.done.turns or drained.done.slept.memories)

    async def _postpone(self, user: str) -> None:
        self.figures.postponed += 1
        await self._memory.postpone(user, _PAUSE)

    def _note(self, error: Exception) -> None:
        self.figures.failures += 1
        self.problem = f"the background work failed with {type(error).__name__} and starts again"
        # Where it happened, and not the error's own words, which may repeat those of a user.
        where = "".join(traceback.format_tb(error.__traceback__))
        _LOG.error("%s:\n%s", self.problem, where)
