"""The command line as a person runs it: a process of its own, in a folder of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import chronomem
from chronomem import Memory

COMMAND = [sys.executable, "-m", "chronomem.engine.interfaces.cli"]


class CommandLine:
    """Runs `chronomem` in a folder whose `memory` is held open by this process, so that each command joins its server.

    What steers chronomem or the look of its output is taken out of the environment.
    """

    def __init__(self, folder: Path, memory: Memory) -> None:
        self.folder = folder
        self.memory = memory

    def start(self, *arguments: str, **env: str) -> subprocess.Popen[str]:
        own = {name: value for name, value in os.environ.items() if not name.startswith("CHRONOMEM_")}
        look = {"COLUMNS": "80", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}
        source = {"PYTHONPATH": str(Path(chronomem.__file__).parents[1]), "CHRONOMEM_LINGER": "0"}
        return subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env=own | look | source | env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def run(self, *arguments: str, **env: str) -> tuple[int, str, str]:
        """Return the exit status of a command, and what it wrote to stdout and stderr."""
        with self.start(*arguments, **env) as process:
            out, err = process.communicate(timeout=120)
            return process.returncode, out, err

    def out(self, *arguments: str, **env: str) -> str:
        """Return what a command prints that succeeds and has nothing to add."""
        status, out, err = self.run(*arguments, **env)
        assert (status, err) == (0, ""), out
        return out

    def json(self, *arguments: str, **env: str) -> Any:
        return json.loads(self.out(*arguments, "--json", **env))

    def error(self, *arguments: str, **env: str) -> str:
        """Return the one line that a command says which fails; it prints no result."""
        status, out, err = self.run(*arguments, **env)
        assert (status, out) == (1, ""), err
        assert err.startswith("error: ")
        assert err.count("\n") == 1
        return err

    def misuse(self, *arguments: str, **env: str) -> str:
        """Return what a command says that was called wrongly; it prints no result."""
        status, out, err = self.run(*arguments, **env)
        assert (status, out) == (2, ""), err
        assert "Traceback" not in err
        return " ".join(err.replace("│", " ").split())


@pytest.fixture(scope="session")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandLine]:
    folder = tmp_path_factory.mktemp("cli")
    with Memory.open(folder / "memory") as memory:
        yield CommandLine(folder, memory)


@pytest.fixture
def user() -> str:
    return f"user-{os.urandom(8).hex()}"
