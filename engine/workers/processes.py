"""Several worker processes on one machine, restarted when they end, and stopped together."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

STOP_S = 9.0
"""The time in which a worker stops; then it is ended, and others take its leases over."""
_GRACE_S = 0.5
"""How long after that the operating system ends it, should it be too busy to do so itself."""
_LOG = logging.getLogger("chronomem.worker")
_FIRST_PAUSE_S, _LONGEST_PAUSE_S = 1.0, 60.0


def end_in_time() -> None:
    """End this process in `STOP_S` seconds if it hasn't ended by then: a piece that is parsed can't be interrupted.

    The timer of the operating system needs no thread of ours, so it ends a process that waits for one while it exits.
    """
    last = threading.Timer(STOP_S, os._exit, (0,))
    last.daemon = True
    last.start()
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, STOP_S + _GRACE_S)


@contextmanager
def stopped_by_signals() -> Iterator[asyncio.Event]:
    """Yield an event that SIGTERM and SIGINT set. The process ends some seconds later, whatever it waits for then."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()

    def on_signal(*_: object) -> None:
        end_in_time()
        loop.call_soon_threadsafe(stop.set)

    before = {number: signal.signal(number, on_signal) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


async def supervise(
    commands: Sequence[Sequence[str]], stop: asyncio.Event, environment: Mapping[str, str] | None = None
) -> None:
    """Keep a process of each command running until an event is set; then end them.

    A process that ends by itself is started again, after a pause that doubles as long as they end at once.
    """

    async def keep(command: Sequence[str]) -> None:
        pause = _FIRST_PAUSE_S
        while True:
            began = asyncio.get_running_loop().time()
            process = await asyncio.create_subprocess_exec(*command, env=environment)
            try:
                code = await process.wait()
            except asyncio.CancelledError:
                await _end(process)
                raise
            lasted = asyncio.get_running_loop().time() - began
            pause = _FIRST_PAUSE_S if lasted > _LONGEST_PAUSE_S else min(pause * 2, _LONGEST_PAUSE_S)
            _LOG.warning("a worker process ended with %d, and is started again", code)
            await asyncio.sleep(pause)

    keeping = [asyncio.create_task(keep(command)) for command in commands]
    await stop.wait()
    for each in keeping:
        each.cancel()
    await asyncio.gather(*keeping, return_exceptions=True)


@contextmanager
def beside(command: Sequence[str], count: int, environment: Mapping[str, str]) -> Iterator[None]:
    """Run so many processes of a command while the block runs. Whoever needs their work has to see that it is done."""
    running = [subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) for _ in range(count)]  # noqa: S603 - our own
    try:
        yield
    finally:
        for process in running:
            process.terminate()
        for process in running:
            try:
                process.wait(2 * STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is not None:
        return
    process.terminate()
    try:
        await asyncio.wait_for(process.wait(), STOP_S)
    except TimeoutError:
        process.kill()
        await process.wait()


def program(*arguments: str) -> list[str]:
    """Return the command that runs a command of chronomem in another process."""
    return [sys.executable, "-m", "chronomem.engine.interfaces.cli", *arguments]
