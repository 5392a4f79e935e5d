"""Operations of a process that is killed at random moments, each compared with one that nobody disturbed."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from chronomem import Memory, Settings
from chronomem.graph_schema.embedded.keeper.files import STATE_FILE
from tests.graphs import graph_of

USERS = ("ann", "bo")
SECRET = "Quixoticus"
"""A word that only forgotten turns hold."""
_OLD = Path(__file__).parents[1] / "integration" / "embedded" / "folders" / "0.1.0.tar.xz"
_DEFAULTS = Settings()
_NOW = "2024-09-01T00:00:00+00:00"

_RUN = """
import sys
from pathlib import Path
from chronomem import Memory, OnnxEmbedder
folder, beside = map(Path, sys.argv[1:])
"""
_MODEL = Path(__file__).parents[1] / "unit" / "extractors" / "embeddings" / "sentence_model"


def told(folder: Path, turns: int) -> None:
    """Make a folder with the memories of two users."""
    lines = ("I moved to Lisbon.", f"My doctor is Ann {SECRET}.", "She helped me a lot.", "My dog is called Rex.")
    with Memory.open(folder) as memory:
        for user in USERS:
            said = [
                {
                    "id": f"t{n}",
                    "text": f"{lines[n % 4]} That was day {n}." if n % 4 != 1 else lines[1],
                    "speaker": "Caro" if n % 2 else "Dan",
                    "said_at": f"2024-{1 + n // 25 % 8:02d}-{1 + n % 25:02d}T10:{n % 60:02d}:00+00:00",
                }
                for n in range(turns)
            ]
            memory.add_turns(said, user=user)
            memory.consolidate(user=user, now=_NOW)


@dataclass(frozen=True)
class Operation:
    """What a process does until it is killed, and again until it is done.

    Attributes:
        code: the lines of the process; `folder` is the memory, `beside` a folder for other files.
        opens: the settings with which the memory is opened in the end.
        is_forgetting: whether no file may hold the secret word in the end.
        is_of_old: whether the memory is one of an older version.
        clears: whether what a killed run has begun is removed first, as its error tells people to do.
    """

    code: str
    opens: Settings = _DEFAULTS
    is_forgetting: bool = False
    is_of_old: bool = False
    clears: Callable[[Path, Path], None] = lambda _folder, _beside: None


def _forgotten(turns: int) -> str:
    ids = [f"t{n}" for n in range(turns) if n % 4 == 1]
    return f"""
with Memory.open(folder) as memory:
    for user in {USERS}:
        memory.forget(user=user, turn_ids={ids})
        memory.consolidate(user=user, now={_NOW!r})
"""


def operations(turns: int) -> dict[str, Operation]:
    """Return the operations on a memory with so many turns of each user."""
    return {
        "forget": Operation(_forgotten(turns), is_forgetting=True),
        "backup": Operation(
            "with Memory.open(folder) as memory:\n    memory.backup(beside / 'backup')\n"
            "import shutil\nshutil.rmtree(folder)\nMemory.restore(beside / 'backup', folder)\n",
            clears=_restored,
        ),
        "load": Operation(
            "import shutil\n"
            "if not (beside / 'export').exists():\n"
            "    with Memory.open(folder) as memory:\n        memory.export(beside / 'export')\n"
            "with Memory.open(beside / 'loaded') as memory:\n    memory.load(beside / 'export')\n"
            "shutil.rmtree(folder)\nshutil.move(beside / 'loaded', folder)\n",
            clears=_moved,
        ),
        "reembed": Operation(
            f"Memory.reembed(folder, embedder=OnnxEmbedder({str(_MODEL)!r}))\n", opens=Settings(embedder=_MODEL)
        ),
        "migrate": Operation(
            f"with Memory.open(folder) as memory:\n    memory.consolidate(now={_NOW!r})\n", is_of_old=True
        ),
    }


def _restored(folder: Path, beside: Path) -> None:
    """Finish by hand what was killed after the folder was removed, which is what the backup is for."""
    if not (folder / "databases").exists():
        shutil.rmtree(folder, ignore_errors=True)
        Memory.restore(beside / "backup", folder)


def _moved(folder: Path, beside: Path) -> None:
    if not (folder / "databases").exists():
        shutil.rmtree(folder, ignore_errors=True)
        with Memory.open(folder) as memory:
            memory.load(beside / "export")


class Campaign:
    """Kills an operation again and again.

    Args:
        place: an empty folder for all memories.
        turns: the number of turns of each user.
        seed: chooses the moments.
    """

    def __init__(self, place: Path, *, turns: int, seed: int) -> None:
        self._place = place
        self._chance = random.Random(seed)
        self._operations = operations(turns)
        self.names = tuple(self._operations)
        told(place / "told", turns)
        with tarfile.open(_OLD) as packed:
            packed.extractall(place / "old", filter="data")

    def run(self, name: str, rounds: int) -> int:
        """Run an operation undisturbed and then so many times killed; return how many kills hit it.

        Raises:
            AssertionError: something is left, lost or different.
        """
        operation = self._operations[name]
        folder, beside = self._fresh(operation, f"{name}-whole")
        began = time.monotonic()
        _process(operation, folder, beside).communicate()
        lasts = time.monotonic() - began
        whole, kills = self._graphs(operation, folder), 0
        for number in range(rounds):
            folder, beside = self._fresh(operation, f"{name}-{number}")
            running = _process(operation, folder, beside)
            time.sleep(self._chance.uniform(0, lasts))
            kills += running.poll() is None
            _kill(running, folder if number % 2 else None)
            operation.clears(folder, beside)
            again = _process(operation, folder, beside)
            _, errors = again.communicate(timeout=600)
            assert again.returncode == 0, f"{name}, round {number}: {errors[-3000:]}"
            assert self._graphs(operation, folder) == whole, f"{name}, round {number}: the memory is another one"
            if operation.is_forgetting:
                assert _holding(folder, SECRET) == [], f"{name}, round {number}"
            assert not list(folder.glob("backups/**/*.zip")), f"{name}, round {number}: a backup is left"
            shutil.rmtree(folder.parent)
        return kills

    def _fresh(self, operation: Operation, name: str) -> tuple[Path, Path]:
        source = self._place / "old" / "memory" if operation.is_of_old else self._place / "told"
        folder, beside = self._place / name / "memory", self._place / name / "beside"
        beside.mkdir(parents=True)
        shutil.copytree(source, folder)
        return folder, beside

    def _graphs(self, operation: Operation, folder: Path) -> dict[str, Any]:
        with Memory.open(folder, settings=operation.opens) as memory:
            report = memory.doctor()
            assert report.findings == (), report
            found = {user: graph_of(memory, user, folder.parent) for user in memory.users()}
            for user in found:
                memory.recall("Who is the doctor?", user=user)
        (folder.parent / "export.jsonl").unlink()
        return json.loads(json.dumps(found, sort_keys=True))  # type: ignore[no-any-return] # a dict, as it was


def _process(operation: Operation, folder: Path, beside: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", _RUN + operation.code, str(folder), str(beside)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def _kill(running: "subprocess.Popen[str]", folder: Path | None) -> None:
    """Kill a process, and the database of the folder if one is given."""
    victims: Sequence[int] = ()
    if folder is not None:
        with suppress(FileNotFoundError, ValueError, KeyError):
            state = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
            victims = (state["pid"], state["java_pid"])
    running.kill()
    for victim in victims:
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
    running.communicate()


def _holding(folder: Path, word: str) -> list[Path]:
    """Return the files of a folder that hold a word, in any of the usual encodings."""
    spelled = [word.encode(), word.lower().encode(), word.encode("utf-16-le")]
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in files if any(each in path.read_bytes() for each in spelled)]
