"""The dispatcher of a Dask cluster: it submits users for whom work is due, and keeps a bounded number in flight.

The graph stays the only queue. A scheduler or a worker that dies loses nothing: users stay due, and leases expire. Two
dispatchers, or two tasks for one user, do no harm either, since the leases decide.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from itertools import count
from typing import NamedTuple

from distributed import Client, Future
from distributed.client import ClosedClientError

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.engine.workers.worker import Figures
from chronomem.graph_schema.database.event_log import hashed
from chronomem.graph_schema.errors import ChronomemError, Closed

_LOG = logging.getLogger("chronomem.worker")
_POLL_S = 1.0
_PAUSE = timedelta(seconds=30)
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 60.0
"""The pause after an error of the scheduler or the memory; it doubles each time."""


class DrainReport(NamedTuple):
    """The result of a drain in a worker of the cluster.

    Attributes:
        turns: turns extracted.
        set_aside: turns that the extraction gave up.
        seconds: the time that it took.
        problem: the class of the error that ended it, if there was one.
    """

    turns: int = 0
    set_aside: int = 0
    seconds: float = 0.0
    problem: str | None = None


class Dispatcher:
    """Submits drains to a cluster. It may run several times.

    Args:
        memory: the memory, which is asked for due users.
        address: the scheduler's, such as `tcp://127.0.0.1:8786`.
        drain: drains a user in a worker of the cluster. It is sent to the workers, so it holds no credentials.
        in_flight: the maximum number of users that are submitted and not finished.

    Attributes:
        figures: the counts of the work that this dispatcher submitted, by all workers together.
    """

    def __init__(
        self, memory: AsyncMemory, address: str, drain: Callable[[str], DrainReport], *, in_flight: int
    ) -> None:
        self._memory = memory
        self._address = address
        self._drain = drain
        self._in_flight = in_flight
        self._numbers = count()
        self.figures = Figures()

    async def run(self, stop: asyncio.Event) -> None:
        """Submit users who are due until an event is set; drains that run then go on by themselves.

        Where the scheduler or the memory can't be reached, it is tried again after a pause that grows.
        """
        pause, now = _FIRST_PAUSE_S, asyncio.get_running_loop().time
        while not stop.is_set():
            began = now()
            try:
                async with Client(self._address, asynchronous=True) as client:
                    await self._submit_to(client, stop)
            except Closed:
                raise
            except (OSError, ClosedClientError, ChronomemError) as error:
                _LOG.warning("no work can be submitted (%s), which is tried again", type(error).__name__)
                pause = _FIRST_PAUSE_S if now() - began > _LONGEST_PAUSE_S else min(pause * 2, _LONGEST_PAUSE_S)
                with suppress(TimeoutError):
                    await asyncio.wait_for(stop.wait(), pause)

    async def _submit_to(self, client: Client, stop: asyncio.Event) -> None:
        running: dict[str, Future] = {}
        while not stop.is_set():
            free = self._in_flight - len(running)
            due = await self._memory.due_users(limit=self._in_flight + len(running)) if free else []
            for user in [user for user in due if user not in running][:free]:
                key = f"chronomem-drain-{hashed(user)}-{next(self._numbers)}"
                running[user] = client.submit(self._drain, user, key=key, pure=False)
            if not await self._collect(running):
                await _pause(running.values(), stop)
        for future in running.values():
            future.release()

    async def _collect(self, running: dict[str, Future]) -> bool:
        """Release the futures that are done, and return whether there were any."""
        done = {user: future for user, future in running.items() if future.done()}
        for user, future in done.items():
            del running[user]
            report = await _report(future)
            future.release()
            if report is not None:
                await self._note(user, report)
        return bool(done)

    async def _note(self, user: str, report: DrainReport) -> None:
        if report.problem is not None:
            _LOG.warning("user %s could not be consolidated (%s), and waits", hashed(user), report.problem)
            self.figures.postponed += 1
            await self._memory.postpone(user, _PAUSE)
            return
        self.figures.drains += 1
        self.figures.seconds += report.seconds
        self.figures.turns += report.turns
        self.figures.set_aside += report.set_aside


async def _report(future: Future) -> DrainReport | None:
    """Return the result of a drain, or None if the cluster lost it together with its scheduler: the user stays due."""
    if future.status == "finished":
        report: DrainReport = await future.result()
        return report
    if future.status == "error":  # of one that nobody foresaw, or of a worker that died again and again
        return DrainReport(problem=type(await future.exception()).__name__)
    return None


async def _pause(running: Iterable[Future], stop: asyncio.Event) -> None:
    """Wait until something is done, or for a second."""
    waiting = [asyncio.ensure_future(stop.wait()), *(asyncio.ensure_future(f._state.wait()) for f in running)]
    await asyncio.wait(waiting, timeout=_POLL_S, return_when=asyncio.FIRST_COMPLETED)
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
