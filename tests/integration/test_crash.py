"""Processes killed with SIGKILL at random moments of an ingest: no turn that was acknowledged is lost.

One round by default; 20 of each kind with `--thorough`.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from tests.examples import examples

from chronomem import Memory
from chronomem.graph_schema.embedded.keeper.files import STATE_FILE

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")]

CALLS, TURNS = max(10, examples(40)), 5
INGEST = f"""
import sys
from chronomem import Memory
folder, user = sys.argv[1:]
with Memory.open(folder) as memory:
    print("open", flush=True)
    for call in range({CALLS}):
        day, session = 1 + (call * 7) % 28, f"s{{call % 6}}" if call % 3 else None
        turns = [
            {{
                "id": f"{{call}}-{{n}}", "text": f"Yesterday we spoke of {{call}} and {{n}}.", "session": session,
                "speaker": ["Ann", "Bo", "Cy"][n % 3], "said_at": f"2024-03-{{day:02d}}T{{9 + n:02d}}:{{call:02d}}:00",
            }}
            for n in range({TURNS})
        ]
        print("stored", *memory.add_turns(turns, user=user).turn_ids, flush=True)
        if call % 10 == 9:
            memory.consolidate(user=user)
"""
ALL = sorted(f"{call}-{n}" for call in range(CALLS) for n in range(TURNS))
ROUNDS = [
    *(pytest.param(victim, 1, id=victim) for victim in ("client", "keeper", "java")),
    *(
        pytest.param(victim, 20, id=f"{victim}-20", marks=pytest.mark.thorough)
        for victim in ("client", "keeper", "java")
    ),
]


class Ingest:
    """A process that stores the same turns for a user each time, and tells of each call that returned."""

    def __init__(self, folder: Path, user: str) -> None:
        command = [sys.executable, "-c", INGEST, str(folder), user]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "open\n"

    def finish(self) -> tuple[int, set[str], str]:
        """Wait for the end; return the exit code, the ids of the turns that were acknowledged, and the errors."""
        out, errors = self.process.communicate(timeout=600)
        lines = [line.split() for line in out.splitlines() if line.endswith(f"-{TURNS - 1}")]
        return self.process.returncode, {turn for line in lines for turn in line[1:]}, errors


def stored(memory: Memory, user: str) -> list[str]:
    return [r["id"] for r in memory.cypher("MATCH (t:Turn {user_id: $user}) RETURN t.id AS id ORDER BY id", user=user)]


def victim_of(folder: Path, ingest: Ingest, victim: str) -> int:
    if victim == "client":
        return ingest.process.pid
    state = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
    return int(state["pid" if victim == "keeper" else "java_pid"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("crash") / "memory"


@pytest.mark.parametrize(("victim", "rounds"), ROUNDS)
def test_no_acknowledged_turn_is_lost(folder: Path, victim: str, rounds: int) -> None:
    chance, kills = random.Random(f"{victim} {rounds}"), 0
    for number in range(rounds):
        user = f"{victim}-{rounds}-{number}"
        ingest = Ingest(folder, user)
        time.sleep(chance.uniform(0, 1.5))
        with suppress(FileNotFoundError, ProcessLookupError):  # it had just come to its end
            os.kill(victim_of(folder, ingest, victim), signal.SIGKILL)
            kills += 1
        code, acknowledged, errors = ingest.finish()
        if victim != "client":
            assert (code, errors) == (0, ""), f"round {number}: {errors[-3000:]}"
            assert sorted(acknowledged) == ALL, f"round {number}"
        with Memory.open(folder) as memory:
            if acknowledged:
                assert acknowledged <= set(stored(memory, user)), f"round {number}"
            again = Ingest(folder, user)
            assert again.finish()[::2] == (0, ""), f"round {number}"
            memory.consolidate(user=user)
            assert stored(memory, user) == ALL, f"round {number}"
            assert memory.doctor(user=user).findings == (), f"round {number}"
            assert len(memory.recall("yesterday", user=user, k=1000)) == len(ALL), f"round {number}"
    assert kills >= rounds * 0.8
