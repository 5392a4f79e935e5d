"""`chronomem serve` as a process of its own, and clients of it."""

import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

import chronomem

COMMAND = [sys.executable, "-m", "chronomem.engine.interfaces.cli"]
ADMIN = "an-administrators-token"
ANN, BO = "the-token-of-ann", "the-token-of-bo"
TOKENS = f"""
admins = ["{ADMIN}"]

[users]
ann = ["{ANN}"]
bo = ["sha256:{hashlib.sha256(BO.encode()).hexdigest()}"]
"""
NDJSON = {"Content-Type": "application/x-ndjson"}
MOVED = {
    "id": "t1",
    "speaker": "Ann",
    "text": "I moved to Lisbon last weekend!",
    "said_at": "2023-05-30T09:00:00+02:00",
}


class Service:
    """A service that runs.

    Attributes:
        url: where.
        said: what it wrote when it began.
        process: to send signals to.
    """

    def __init__(self, url: str, said: list[str], process: subprocess.Popen[str]) -> None:
        self.url = url
        self.said = said
        self.process = process

    def client(self, token: str | None = None) -> httpx.Client:
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=60)

    def stop(self) -> tuple[int, str]:
        """Ask it to stop, and return its exit status and what else it wrote."""
        self.process.send_signal(signal.SIGTERM)
        _, rest = self.process.communicate(timeout=300)
        return self.process.returncode, rest


def environment() -> dict[str, str]:
    """Return the environment of a process that finds the package and is steered by nothing else."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("CHRONOMEM_")}
    return own | {"PYTHONPATH": str(Path(chronomem.__file__).parents[1]), "CHRONOMEM_LINGER": "0"}


@contextmanager
def serving(folder: Path, *options: str, lines: int = 1, **env: str) -> Iterator[Service]:
    """Start a service over a folder's memory, wait until it listens, and stop it in the end."""
    with _running(["serve", "--folder", str(folder), "--port", "0", *options], lines, env) as (said, process):
        yield Service(said[0].split()[3].rstrip(";"), said, process)


@contextmanager
def serving_mcp(folder: Path, *options: str, **env: str) -> Iterator[str]:
    """Start the server of tools over HTTP, give its URL, and stop it in the end, which it does in silence."""
    with _running(["mcp", "--http", "--folder", str(folder), "--port", "0", *options], 1, env) as (said, process):
        yield said[0].split()[-1]
        process.terminate()
        _, rest = process.communicate(timeout=300)
        assert (process.returncode, rest) == (0, ""), rest


@contextmanager
def exploring(folder: Path) -> Iterator[str]:
    """Serve the explorer over a folder's memory, give its URL, and stop it in the end, which it does in silence."""
    with _running(["explore", "--folder", str(folder), "--port", "0"], 1, cwd=folder.parent) as (said, process):
        yield said[0].split()[3].rstrip(";")
        process.terminate()
        _, rest = process.communicate(timeout=300)
        assert (process.returncode, rest) == (0, ""), rest


@contextmanager
def _running(
    arguments: list[str], lines: int, env: dict[str, str] | None = None, *, cwd: Path | None = None
) -> Iterator[tuple[list[str], subprocess.Popen[str]]]:
    with subprocess.Popen(
        [*COMMAND, *arguments],
        env=environment() | (env or {}),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
    ) as process:
        assert process.stderr is not None
        said = [process.stderr.readline() for _ in range(lines)]
        if not said[0].startswith(("chronomem serves ", "chronomem explores ")):
            process.kill()
            raise AssertionError("".join(said) + process.stderr.read())
        try:
            yield said, process
        finally:
            if process.poll() is None:
                process.terminate()
                process.communicate(timeout=300)


def said(client: httpx.Client, user: str, *turns: dict[str, Any]) -> dict[str, Any]:
    answer = client.post(f"/users/{user}/turns", json={"turns": turns})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def problem(answer: httpx.Response) -> tuple[int, str, str]:
    """Return the status of an error, the name of its type and its words."""
    assert answer.headers["content-type"] == "application/problem+json"
    told = answer.json()
    assert told["status"] == answer.status_code
    return answer.status_code, told["type"].removeprefix("urn:chronomem:error:"), told["detail"]
