"""Processes killed at random moments while one writes; each victim twenty times."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from chronomem.graph_schema.embedded import EmbeddedDatabase

if TYPE_CHECKING:
    from tests.integration.embedded.conftest import Watched

Query = Callable[..., list[list[Any]]]

pytestmark = pytest.mark.thorough

_KILLS = 20
_BATCH = 10

_WRITER = f"""
import sys
from pathlib import Path
import neo4j
from neo4j.exceptions import DriverError, Neo4jError
from chronomem.graph_schema.embedded import EmbeddedDatabase

database = EmbeddedDatabase.open(Path(sys.argv[1]))
batch = int(sys.argv[2])
while True:
    where = database.refresh()
    auth = (where.username, where.password)
    with neo4j.GraphDatabase.driver(where.bolt_uri, auth=auth, max_transaction_retry_time=0) as driver:
        try:
            while True:
                driver.execute_query(
                    "UNWIND range(1, {_BATCH}) AS i MERGE (:T {{batch: $batch, i: i}})",
                    batch=batch, database_=where.database,
                )
                print(batch, flush=True)
                batch += 1
        except (DriverError, Neo4jError):
            pass
"""


class Writer:
    """A process that writes batch after batch, each in a transaction, and tells each that was acknowledged."""

    def __init__(self, folder: Path, first: int) -> None:
        self.acknowledged = first - 1
        self.process = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(folder), str(first)], stdout=subprocess.PIPE, text=True
        )
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.acknowledged = int(line)

    def writes_on(self, within_s: float = 30.0) -> bool:
        """Whether two more batches are acknowledged within the time."""
        goal, deadline = self.acknowledged + 2, time.monotonic() + within_s
        while self.acknowledged < goal and time.monotonic() < deadline:
            time.sleep(0.01)
        return self.acknowledged >= goal

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self._listener.join()
        assert self.process.stdout is not None
        self.process.stdout.close()


def check_batches(watched: Watched, query: Query, acknowledged: int) -> None:
    """Every acknowledged batch is there and whole, and so is one more that may have been under way."""
    with EmbeddedDatabase.open(watched.path) as database:
        sizes = query(database.endpoint, "MATCH (t:T) RETURN t.batch AS batch, count(*) ORDER BY batch")
        watched.read_state()
    written = [batch for batch, _ in sizes]
    assert written in (list(range(acknowledged + 1)), list(range(acknowledged + 2)))
    assert {size for _, size in sizes} == {_BATCH}


def prepare(watched: Watched, query: Query) -> None:
    with EmbeddedDatabase.open(watched.path) as database:
        query(database.endpoint, "CREATE CONSTRAINT t_key FOR (t:T) REQUIRE (t.batch, t.i) IS UNIQUE")


@pytest.mark.parametrize("victim", ["pid", "java_pid"])
def test_no_acknowledged_batch_is_lost_when_the_server_is_killed(watched: Watched, query: Query, victim: str) -> None:
    prepare(watched, query)
    moments = random.Random(victim)
    writer = Writer(watched.path, first=0)
    try:
        for kill in range(_KILLS):
            assert writer.writes_on(), f"stuck after {kill} kills"
            time.sleep(moments.uniform(0.0, 0.5))
            os.kill(watched.read_state()[victim], signal.SIGKILL)
            if kill % 4 == 0:  # and once more while it starts again
                time.sleep(moments.uniform(0.1, 0.6))
                with contextlib.suppress(ProcessLookupError):  # it had just ended
                    os.kill(watched.read_state()[victim], signal.SIGKILL)
        assert writer.writes_on()
    finally:
        writer.kill()
    assert watched.stops()
    check_batches(watched, query, writer.acknowledged)


def test_no_acknowledged_batch_is_lost_when_the_writer_is_killed(watched: Watched, query: Query) -> None:
    prepare(watched, query)
    moments = random.Random("writer")
    acknowledged = -1
    for _ in range(_KILLS):
        writer = Writer(watched.path, first=acknowledged + 1)
        try:
            assert writer.writes_on()
            watched.read_state()
            time.sleep(moments.uniform(0.0, 0.5))
        finally:
            writer.kill()
        acknowledged = writer.acknowledged
    check_batches(watched, query, acknowledged)
    assert watched.stops()
