"""An interrupt ends what a memory does, and waits until that has given back what it holds."""

import _thread
import asyncio
import threading

import pytest

from chronomem.engine.blocking import _Loop


def test_interrupted_work_has_ended_before_anything_is_closed() -> None:
    done: list[str] = []

    async def work() -> None:
        threading.Timer(0.05, _thread.interrupt_main).start()
        try:
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.05)
            done.append("released")

    loop = _Loop()
    with pytest.raises(KeyboardInterrupt):
        loop.run(work())
    assert done == ["released"]
    loop.stop()
