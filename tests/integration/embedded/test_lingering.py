"""A server that stays after its last client, and what makes it go."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from chronomem import Memory, Settings
from chronomem.graph_schema.embedded import EmbeddedDatabase, EmbeddedSettings, stop
from chronomem.graph_schema.embedded.folder import prepare_folder
from chronomem.graph_schema.errors import FolderUnusable

if TYPE_CHECKING:
    from tests.integration.embedded.conftest import Client, Watched

Query = Callable[..., list[list[Any]]]
Start = Callable[[], "Client"]

WARM = EmbeddedSettings(keep_warm_s=60)
COUNT = "MATCH (t:T) RETURN count(t)"

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
not_on_windows = pytest.mark.skipif(sys.platform == "win32", reason="a folder in use can't be deleted or moved there")


def leave_warm(watched: Watched, query: Query) -> dict[str, Any]:
    """Store a node, close, and return what the keeper, which stays, has announced."""
    with EmbeddedDatabase.open(watched.path, WARM) as database:
        query(database.endpoint, "CREATE (:T)")
    return watched.read_state()


def count(watched: Watched, query: Query, settings: EmbeddedSettings = WARM) -> int:
    with EmbeddedDatabase.open(watched.path, settings) as database:
        [[number]] = query(database.endpoint, COUNT)
        return int(number)


@pytest.fixture(autouse=True)
def nothing_stays(watched: Watched) -> Any:
    yield
    stop(watched.path)
    assert watched.stops()


def test_the_next_one_finds_the_server_warm_until_it_is_stopped(watched: Watched, query: Query) -> None:
    state = leave_warm(watched, query)
    assert count(watched, query) == 1
    assert count(watched, query, EmbeddedSettings()) == 1, "one who wishes nothing takes nobody's wish back"
    assert watched.read_state() == state
    assert stop(watched.path)
    assert watched.has_stopped(), "stop waits for the end"
    assert not stop(watched.path)


def test_it_goes_when_its_time_is_over(watched: Watched) -> None:
    EmbeddedDatabase.open(watched.path, EmbeddedSettings(keep_warm_s=1)).close()
    watched.read_state()
    assert watched.stops()


def test_a_server_in_use_is_not_stopped_but_no_longer_stays(watched: Watched, query: Query, clients: Start) -> None:
    leave_warm(watched, query)
    other = clients()
    assert other.bolt_uri
    with pytest.raises(FolderUnusable, match="in use by another process"):
        stop(watched.path)
    other.do("database.close(); print('closed', flush=True)")
    assert other.read_line() == "closed"
    assert watched.has_stopped()


def test_it_makes_room_for_other_settings_unless_it_is_used(watched: Watched, query: Query) -> None:
    first = leave_warm(watched, query)
    larger = EmbeddedSettings(heap_mb=600, keep_warm_s=60)
    with EmbeddedDatabase.open(watched.path, larger) as database:
        assert query(database.endpoint, COUNT) == [[1]]
        second = watched.read_state()
        assert second["pid"] != first["pid"]
        assert "-Xmx600m" in (watched.path / "java.args").read_text(encoding="utf-8")
        with EmbeddedDatabase.open(watched.path):
            assert watched.read_state() == second


@not_on_windows
def test_a_deleted_folder_takes_its_server_along_and_may_be_made_again(watched: Watched, tmp_path: Path) -> None:
    with Memory.open(watched.path, settings=Settings(embedded=WARM)) as memory:
        memory.add("I moved to Lisbon", user="u1", speaker="user", said_at="2023-05-30T09:00:00Z")
        memory.backup(tmp_path / "copy")
    watched.read_state()
    shutil.rmtree(watched.path)
    Memory.restore(tmp_path / "copy", watched.path)
    assert watched.stops()
    with Memory.open(watched.path, settings=Settings(embedded=WARM)) as memory:
        assert memory.stats().turns == 1
        watched.read_state()


@not_on_windows
def test_a_moved_folder_is_served_anew_from_where_it_is(watched: Watched, query: Query, tmp_path: Path) -> None:
    old = leave_warm(watched, query)
    watched.path = watched.path.rename(tmp_path / "moved")
    assert count(watched, query) == 1
    assert watched.read_state()["pid"] != old["pid"]
    assert not (tmp_path / "data").exists()


@not_on_windows
def test_a_copy_of_a_folder_is_served_by_its_own_server(watched: Watched, query: Query, tmp_path: Path) -> None:
    leave_warm(watched, query)
    copy = tmp_path / "copy"
    shutil.copytree(watched.path, copy)
    with EmbeddedDatabase.open(copy) as database:
        query(database.endpoint, "CREATE (:T)")
        assert query(database.endpoint, COUNT) == [[2]]
    assert count(watched, query) == 1


def test_nothing_is_lost_when_whoever_writes_is_killed(watched: Watched, query: Query, clients: Start) -> None:
    state = leave_warm(watched, query)
    writer = clients()
    assert writer.bolt_uri
    writer.do("import neo4j")
    writer.do("where = database.endpoint")
    writer.do("driver = neo4j.GraphDatabase.driver(where.bolt_uri, auth=(where.username, where.password))")
    writer.do("driver.execute_query('UNWIND range(1, 10) AS i CREATE (:T)', database_=where.database)")
    writer.do("print('written', flush=True)")
    assert writer.read_line() == "written"
    writer.kill()
    assert count(watched, query) == 11
    assert watched.read_state() == state, "the server stays as long as was wished before"


@pytest.mark.parametrize("victim", ["pid", pytest.param("java_pid", marks=pytest.mark.thorough)])
def test_nothing_is_lost_when_the_server_that_stays_is_killed(watched: Watched, query: Query, victim: str) -> None:
    os.kill(leave_warm(watched, query)[victim], signal.SIGKILL)
    assert count(watched, query) == 1
    watched.read_state()


def test_what_was_forgotten_is_not_kept_in_the_memory_of_the_server(watched: Watched) -> None:
    with Memory.open(watched.path, settings=Settings(embedded=WARM)) as memory:
        memory.add("I moved to Lisbon", user="u1", speaker="user")
        memory.forget(user="u1", everything=True)
        watched.read_state()
    assert watched.has_stopped()


@on_linux
def test_it_holds_no_terminal_and_no_pipe(watched: Watched, query: Query) -> None:
    state = leave_warm(watched, query)
    for name in ("pid", "java_pid"):
        opened = [str((Path(f"/proc/{state[name]}/fd") / number).readlink()) for number in "012"]
        kept = [target for target in opened if target.startswith(("pipe:", "/dev/pts", "/dev/tty"))]
        assert kept == []
        assert os.getsid(state[name]) != os.getsid(0)


def test_a_client_of_an_older_version_is_served_and_leaves_nothing(watched: Watched) -> None:
    """It names no server and wishes nothing."""
    with EmbeddedDatabase.open(watched.path):
        state = watched.read_state()
        old = socket.create_connection(("127.0.0.1", state["port"]))
        with old, old.makefile("rw", encoding="utf-8") as lines:
            lines.write(json.dumps({"token": state["token"]}) + "\n")
            lines.flush()
            assert json.loads(lines.readline())["proof"] == state["proof"]
            assert json.loads(lines.readline())["state"] == "ready"
            lines.write(json.dumps({"ask": "leave"}) + "\n")
            lines.flush()
            assert lines.readline() == ""
    assert watched.has_stopped()


def test_a_keeper_of_an_older_version_is_joined(watched: Watched) -> None:
    """It doesn't tell its folder, passes over what it doesn't know, and closes the connection on leave."""
    prepare_folder(watched.path)
    public = {"database": "d", "username": "u", "password": "p", "reader_username": "r", "reader_password": "p"}
    ready = {"state": "ready", "server": {"bolt_port": 1, "http_port": 2, **public}}
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        watched.state_file.write_text(json.dumps({"port": port, "pid": os.getpid(), "token": "t", "proof": "p"}))

        def serve() -> list[dict[str, Any]]:
            connection, _ = listener.accept()
            with connection, connection.makefile("rw", encoding="utf-8") as lines:
                heard = [json.loads(lines.readline())]
                lines.write(json.dumps({"state": "known", "proof": "p"}) + "\n" + json.dumps(ready) + "\n")
                lines.flush()
                while heard[-1].get("ask") != "leave":
                    heard.append(json.loads(lines.readline()))
            watched.state_file.unlink()
            return heard

        with ThreadPoolExecutor(1) as pool:
            served = pool.submit(serve)
            with EmbeddedDatabase.open(watched.path, WARM) as database:
                assert database.endpoint.bolt_uri == "bolt://127.0.0.1:1"
            assert [message.get("ask") for message in served.result()] == [None, "leave"]
