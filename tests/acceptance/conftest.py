"""The command line as a person runs it: in a folder of its own, steered by nothing but what the test says."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.acceptance.service import ADMIN, ANN, BO, COMMAND, TOKENS, Service, environment, serving
from tests.inside import leave_traces

from chronomem import Memory
from chronomem.engine.interfaces.cli import main

LOOK = {"COLUMNS": "80", "TERM": "dumb", "PYTHONIOENCODING": "utf-8"}


class CommandLine:
    """Runs `chronomem` in a folder whose `memory` is held open by this process, so that each command joins its server.

    Commands run in this process, which saves each of them the start of Python and its imports; `start` runs one in a
    process of its own, for what only a process can show. What steers chronomem or the look of its output is taken out
    of the environment.
    """

    def __init__(self, folder: Path, memory: Memory) -> None:
        self.folder = folder
        self.memory = memory

    def start(self, *arguments: str, **env: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=self.folder,
            env=environment() | LOOK | env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def run_apart(self, *arguments: str, **env: str) -> tuple[int, str, str]:
        """As `run`, in a process of its own."""
        with self.start(*arguments, **env) as process:
            out, err = process.communicate(timeout=300)
            return process.returncode, out, err

    def run(self, *arguments: str, **env: str) -> tuple[int, str, str]:
        """Return the exit status of a command, and what it wrote to stdout and stderr."""
        out, err = _stream(), _stream()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder)
            patch.setattr(sys, "argv", ["chronomem", *arguments])
            for name in os.environ.keys() - environment().keys():
                patch.delenv(name)
            for name, value in (LOOK | env).items():
                patch.setenv(name, value)
            with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as end:
                main()
        status = end.value.code
        assert isinstance(status, int)
        return status, _written(out), _written(err)

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


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", newline="")


def _written(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode("utf-8")


@pytest.fixture(scope="session")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Iterator[CommandLine]:
    folder = tmp_path_factory.mktemp("cli")
    with pytest.MonkeyPatch.context() as patch:
        leave_traces(folder / "memory", patch)
        with Memory.open(folder / "memory") as memory:
            yield CommandLine(folder, memory)


@pytest.fixture
def user() -> str:
    return f"user-{os.urandom(8).hex()}"


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("service")
    (folder / "tokens.toml").write_text(TOKENS, encoding="utf-8")
    limits = ("--max-body", "100000", "--rate", "5000", "--max-rows", "20", "--query-timeout", "2")
    with serving(folder / "memory", "--tokens", str(folder / "tokens.toml"), *limits) as started:
        yield started


@pytest.fixture
def ann(service: Service) -> Iterator[httpx.Client]:
    """A client with the token of the user `ann`."""
    with service.client(ANN) as client:
        yield client


@pytest.fixture
def bo(service: Service) -> Iterator[httpx.Client]:
    """A client with the token of the user `bo`, which stands in the file as its hash."""
    with service.client(BO) as client:
        yield client


@pytest.fixture
def admin(service: Service) -> Iterator[httpx.Client]:
    """A client with an administrator's token."""
    with service.client(ADMIN) as client:
        yield client
