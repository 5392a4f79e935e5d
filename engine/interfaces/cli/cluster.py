"""The work of a Dask cluster's workers: they open the memory that a command named, and drain one user of it."""

import os
import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Lock

from chronomem.engine.interfaces.cli.place import Place
from chronomem.engine.memory.memory import Memory
from chronomem.engine.workers.cluster import DrainReport
from chronomem.graph_schema.errors import ChronomemError, UnknownUser

_OPENING = Lock()


def drain_at(place: Place, user: str) -> DrainReport:
    """Drain a user.

    Credentials and all other settings come from the worker's own environment: the scheduler sees none.
    """
    began = time.perf_counter()
    try:
        with _OPENING:
            memory = opened(place)
        done = memory.drain(user).done
    except UnknownUser:
        return DrainReport()  # was forgotten meanwhile
    except ChronomemError as error:
        return DrainReport(problem=type(error).__name__)
    return DrainReport(done.turns, done.set_aside, time.perf_counter() - began)


@cache
def opened(place: Place) -> Memory:
    """Return the memory of this process, which stays open as long as the process."""
    name, password = os.environ.get("CHRONOMEM_USERNAME"), os.environ.get("CHRONOMEM_PASSWORD")
    file = os.environ.get("CHRONOMEM_AUTH_FILE")
    kept = None if file is None else Path(file)
    return replace(place, auth=kept if name is None or password is None else (name, password)).open()
