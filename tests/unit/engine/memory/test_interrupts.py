"""An interrupt ends what a memory does, and waits until that has given back what it holds."""

import asyncio
import signal
import threading

import pytest

from chronomem.engine.memory.memory import _Loop


def test_interrupted_work_has_ended_before_anything_is_closed() -> None:
    done: list[str] = []

    async def work() -> None:
        main = threading.main_thread().ident
        assert main is not None
        threading.Timer(0.05, signal.pthread_kill, (main, signal.SIGINT)).start()
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
