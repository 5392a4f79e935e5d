"""The Java process of the embedded database."""

import contextlib
import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from chronomem.graph_schema.embedded.keeper.files import ARGUMENTS_FILE, BACKUPS, SERVER_LOG, write_privately

_LOG_LINES = 8
_ANSWER_TIMEOUT_S = 2.0
_QUIET_S = 0.25
_LOG_TIMEOUT_S = 3.0
_NOT_FOR_JAVA = {  # they would change its behaviour
    *("CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_AOT_VM_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
}
_CACHE_CHECKED = ("-XX:+UnlockDiagnosticVMOptions", "-XX:+VerifySharedSpaces")
"""Make Java verify the checksums of the whole cache, which takes 0.05 s: a damaged cache is rejected, not executed."""
_CRASHES = {-6, -7, -11, -4}  # SIGABRT, SIGBUS, SIGSEGV, SIGILL


def find_free_ports(count: int) -> list[int]:
    """Return ports of the loopback interface on which nothing listens at the moment."""
    with contextlib.ExitStack() as stack:
        ports: list[int] = []
        for _ in range(count):
            probe = stack.enter_context(socket.socket())
            probe.bind(("127.0.0.1", 0))
            ports.append(probe.getsockname()[1])
    return ports


def ask_ready(http_port: int) -> bool | None:
    """Whether the server reports over HTTP that it has started; None if it is there but slow to answer.

    It takes an answer, not just an open port: a process that is being killed still accepts connections.
    """
    try:
        with socket.create_connection(("127.0.0.1", http_port), timeout=_ANSWER_TIMEOUT_S) as connection:
            connection.sendall(b"GET /api/v1/ready HTTP/1.0\r\nHost: localhost\r\n\r\n")
            return connection.recv(64).split(b" ", 2)[1:2] == [b"204"]
    except TimeoutError:
        return None
    except OSError:
        return False


class Server:
    """The Java process."""

    def __init__(self, plan: dict[str, Any], folder: Path, lock: int) -> None:
        self.plan = plan
        self.folder = folder
        self.lock = lock
        self.process: subprocess.Popen[bytes] | None = None
        self.bolt_port = 0
        self.http_port = 0
        self.cache: Path | None = Path(plan["cache"]["file"]) if plan["cache"] else None

    def launch(self) -> None:
        """Start Java on two free ports; `is_ready` tells when it can be used."""
        for name, content in self.plan["files"].items():
            (self.folder / name).parent.mkdir(mode=0o700, exist_ok=True)
            write_privately(self.folder / name, content)
        shutil.rmtree(self.folder / BACKUPS, ignore_errors=True)  # what a backup left that was killed
        self.bolt_port, self.http_port = find_free_ports(2)
        ports = {"{bolt_port}": str(self.bolt_port), "{http_port}": str(self.http_port)}
        arguments = [*self._cache_options(), *(_fill_in(argument, ports) for argument in self.plan["arguments"])]
        write_privately(self.folder / ARGUMENTS_FILE, "".join(f'"{_escape(a)}"\n' for a in arguments))
        with (self.folder / SERVER_LOG).open("wb") as log:
            self.process = subprocess.Popen(  # noqa: S603 -- the Java of our own dependency
                [self.plan["java"], f"@{ARGUMENTS_FILE}"],
                cwd=self.folder,
                env={name: value for name, value in os.environ.items() if name not in _NOT_FOR_JAVA},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                **_child_options(self.lock),
            )

    def _cache_options(self) -> tuple[str, ...]:
        if self.cache is None or not self.cache.is_file():
            return ()
        with contextlib.suppress(OSError):
            os.utime(self.cache)  # recently used caches are not removed
        return (f"-XX:AOTCache={self.cache}", *_CACHE_CHECKED)

    def drop_bad_cache(self) -> bool:
        """Remove the cache if Java couldn't use it or crashed with it; return whether Java has ended because of it."""
        if self.cache is None or not self.cache.is_file():
            return False
        code = None if self.process is None else self.process.poll()
        log = self.read_log()
        if code not in _CRASHES and "[aot]" not in log and "AOTCache" not in log:
            return False
        with contextlib.suppress(OSError):
            self.cache.unlink()
        self.cache = None
        return code is not None

    def has_given_up(self) -> bool:
        """Whether its start has failed. Java then stays, without its main thread."""
        return 'Exception in thread "main"' in self.read_log()

    def may_start_again(self) -> bool:
        """Whether another start may succeed: it was killed, or another program had one of its ports or the database."""
        log = self.read_log()
        return self._was_killed() or "Unable to listen" in log or "in use" in log

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def _was_killed(self) -> bool:
        """Whether it was ended from outside, by a signal, rather than by an error of its own."""
        return self.process is not None and (self.process.poll() or 0) < 0

    def is_ready(self) -> bool:
        return ask_ready(self.http_port) is True

    def is_serving(self) -> bool:
        """Whether the server can be used; stop it if it no longer answers."""
        if self.is_alive() and ask_ready(self.http_port) is not False:
            return True
        self.stop(timeout_s=2.0)
        return False

    def stop(self, timeout_s: float | None = None) -> None:
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(self.plan["stop_timeout_s"] if timeout_s is None else timeout_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def kill(self) -> None:
        """End Java before it can write anything else."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def read_log(self) -> str:
        try:
            return (self.folder / SERVER_LOG).read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            return f"(its log can't be read: {error})"

    def _read_whole_log(self) -> str:
        """Read the log when it grows no more: Java writes the causes of an error after its first line."""
        deadline = time.monotonic() + _LOG_TIMEOUT_S
        log, former = self.read_log(), None
        while self.is_alive() and log != former and time.monotonic() < deadline:
            time.sleep(_QUIET_S)
            log, former = self.read_log(), log
        return log

    def last_log_lines(self) -> str:
        lines = [line for line in self._read_whole_log().splitlines() if line.strip() and not line.startswith("\t")]
        return "\n".join(lines[-_LOG_LINES:])  # without the frames of stack traces

    def describe(self) -> dict[str, Any]:
        return {**self.plan["public"], "bolt_port": self.bolt_port, "http_port": self.http_port}


def _fill_in(argument: str, values: dict[str, str]) -> str:
    name, separator, value = argument.partition("=")
    return name + separator + values.get(value, value)


def _escape(argument: str) -> str:
    """Escape backslashes and quotes for a Java argument file."""
    return argument.replace("\\", "\\\\").replace('"', '\\"')


def _child_options(lock: int) -> dict[str, Any]:
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NO_WINDOW}
    options: dict[str, Any] = {"pass_fds": (lock,)}
    if sys.platform == "linux":
        library = ctypes.CDLL(None, use_errno=True)
        keeper = os.getpid()

        def die_with_the_keeper() -> None:
            pr_set_pdeathsig = 1
            library.prctl(pr_set_pdeathsig, signal.SIGTERM)
            if os.getppid() != keeper:
                os._exit(1)

        options["preexec_fn"] = die_with_the_keeper
    return options
