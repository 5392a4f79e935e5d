"""Workers in processes and on a Dask cluster: everybody is drained, and they stop when they are told to."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from tests.graphs import graph_of

from chronomem import AsyncMemory, Memory
from chronomem.engine.interfaces.cli.place import Place

USERS = [f"user{n}" for n in range(3)]


def fill(memory: Memory) -> None:
    for user in USERS:
        memory.add("My cat is called Rex.", user=user, speaker="Ann", said_at="2024-05-01T10:00:00Z")
    assert sorted(memory.due_users()) == USERS


def is_any_due(memory: Memory) -> bool:
    """Whether something is due for a user, or will be soon: what one worker has, others put off by some seconds."""
    soon = int(time.time() * 1000) + 30_000
    due = memory.cypher("MATCH (u:User) WHERE u.due_at < $soon RETURN u.id AS id", soon=soon)
    return bool(due or memory.queue())


def assert_told(memory: Memory, user: str, predicates: set[str]) -> None:
    assert {fact.predicate for fact in memory.facts(user=user)} == predicates
    assert memory.doctor(user=user).findings == ()


def assert_drained(memory: Memory) -> None:
    for user in USERS:
        assert_told(memory, user, {"has_pet"})
    assert (memory.backlog().users, memory.queue()) == (0, [])


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
def test_processes_drain_everybody_until_they_are_told_to_stop(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    with Memory.open(folder) as memory:
        fill(memory)
        command = [sys.executable, "-m", "chronomem.engine.interfaces.cli", "worker", "--folder", str(folder)]
        workers = subprocess.Popen(
            [*command, "--processes", "2"],
            stderr=subprocess.PIPE,
            text=True,
            env=dict(os.environ) | {"CHRONOMEM_LINGER": "0"},
        )
        try:
            while is_any_due(memory):
                assert workers.poll() is None
                time.sleep(0.1)
            workers.send_signal(signal.SIGTERM)
            _, said = workers.communicate(timeout=120)
        finally:
            workers.kill()
        assert workers.returncode == 0
        assert "2 worker processes run" in said
        assert "Traceback" not in said
        assert_drained(memory)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
def test_an_import_with_workers_gives_the_same_graph_as_one_without(tmp_path: Path) -> None:
    lines = [
        {"user": user, "session": f"s{n // 4}", "id": f"t{n}", "speaker": "Ann", "said_at": f"2024-05-01T10:{n:02}:00Z"}
        | {"text": f"Yesterday my cat Rex{n} moved to Lisbon with me."}
        for user in USERS
        for n in range(8)
    ]
    file = tmp_path / "talk.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    reports, graphs = [], []
    for workers in ("2", "1"):
        folder = tmp_path / f"memory-{workers}"
        command = [sys.executable, "-m", "chronomem.engine.interfaces.cli", "ingest", str(file), "--json"]
        command += ["--folder", str(folder), "--workers", workers]
        done = subprocess.run(
            command, capture_output=True, text=True, check=True, env=dict(os.environ) | {"CHRONOMEM_LINGER": "0"}
        )
        report = json.loads(done.stdout)
        reports.append({key: report[key] for key in ("stored", "known", "times", "users")})
        with Memory.open(folder) as memory:
            assert (memory.queue(), memory.doctor().findings) == ([], ())
            graphs.append([graph_of(memory, user, tmp_path) for user in USERS])
    assert reports[0] == reports[1] == {"stored": 24, "known": 0, "times": 24, "users": USERS}
    assert graphs[0] == graphs[1]


def test_a_cluster_drains_everybody_and_again_with_another_scheduler(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    from chronomem.engine.interfaces.cli.cluster import drain_at, opened
    from chronomem.engine.workers.cluster import Dispatcher

    folder, port = tmp_path / "memory", free_port()
    options = {"n_workers": 1, "threads_per_worker": 1, "processes": False, "dashboard_address": ":0"}

    async def work() -> None:
        stop = asyncio.Event()
        async with await AsyncMemory.open(folder) as memory:
            dispatcher = Dispatcher(memory, f"tcp://127.0.0.1:{port}", partial(drain_at, Place(folder)), in_flight=2)
            dispatching = asyncio.create_task(dispatcher.run(stop))  # before there is a scheduler
            for drained in (len(USERS), len(USERS) + 1):
                async with distributed.LocalCluster(**options, scheduler_port=port, asynchronous=True) as cluster:
                    while not dispatching.done() and dispatcher.figures.turns < drained:  # noqa: ASYNC110
                        await asyncio.sleep(0.1)
                    if drained == len(USERS):
                        await memory.add("I moved to Lisbon.", user=USERS[0], speaker="Ann")
                        continue  # whatever this scheduler was sent is lost with it
                    stop.set()
                    await dispatching
                    assert cluster.scheduler.tasks == {}, "the futures were released"
            assert dispatcher.figures.postponed == 0

    with Memory.open(folder) as memory:
        fill(memory)
        try:
            asyncio.run(work())
        finally:
            opened(Place(folder)).close()
            opened.cache_clear()
        assert (memory.backlog().users, memory.queue()) == (0, [])
        assert_told(memory, USERS[0], {"has_pet", "lives_in", "moved_to"})
        for user in USERS[1:]:
            assert_told(memory, user, {"has_pet"})


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
