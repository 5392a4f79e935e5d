"""One process and its embedded database."""

from __future__ import annotations

import importlib.util
import os
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from chronomem.graph_schema.embedded import EmbeddedDatabase, EmbeddedSettings
from chronomem.graph_schema.embedded.folder import prepare_folder
from chronomem.graph_schema.errors import Closed, DatabaseUnavailable, FolderUnusable

if TYPE_CHECKING:
    from tests.integration.embedded.conftest import Watched

Query = Callable[..., list[list[Any]]]


def test_what_is_written_is_there_when_the_folder_is_opened_again(watched: Watched, query: Query) -> None:
    said_at = datetime(2023, 5, 30, 7, 0, 0, 123456, tzinfo=UTC)
    with EmbeddedDatabase.open(watched.path) as database:
        watched.read_state()
        query(database.endpoint, "CREATE (:T {text: $text, at: $at})", text="Olá", at=said_at)
    assert watched.has_stopped(), "close waits for the end of keeper and Java"
    assert not watched.state_file.exists()

    with EmbeddedDatabase.open(watched.path) as database:
        [[text, at]] = query(database.endpoint, "MATCH (t:T) RETURN t.text, t.at")
    assert text == "Olá"
    assert at.to_native() == said_at, "a stored time keeps its zone and its microseconds"


def test_only_the_owner_can_read_what_is_in_the_folder(watched: Watched, query: Query) -> None:
    watched.path.mkdir(mode=0o755)  # as a user might make it
    with EmbeddedDatabase.open(watched.path) as database:
        query(database.endpoint, "CREATE (:T)")
        files = [path for path in watched.path.rglob("*") if path.is_file()]
        assert {"keeper.json", "java.args", "server-users.jsonl", "schema.json"} <= {f.name for f in files}
        exposed = [path for path in files if stat.S_IMODE(path.stat().st_mode) & 0o077]
        secrets = (database.endpoint.password, database.endpoint.reader_password)
        holders = {f.name for f in files if any(secret.encode() in f.read_bytes() for secret in secrets)}
    assert exposed == []
    assert holders == set(), "passwords are handed over by the keeper, never written down"


def test_handles_and_threads_of_one_process_share_one_server(watched: Watched, query: Query) -> None:
    with ThreadPoolExecutor(6) as pool:
        databases = list(pool.map(EmbeddedDatabase.open, [watched.path] * 6))
    assert len({database.endpoint for database in databases}) == 1
    watched.read_state()
    first, *others = databases
    for database in others:
        database.close()
    assert first.refresh() == first.endpoint
    assert query(first.endpoint, "RETURN 1") == [[1]], "the last handle keeps the server"

    first.close()
    first.close()
    assert watched.has_stopped()
    with pytest.raises(Closed, match="open the folder anew"):
        _ = first.endpoint
    with pytest.raises(Closed):
        first.refresh()


def test_a_forked_child_is_told_so_and_does_no_harm(watched: Watched, query: Query) -> None:
    with EmbeddedDatabase.open(watched.path) as database:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = _use_what_was_inherited(database)
            finally:
                os._exit(code)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == 0
        assert database.refresh() == database.endpoint
        assert query(database.endpoint, "RETURN 1") == [[1]]


def _use_what_was_inherited(database: EmbeddedDatabase) -> int:
    """In the child: 0 where each use is refused, and closing does nothing."""
    with pytest.raises(Closed, match="fork"):
        _ = database.endpoint
    with pytest.raises(Closed, match="fork"):
        database.refresh()
    database.close()
    return 0


def test_importing_the_package_starts_nothing(tmp_path: Path) -> None:
    code = (
        "import sys, threading; import chronomem.graph_schema.embedded;"
        "assert threading.active_count() == 1;"
        "assert not {'jpype', 'arcadedb_embedded'} & set(sys.modules)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True)
    assert list(tmp_path.iterdir()) == []


def test_a_java_that_will_not_start_is_explained_and_leaves_the_folder_usable(watched: Watched) -> None:
    with pytest.raises(DatabaseUnavailable, match="Unrecognized VM option 'NoSuchOption'") as caught:
        EmbeddedDatabase.open(watched.path, EmbeddedSettings(java_options=("-XX:NoSuchOption",)))
    assert str(watched.path / "log" / "server.log") in str(caught.value)
    assert watched.stops()
    EmbeddedDatabase.open(watched.path).close()


def test_a_platform_without_the_database_is_told_to_connect(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(DatabaseUnavailable, match=r"Memory\.connect"):
        EmbeddedDatabase.open(watched.path)


def test_a_folder_locked_by_a_stranger_is_refused(watched: Watched) -> None:
    fcntl = pytest.importorskip("fcntl")
    prepare_folder(watched.path)
    with (watched.path / "keeper.lock").open("w") as stranger:
        fcntl.flock(stranger, fcntl.LOCK_EX)
        with pytest.raises(FolderUnusable, match=r"keeper\.lock"):
            EmbeddedDatabase.open(watched.path, EmbeddedSettings(start_timeout_s=1.0))


def test_databases_locked_by_another_server_are_refused(watched: Watched) -> None:
    fcntl = pytest.importorskip("fcntl")
    EmbeddedDatabase.open(watched.path).close()
    with (watched.path / "databases" / "chronomem" / "database.lck").open("w") as other_server:
        fcntl.lockf(other_server, fcntl.LOCK_EX)
        with pytest.raises(FolderUnusable, match="another program uses the databases"):
            EmbeddedDatabase.open(watched.path)


def test_threads_that_find_the_server_dead_get_the_same_new_one(watched: Watched, query: Query) -> None:
    with EmbeddedDatabase.open(watched.path) as database:
        before = database.endpoint
        query(before, "CREATE (:T {id: 1})")
        os.kill(watched.read_state()["java_pid"], 9)
        barrier = threading.Barrier(4)

        def restart(_: int) -> object:
            barrier.wait()
            return database.refresh()

        with ThreadPoolExecutor(4) as pool:
            found = set(pool.map(restart, range(4)))
        assert found == {database.endpoint}
        assert database.endpoint != before
        assert query(database.endpoint, "MATCH (t:T) RETURN t.id") == [[1]]
        watched.read_state()
    assert watched.has_stopped()
