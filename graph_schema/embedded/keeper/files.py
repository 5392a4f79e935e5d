"""The files of a data folder that the keeper shares with its clients, and its lock."""

import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
from pathlib import Path

LOCK_FILE = "keeper.lock"
STATE_FILE = "keeper.json"
ARGUMENTS_FILE = "java.args"
BACKUPS = "backups"
"""The folder in which the server makes a backup before it is moved to its place."""
SERVER_LOG = "log/server.log"
KEEPER_LOG = "log/keeper.log"
_ON_WINDOWS = sys.platform == "win32"


def write_privately(path: Path, content: str) -> None:
    """Write a file that only its owner can read, replacing it in one step."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")  # several threads may write it at once
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(content)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def take_lock(path: Path) -> int | None:
    """Lock a file for as long as the returned descriptor stays open; return None if another process holds the lock."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def end_orphan(folder: Path) -> None:
    """Ask a Java whose keeper was killed to end; on Linux the kernel has already done so."""
    if _ON_WINDOWS:  # there Java doesn't inherit the lock, so another keeper holds it
        return
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):  # no state file, or not written by a keeper
        state = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
        java = int(state["java_pid"])
        if is_running(int(state["pid"])) or not is_running(java):
            return
        shown = subprocess.run(  # noqa: S603 -- a number is its only argument
            ["/bin/ps", "-o", "command=", "-p", str(java)], capture_output=True, check=False, text=True
        )
        if f"@{ARGUMENTS_FILE}" in shown.stdout:  # not another process that was given the same id
            os.kill(java, signal.SIGTERM)
