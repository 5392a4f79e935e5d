"""Scheduled garbage collection: full collections run at fixed times, not whenever requests have created many objects.

A full collection takes time in proportion to the number of objects: a tenth of a second with the indexes of some users,
during which no request is answered. Objects that survive one are frozen, so that the next ones visit newer objects
only; now and then everything is unfrozen and collected, since a dropped index may be garbage too.
"""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

_EVERY_S = 30.0
_ALL_EVERY = 20
_YOUNG = 10_000
"""After this many new objects, the youngest generation is collected, which takes no time."""
_NEVER = 1_000_000


@asynccontextmanager
async def timed_collections(every_s: float = _EVERY_S) -> AsyncIterator[None]:
    """Schedule the collections of this process while the context lasts; then restore the earlier thresholds."""
    before = gc.get_threshold()
    gc.set_threshold(_YOUNG, before[1], _NEVER)
    _collect()
    task = asyncio.create_task(_go_on(every_s))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        gc.unfreeze()
        gc.set_threshold(*before)


async def _go_on(every_s: float) -> None:
    for number in count(1):
        await asyncio.sleep(every_s)
        if number % _ALL_EVERY == 0:
            gc.unfreeze()
        _collect()


def _collect() -> None:
    gc.collect()
    gc.freeze()
