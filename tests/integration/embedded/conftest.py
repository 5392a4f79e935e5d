"""Processes that open a data folder, and what is left of them."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, LiteralString

import neo4j
import pytest

from chronomem.graph_schema.embedded import Endpoint

_CLIENT = """
import os, sys
from pathlib import Path
from chronomem.graph_schema.embedded import EmbeddedDatabase
database = EmbeddedDatabase.open(Path(sys.argv[1]))
print(database.endpoint.bolt_uri, flush=True)
for line in sys.stdin:
    exec(line)
"""


class Client:
    """Another process that has the folder open, and does what it is told in lines of Python."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _CLIENT, str(folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._bolt_uri = ""

    @property
    def bolt_uri(self) -> str:
        """Where its server is; waits until it has opened the folder."""
        if not self._bolt_uri:
            self._bolt_uri = self.read_line()
        return self._bolt_uri

    def read_line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def do(self, code: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(code + "\n")
        self.process.stdin.flush()

    def finish(self) -> tuple[int, str]:
        """Close its input, so that it ends without closing the database; its exit code and complaints."""
        _, complaints = self.process.communicate(timeout=300)
        return self.process.returncode, complaints

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=300)


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # it has just ended, or this system has no such files
        return not Path("/proc").exists()


class Watched:
    """A data folder, and the processes that serve it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seen: set[int] = set()
        self.javas: set[int] = set()

    def read_state(self) -> dict[str, Any]:
        """What the keeper wrote; waits for one that lives, with its Java."""
        assert wait_until(self._is_served)
        state: dict[str, Any] = json.loads(self.state_file.read_text())
        self.seen |= {state["pid"], state["java_pid"]}
        self.javas.add(state["java_pid"])
        return state

    def _is_served(self) -> bool:
        try:
            state = json.loads(self.state_file.read_text())
        except (FileNotFoundError, ValueError):
            return False
        return "java_pid" in state and is_running(state["pid"]) and is_running(state["java_pid"])

    def stops(self) -> bool:
        """Whether every keeper and Java that was seen, or that is announced, goes."""
        return wait_until(lambda: not self._is_served() and not self.list_running())

    def has_stopped(self) -> bool:
        """Whether every Java that was seen is gone by now. Its keeper may take a moment more, which is waited for."""
        return not any(map(is_running, self.javas)) and self.stops()

    def list_running(self) -> set[int]:
        return {pid for pid in self.seen if is_running(pid)}

    @property
    def state_file(self) -> Path:
        return self.path / "keeper.json"


def wait_until(condition: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Whether a condition comes true. The time is for machines with much else to do."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@pytest.fixture
def query() -> Callable[..., list[list[Any]]]:
    """Run one statement as the user that may do everything; the values of its rows."""

    def run(endpoint: Endpoint, statement: LiteralString, **parameters: Any) -> list[list[Any]]:
        auth = (endpoint.username, endpoint.password)
        with neo4j.GraphDatabase.driver(endpoint.bolt_uri, auth=auth) as driver:
            result = driver.execute_query(statement, parameters, database_=endpoint.database)
        return [list(record.values()) for record in result.records]

    return run


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    return Watched(tmp_path / "data")


@pytest.fixture
def clients(watched: Watched) -> Iterator[Callable[[], Client]]:
    """Start further processes on the folder; whatever of them lives at the end of the test is killed."""
    started: list[Client] = []

    def start() -> Client:
        started.append(Client(watched.path))
        return started[-1]

    yield start
    for client in started:
        client.kill()
