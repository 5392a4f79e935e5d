"""The work of a Dask cluster's workers: they open the memory that a command named, and drain one user of it."""

import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Lock

from chronomem.engine.interfaces.cli.place import Place
from chronomem.engine.memory.memory import Memory
from chronomem.graph_schema.errors import ChronomemError, UnknownUser

_OPENING = Lock()


def drain_at(place: Place, user: str) -> str | None:
    """Drain a user; return the class of the error if there was one.

    Credentials and all other settings come from the worker's own environment: the scheduler sees none.
    """
    try:
        with _OPENING:
            memory = opened(place)
        memory.drain(user)
    except UnknownUser:
        return None  # was forgotten meanwhile
    except ChronomemError as error:
        return type(error).__name__
    return None


@cache
def opened(place: Place) -> Memory:
    """Return the memory of this process, which stays open as long as the process."""
    name, password = os.environ.get("CHRONOMEM_USERNAME"), os.environ.get("CHRONOMEM_PASSWORD")
    file = os.environ.get("CHRONOMEM_AUTH_FILE")
    kept = None if file is None else Path(file)
    return replace(place, auth=kept if name is None or password is None else (name, password)).open()
