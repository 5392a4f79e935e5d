"""The processes that drain a memory: workers, or a Dask cluster with its dispatcher. They are killed -9 and replaced.

Whatever ends by itself, as Dask's workers do when they lose their scheduler, is started again, as an operator's
supervisor would do it.
"""

import os
import random
import signal
import socket
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

Command = Sequence[str]
STOP_S = 20.0


@dataclass
class Fleet:
    """Processes that are kept running.

    Attributes:
        commands: what each process runs, by its name: the kind of process, a hyphen, a number.
        environment: of all of them.
        killed: how many processes of each kind were killed.
        restarted: how many of each kind ended by themselves and were started again.
    """

    commands: Mapping[str, Command]
    environment: Mapping[str, str]
    killed: Counter[str] = field(default_factory=Counter)
    restarted: Counter[str] = field(default_factory=Counter)
    _running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def start(self) -> None:
        for name in self.commands:
            self._start(name)

    def keep(self) -> None:
        """Start again what ended by itself."""
        for name, process in list(self._running.items()):
            if process.poll() is not None:
                self.restarted[_kind(name)] += 1
                self._start(name)

    def kill(self, rng: random.Random) -> None:
        """Kill -9 a process of the kind that was killed least often for its number, and replace it."""
        numbers = Counter(map(_kind, self.commands))
        kind = min(sorted(numbers), key=lambda each: self.killed[each] / numbers[each])
        name = rng.choice([each for each in self.commands if _kind(each) == kind])
        self._running[name].send_signal(signal.SIGKILL)
        self._running[name].wait()
        self.killed[kind] += 1
        self._start(name)

    def stop(self) -> None:
        """End the processes, those first that were named last: each needs those before it."""
        for process in reversed(self._running.values()):
            process.terminate()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def _start(self, name: str) -> None:
        self._running[name] = subprocess.Popen(  # noqa: S603 - our own
            self.commands[name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.environment
        )


@contextmanager
def running(commands: Mapping[str, Command]) -> Iterator[Fleet]:
    """Keep processes running; end them afterwards."""
    fleet = Fleet(commands, dict(os.environ) | {"CHRONOMEM_LINGER": "0"})
    fleet.start()
    try:
        yield fleet
    finally:
        fleet.stop()


def workers(place: Sequence[str], count: int) -> dict[str, Command]:
    """Return the commands of workers, each of which finds its own work."""
    return {f"worker-{n}": _program("chronomem.engine.interfaces.cli", "worker", *place) for n in range(count)}


def cluster(place: Sequence[str], count: int, folder: Path) -> dict[str, Command]:
    """Return the commands of a Dask scheduler, its workers and the dispatcher; its workers write into a folder."""
    port = _free_port()
    address = f"tcp://127.0.0.1:{port}"
    worker = ("worker", address, "--no-nanny", "--nthreads", "1", "--no-dashboard", "--local-directory", str(folder))
    return {
        "scheduler-0": _program("dask", "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"),
        **{f"worker-{n}": _program("dask", *worker) for n in range(count)},
        "dispatcher-0": _program("chronomem.engine.interfaces.cli", "worker", "--dask", address, *place),
    }


def _program(module: str, *arguments: str) -> Command:
    return [sys.executable, "-m", module, *arguments]


def _kind(name: str) -> str:
    return name.partition("-")[0]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
