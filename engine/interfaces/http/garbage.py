"""When Python looks through all its objects for garbage: at times of its own, not whenever requests have made many.

Such a look takes as long as there are objects: a tenth of a second with the indexes of some users, in which nobody is
answered. What has survived one is frozen, so that the next ones look at newer objects only; now and then all are
looked through, since an index that was let go may be garbage as well.
"""

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count

_EVERY_S = 30.0
_ALL_EVERY = 20
_YOUNG = 10_000
"""After so many objects the newest are looked through, which takes no time."""
_NEVER = 1_000_000


@asynccontextmanager
async def timed_collections(every_s: float = _EVERY_S) -> AsyncIterator[None]:
    """Time the collections of this process for as long as this lasts; afterwards they are what they were before."""
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
