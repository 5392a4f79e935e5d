"""A worker that is told to stop ends in time, whatever it waits for."""

import signal
import subprocess
import sys

import pytest

WORKER = """
import asyncio, ctypes, sys, time
from chronomem.engine.workers import processes

processes.STOP_S = 0.2

async def work():
    with processes.stopped_by_signals() as stop:
        print("works", flush=True)
        await stop.wait()
        await asyncio.to_thread(HANGS, 600)

HANGS = {"thread": time.sleep, "interpreter": ctypes.PyDLL(None).sleep}[sys.argv[1]]
asyncio.run(work())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
@pytest.mark.parametrize(("held", "code"), [("thread", 0), ("interpreter", -14)])
def test_a_worker_ends_while_native_code_runs(held: str, code: int) -> None:
    """Also where that code holds the interpreter, so that no thread of Python can end the process, and SIGALRM does."""
    with subprocess.Popen([sys.executable, "-c", WORKER, held], stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "works\n"
        worker.send_signal(signal.SIGTERM)
        try:
            assert worker.wait(60) == code
        finally:
            worker.kill()
