"""The work of a Dask cluster's workers: they open the memory that a command named, and drain one user of it."""

import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Lock
from types import FrameType

from distributed import get_worker

from chronomem.engine.interfaces.cli.place import Place
from chronomem.engine.memory.memory import Memory
from chronomem.engine.workers.cluster import DrainReport
from chronomem.engine.workers.processes import end_in_time
from chronomem.graph_schema.errors import ChronomemError, UnknownUser

_OPENING = Lock()


def drain_at(place: Place, user: str) -> DrainReport:
    """Drain a user.

    Credentials and all other settings come from the worker's own environment: the scheduler sees none.
    """
    began = time.perf_counter()
    try:
        with _OPENING:
            _stop_in_time()
            memory = opened(place)
        done = memory.drain(user).done
    except UnknownUser:
        return DrainReport()  # was forgotten meanwhile
    except ChronomemError as error:
        return DrainReport(problem=type(error).__name__)
    return DrainReport(done.turns, done.set_aside, time.perf_counter() - began)


@cache
def _stop_in_time() -> None:
    """Have SIGTERM end this process in time: Dask waits for the drains that run, and so does Python when it exits."""
    get_worker().loop.add_callback(_bound_stop)


def _bound_stop() -> None:
    before = signal.getsignal(signal.SIGTERM)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        return  # the process does more than the work of Dask, or Dask's supervisor ends it

    def on_signal(number: int, frame: FrameType | None, go_on: Callable[..., object] = before) -> None:
        end_in_time()
        go_on(number, frame)

    signal.signal(signal.SIGTERM, on_signal)


@cache
def opened(place: Place) -> Memory:
    """Return the memory of this process, which stays open as long as the process."""
    name, password = os.environ.get("CHRONOMEM_USERNAME"), os.environ.get("CHRONOMEM_PASSWORD")
    file = os.environ.get("CHRONOMEM_AUTH_FILE")
    kept = None if file is None else Path(file)
    return replace(place, auth=kept if name is None or password is None else (name, password)).open()
