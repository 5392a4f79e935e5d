"""Names of workers that show whether their process is still running."""

import os
import socket
import sys
from uuid import uuid4

from chronomem.graph_schema.embedded.keeper import is_running


def new_holder() -> str:
    """Return a name for a worker of this process."""
    return f"{socket.gethostname()}/{os.getpid()}/{uuid4().hex}"


def is_dead(holder: str | None) -> bool:
    """Whether a worker's process ran on this machine and has ended.

    A process in another container may look dead; its claim is then taken over, and it can write nothing more.
    """
    if holder is None or sys.platform == "win32":  # on Windows the check would do harm
        return False
    host, _, rest = holder.partition("/")
    pid = rest.partition("/")[0]
    if host != socket.gethostname() or not pid.isdecimal():
        return False
    try:
        return not is_running(int(pid))
    except OSError:  # it belongs to another operating system user
        return False
