"""The Java process of the embedded database, played by a small program."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from chronomem.graph_schema.embedded.keeper.files import LOCK_FILE, SERVER_LOG, take_lock
from chronomem.graph_schema.embedded.keeper.java_server import Server

Launch = Callable[[str], Server]


@pytest.fixture
def launch(tmp_path: Path) -> Iterator[Launch]:
    """Start a program in the place of Java; it is ended after the test."""
    lock = take_lock(tmp_path / LOCK_FILE)
    assert lock is not None
    started = []

    def start(program: str) -> Server:
        java = tmp_path / "java"
        java.write_text(f"#!{sys.executable}\nimport time\n{program}\n")
        java.chmod(0o700)
        plan: dict[str, Any] = {"java": str(java), "arguments": [], "files": {}, "cache": None, "stop_timeout_s": 5}
        (tmp_path / SERVER_LOG).parent.mkdir(exist_ok=True)
        server = Server(plan, tmp_path, lock)
        server.launch()
        started.append(server)
        return server

    yield start
    for server in started:
        server.stop()
    os.close(lock)


@pytest.mark.skipif(sys.platform == "win32", reason="the program is a script with a first line that names Python")
def test_the_causes_of_a_failed_start_are_read_though_they_are_written_late(launch: Launch) -> None:
    server = launch(
        "print('Exception in thread \"main\" ', end='', flush=True); time.sleep(0.15)\n"
        "print('java.lang.RuntimeException: no start', flush=True); time.sleep(0.15)\n"
        "print('\\tat a.b.C\\nCaused by: LockException: in use', flush=True); time.sleep(60)"
    )
    while not server.has_given_up():
        assert server.is_alive()
    assert server.last_log_lines().splitlines() == [
        'Exception in thread "main" java.lang.RuntimeException: no start',
        "Caused by: LockException: in use",
    ]
    assert server.may_start_again()
