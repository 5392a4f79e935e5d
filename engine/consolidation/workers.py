"""Who is at work: names of workers that tell whether their process is still there."""

import os
import socket
import sys
from uuid import uuid4

from chronomem.graph_schema.embedded.keeper import is_running


def new_holder() -> str:
    """Return a name for a worker of this process."""
    return f"{socket.gethostname()}/{os.getpid()}/{uuid4().hex}"


def is_dead(holder: str | None) -> bool:
    """Whether a worker's process ran on this machine and is no more.

    A process of another container may look so; its claim is then taken over, and it writes nothing more.
    """
    if holder is None or sys.platform == "win32":  # where one can't look without doing harm
        return False
    host, _, rest = holder.partition("/")
    pid = rest.partition("/")[0]
    if host != socket.gethostname() or not pid.isdecimal():
        return False
    try:
        return not is_running(int(pid))
    except OSError:  # it is another user's
        return False
