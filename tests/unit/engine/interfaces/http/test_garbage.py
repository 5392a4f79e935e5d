"""Garbage is collected at times of the service's own."""

import asyncio
import gc
import weakref

from chronomem.engine.interfaces.http.garbage import timed_collections


def test_what_has_survived_is_looked_at_no_more_until_the_service_ends() -> None:
    before = gc.get_threshold()

    async def run() -> None:
        async with timed_collections(every_s=0.01):
            assert gc.get_freeze_count() > 10_000
            lasting = [[number] for number in range(5_000)]
            await asyncio.sleep(0.3)
            looked_at = {id(tracked) for tracked in gc.get_objects()}  # without those that are frozen
            assert not looked_at & {id(lasting), *map(id, lasting)}

    asyncio.run(run())
    assert (gc.get_threshold(), gc.get_freeze_count()) == (before, 0)


def test_garbage_that_was_frozen_is_found_in_the_end() -> None:
    class Index:
        def __init__(self) -> None:
            self.own = self

    async def run() -> bool:
        async with timed_collections(every_s=0.005):
            index = Index()
            frozen = weakref.ref(index)
            await asyncio.sleep(0.05)
            del index
            for _ in range(100):
                await asyncio.sleep(0.1)
                if frozen() is None:
                    return True
            return False

    assert asyncio.run(run())
