"""The dispatcher of a Dask cluster: it submits users for whom work is due, and keeps a bounded number in flight.

The graph stays the only queue. A scheduler or a worker that dies loses nothing: users stay due, and leases expire. Two
dispatchers, or two tasks for one user, do no harm either, since the leases decide.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import timedelta
from itertools import count

from distributed import Client, Future

from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.database.event_log import hashed

_LOG = logging.getLogger("chronomem.worker")
_POLL_S = 1.0
_PAUSE = timedelta(seconds=30)


async def dispatch(
    memory: AsyncMemory, address: str, drain: Callable[[str], str | None], *, in_flight: int, stop: asyncio.Event
) -> None:
    """Submit drains to the cluster at an address, until an event is set.

    Args:
        memory: the memory, which is asked for due users.
        address: the scheduler's, such as `tcp://127.0.0.1:8786`.
        drain: drains a user in a worker of the cluster, and returns the class of the error if there was one. It is sent
            to the workers, so it holds no credentials.
        in_flight: the maximum number of users that are submitted and not finished.
        stop: ends the dispatch; drains that run then go on by themselves.
    """
    running: dict[str, Future] = {}
    numbers = count()
    async with Client(address, asynchronous=True) as client:
        while not stop.is_set():
            free = in_flight - len(running)
            due = await memory.due_users(limit=in_flight + len(running)) if free else []
            for user in [user for user in due if user not in running][:free]:
                key = f"chronomem-drain-{hashed(user)}-{next(numbers)}"
                running[user] = client.submit(drain, user, key=key, pure=False)
            if not await _collect(memory, running):
                await _pause(running, stop)
        for future in running.values():
            future.release()


async def _collect(memory: AsyncMemory, running: dict[str, Future]) -> bool:
    """Release the futures that are done, and return whether there were any."""
    done = {user: future for user, future in running.items() if future.done()}
    for user, future in done.items():
        del running[user]
        problem = None if future.status == "finished" else future.status
        problem = problem or await future.result()
        future.release()
        if problem is not None:
            _LOG.warning("user %s could not be consolidated (%s), and waits", hashed(user), problem)
            await memory.postpone(user, _PAUSE)
    return bool(done)


async def _pause(running: dict[str, Future], stop: asyncio.Event) -> None:
    """Wait until something is done, or for a second."""
    waiting = [asyncio.ensure_future(stop.wait()), *(asyncio.ensure_future(f._state.wait()) for f in running.values())]
    await asyncio.wait(waiting, timeout=_POLL_S, return_when=asyncio.FIRST_COMPLETED)
    for each in waiting:
        each.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
