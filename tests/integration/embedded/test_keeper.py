"""Several processes on one folder, and what happens when they are killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from chronomem.graph_schema.embedded import EmbeddedDatabase, EmbeddedSettings
from chronomem.graph_schema.embedded.folder import prepare_folder
from chronomem.graph_schema.embedded.keeper import java_server
from chronomem.graph_schema.embedded.keeper.clients import Keeper
from chronomem.graph_schema.embedded.keeper.files import LOCK_FILE, take_lock
from chronomem.graph_schema.embedded.runtime import make_plan

if TYPE_CHECKING:
    from tests.integration.embedded.conftest import Client, Watched

Query = Callable[..., list[list[Any]]]
Start = Callable[[], "Client"]


@pytest.mark.slow
def test_six_processes_at_once_get_one_server_that_goes_after_them(watched: Watched, clients: Start) -> None:
    started = [clients() for _ in range(6)]
    assert len({client.bolt_uri for client in started}) == 1
    assert started[0].bolt_uri.startswith("bolt://127.0.0.1:")
    watched.read_state()

    first, *others = started
    first.kill()
    time.sleep(1.5)  # longer than the keeper lingers
    others[0].do("database.refresh(); print(database.endpoint.bolt_uri, flush=True)")
    assert others[0].read_line() == first.bolt_uri, "the others keep the server of the one that was killed"

    for client in others[:-1]:
        assert client.finish() == (0, "")
    assert watched.list_running() == watched.seen
    others[-1].do("database.close(); print('closed', flush=True)")
    assert others[-1].read_line() == "closed"
    assert watched.has_stopped(), "the last one waited for the end"


@pytest.mark.parametrize(
    ("end", "code"),
    [
        ("raise RuntimeError", 1),
        ("os.kill(os.getpid(), 9)", -9),
        pytest.param("sys.exit()", 0, marks=pytest.mark.thorough),
        pytest.param("os._exit(7)", 7, marks=pytest.mark.thorough),
    ],
)
def test_nothing_is_left_running_however_a_process_ends(watched: Watched, clients: Start, end: str, code: int) -> None:
    client = clients()
    assert client.bolt_uri
    watched.read_state()
    client.do(end)
    assert client.finish()[0] == code
    assert watched.stops(), f"still running: {watched.list_running()}"


@pytest.mark.parametrize("which", [0, 1], ids=["bolt", "http"])
def test_a_port_that_was_taken_meanwhile_is_replaced_at_once(
    watched: Watched, query: Query, monkeypatch: pytest.MonkeyPatch, which: int
) -> None:
    prepare_folder(watched.path)
    find, found = java_server.find_free_ports, list[list[int]]()
    with socket.create_server(("127.0.0.1", 0)) as other:

        def ports(count: int) -> list[int]:
            found.append(find(count))
            if len(found) == 1:
                found[0][which] = other.getsockname()[1]
            return found[-1]

        monkeypatch.setattr(java_server, "find_free_ports", ports)
        lock = take_lock(watched.path / LOCK_FILE)
        assert lock is not None
        keeper = Keeper(make_plan(watched.path, EmbeddedSettings()), lock)
        keeper.announce()
        running = threading.Thread(target=keeper.run)
        running.start()
        try:
            with EmbeddedDatabase.open(watched.path, EmbeddedSettings(start_timeout_s=50)) as database:
                assert query(database.endpoint, "RETURN 1") == [[1]]
                assert len(found) == 2
        finally:
            running.join(timeout=120)
            os.close(lock)


def test_a_forked_child_does_not_hold_the_server_after_its_parent(watched: Watched, clients: Start) -> None:
    client = clients()
    assert client.bolt_uri
    watched.read_state()
    client.do("pid = os.fork() or (os.close(0), os.close(1), os.close(2), __import__('time').sleep(30))")
    client.do("print(pid, flush=True)")
    child = int(client.read_line())
    client.process.kill()
    try:
        assert watched.stops(), f"still running: {watched.list_running()}"
    finally:
        os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize(
    ("victim", "signal_number"),
    [
        ("pid", signal.SIGKILL),
        pytest.param("pid", signal.SIGTERM, marks=pytest.mark.thorough),
        pytest.param("java_pid", signal.SIGKILL, marks=pytest.mark.thorough),
        pytest.param("java_pid", signal.SIGTERM, marks=pytest.mark.thorough),
    ],
)
def test_a_killed_server_is_replaced_and_nothing_acknowledged_is_lost(
    watched: Watched, query: Query, victim: str, signal_number: int
) -> None:
    with EmbeddedDatabase.open(watched.path) as database:
        before = database.endpoint
        query(before, "UNWIND range(1, 100) AS i CREATE (:T {id: i})")
        os.kill(watched.read_state()[victim], signal_number)
        old = set(watched.seen)
        if signal_number == signal.SIGTERM:  # asked to end, it goes on serving for a moment
            assert watched.stops()

        assert database.refresh() != before
        assert query(database.endpoint, "MATCH (t:T) RETURN count(t), sum(t.id)") == [[100, 5050]]
        assert not watched.list_running() & old, "keeper and Java go together"
        watched.read_state()
    assert watched.has_stopped()


@contextmanager
def stranger_on_a_port(answer: bytes | None) -> Iterator[int]:
    """Another program that listens: it answers at once, or never."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                connection.recv(100)
                if answer is not None:
                    connection.sendall(answer)
                connection.recv(100)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield listener.getsockname()[1]


FAKE_SERVER = {"state": "ready", "server": {"bolt_port": 1, "http_port": 1, "database": "chronomem"}}


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(b"HTTP/1.1 400 Bad Request\r\n\r\n", marks=pytest.mark.thorough),
        pytest.param(None, marks=pytest.mark.thorough),
        b'{"state": "known", "proof": "guessed"}\n' + json.dumps(FAKE_SERVER).encode() + b"\n",
    ],
    ids=["another protocol", "silence", "somebody who pretends"],
)
def test_a_stranger_on_the_port_of_a_killed_keeper_is_not_believed(watched: Watched, answer: bytes | None) -> None:
    prepare_folder(watched.path)
    with stranger_on_a_port(answer) as port:
        state = {"port": port, "token": "old", "proof": "old", "pid": 2**22, "java_pid": 2**22}
        watched.state_file.write_text(json.dumps(state))
        with EmbeddedDatabase.open(watched.path) as database:
            assert watched.read_state()["port"] != port
            assert database.refresh() == database.endpoint


@pytest.mark.parametrize(
    "content",
    [
        '{"port": 1, "token": "", "proof": ""}',
        *(pytest.param(text, marks=pytest.mark.thorough) for text in ("", "{", "[]", '{"port": "x"}')),
    ],
)
def test_a_spoilt_state_file_is_replaced(watched: Watched, content: str) -> None:
    prepare_folder(watched.path)
    watched.state_file.write_text(content)
    with EmbeddedDatabase.open(watched.path):
        assert watched.read_state()["pid"] > 0


@pytest.mark.skipif(sys.platform == "win32", reason="there Java doesn't inherit the lock")
def test_a_java_that_outlived_its_keeper_is_ended(watched: Watched) -> None:
    """Where the kernel doesn't end it, as on macOS; played by a process that holds the lock."""
    import fcntl

    prepare_folder(watched.path)
    with (watched.path / "keeper.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        orphan = subprocess.Popen(["/bin/bash", "-c", "exec -a 'java @java.args' sleep 60"], pass_fds=(lock.fileno(),))
    with orphan:
        state = {"port": 1, "token": "", "proof": "", "pid": 2**22, "java_pid": orphan.pid}
        watched.state_file.write_text(json.dumps(state))
        reaper = threading.Thread(target=orphan.wait)  # as init would
        reaper.start()
        EmbeddedDatabase.open(watched.path).close()
        reaper.join()
        assert orphan.returncode == -signal.SIGTERM


def test_a_process_that_comes_while_the_server_stops_gets_a_new_one(watched: Watched, clients: Start) -> None:
    leaving, coming = clients(), clients()
    assert leaving.bolt_uri == coming.bolt_uri
    watched.read_state()
    coming.do("database.close()")
    leaving.do("database.close()")
    coming.do("database = EmbeddedDatabase.open(Path(sys.argv[1]))")
    coming.do("print(database.endpoint.bolt_uri, flush=True)")
    assert coming.read_line().startswith("bolt://127.0.0.1:")
    assert leaving.finish() == (0, "")
    watched.read_state()
    assert coming.finish() == (0, "")
    assert watched.stops()
