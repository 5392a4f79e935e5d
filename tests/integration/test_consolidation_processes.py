"""Processes that consolidate the same memory, and that are killed at it."""

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.examples import examples
from tests.integration.test_calendar_summaries import history, tree

from chronomem import Memory, Settings

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")]

NOW = "2026-01-01T00:00:00+00:00"
CONSOLIDATE = f"""
import sys
from chronomem import Memory, Settings
folder, user = sys.argv[1:]
with Memory.open(folder, settings=Settings(structures=("calendar",))) as memory:
    memory.recall("warm up", user=user)
    print("open", flush=True)
    sys.stdin.readline()
    print(memory.consolidate(user=user, now="{NOW}").slept.memories.get("calendar", 0), flush=True)
"""
DAYS = list(range(0, 120, 4))
KILLS = max(2, examples(5))


class Worker:
    """A process that consolidates when it is told to."""

    def __init__(self, folder: Path, user: str) -> None:
        command = [sys.executable, "-c", CONSOLIDATE, str(folder), user]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "open\n"

    def go(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def finish(self) -> tuple[int, str, str]:
        out, errors = self.process.communicate(timeout=300)
        return self.process.returncode, out, errors


def opened(folder: Path) -> Memory:
    """Open the memory with no structure but the one that the workers bring up to date."""
    return Memory.open(folder, settings=Settings(structures=("calendar",)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("consolidating") / "memory"


def test_after_kills_the_tree_is_what_it_would_have_been(folder: Path) -> None:
    chance = random.Random("kills")
    with opened(folder) as memory:
        for user in ("spared", "killed"):
            memory.add_turns(history(DAYS), user=user)
            memory.consolidate(user=user, now="2020-01-01")  # reads the turns; no period is over
        expected = memory.consolidate(user="spared", now=NOW).slept.memories["calendar"]
        for _ in range(KILLS):
            worker = Worker(folder, "killed")
            worker.go()
            time.sleep(chance.uniform(0, 1))
            os.kill(worker.process.pid, signal.SIGKILL)
            worker.finish()
        done = memory.consolidate(user="killed", now=NOW).slept
        assert done.left == ()
        assert done.memories.get("calendar", 0) <= expected
        assert tree(memory, "killed") == tree(memory, "spared")
        assert memory.doctor(user="killed").findings == ()


def test_two_at_once_do_nothing_twice(folder: Path) -> None:
    with opened(folder) as memory:
        memory.add_turns(history(DAYS), user="shared")
        memory.consolidate(user="shared", now="2020-01-01")
        workers = [Worker(folder, "shared") for _ in range(2)]
        for worker in workers:
            worker.go()
        finished = [worker.finish() for worker in workers]
        assert [(code, errors) for code, _, errors in finished] == [(0, ""), (0, "")]
        memory.consolidate(user="shared", now=NOW)
        assert sum(int(out) for _, out, _ in finished) == len(tree(memory, "shared"))
