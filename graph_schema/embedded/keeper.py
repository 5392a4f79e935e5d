"""The keeper: one small process per data folder that owns the database server of that folder.

It is run as a file, ``python -I -S keeper.py``, and reads a plan (JSON) from standard input. It imports only the
standard library, so that it starts in some 30 ms and stays small. The keeper

1. takes the exclusive lock of the folder; if another process holds it, exits at once with ``LOCK_HELD`` (after ending
   a Java whose keeper was killed, if the operating system did not);
2. listens on a loopback port and writes the port and two secrets to ``keeper.json``, which only its owner can read;
3. starts Java and, once it answers, sends every client the server's endpoint;
4. stops Java and exits when its last client has gone: at once if that client took its leave and no client asked the
   server to stay, or after ``linger_s`` if the connection just broke;
5. exits when Java ends by itself; the clients see their connections close, and start a new keeper;
6. while nobody uses the server, makes room for a client that would start a different one, and kills Java if the folder
   was deleted or moved, or another keeper has announced itself in it;
7. once Java has stopped, starts the command that creates the ahead-of-time cache of Java, if the plan has one.

Java inherits the lock: it is free only when neither of the two is alive.

Protocol: lines of JSON over TCP. The client sends ``{"token": …}`` and the keeper answers at once with
``{"state": "known", "proof": …}``, so that each knows that the other has read ``keeper.json``. Then the keeper sends
``{"state": "ready", "server": {…}}``, or ``{"state": "failed", "reason": …, "log": …}`` and closes the connection. The
client may send ``{"ask": "ping"}`` (answered with ``ready`` while the server is alive) and ``{"ask": "leave"}``, after
which the keeper closes the connection; for the last client, once the server has stopped. With ``"stay_s"``, the server
keeps running that long for the next client; ``{"ask": "stop"}`` cancels all such requests. With ``"identity"`` beside
its token, a client says which server it would start: if the running one differs and nobody uses it, the keeper stops it
and closes the connection. Clients of older versions send none of these three, and older keepers ignore them.
"""

import contextlib
import ctypes
import hmac
import json
import os
import secrets
import selectors
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

LOCK_HELD = 3
LOCK_FILE = "keeper.lock"
STATE_FILE = "keeper.json"
ARGUMENTS_FILE = "java.args"
BACKUPS = "backups"
"""The folder in which the server makes a backup before it is moved to its place."""
SERVER_LOG = "log/server.log"
KEEPER_LOG = "log/keeper.log"

_LOG_LINES = 8
_MAX_LINE_BYTES = 65536
_POLL_S = 0.02
_ANSWER_TIMEOUT_S = 2.0
_STARTS = 3
_NOT_FOR_JAVA = {  # they would change its behaviour
    *("CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_AOT_VM_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")
}
_CACHE_CHECKED = ("-XX:+UnlockDiagnosticVMOptions", "-XX:+VerifySharedSpaces")
"""Make Java verify the checksums of the whole cache, which takes 0.05 s: a damaged cache is rejected, not executed."""
_CRASHES = {-6, -7, -11, -4}  # SIGABRT, SIGBUS, SIGSEGV, SIGILL
_ON_WINDOWS = sys.platform == "win32"


def write_privately(path: Path, content: str) -> None:
    """Write a file that only its owner can read, replacing it in one step."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")  # several threads may write it at once
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(content)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise


def take_lock(path: Path) -> int | None:
    """Lock a file for as long as the returned descriptor stays open; return None if another process holds the lock."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def end_orphan(folder: Path) -> None:
    """Ask a Java whose keeper was killed to end; on Linux the kernel has already done so."""
    if _ON_WINDOWS:  # there Java doesn't inherit the lock, so another keeper holds it
        return
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):  # no state file, or not written by a keeper
        state = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
        java = int(state["java_pid"])
        if is_running(int(state["pid"])) or not is_running(java):
            return
        shown = subprocess.run(  # noqa: S603 -- a number is its only argument
            ["/bin/ps", "-o", "command=", "-p", str(java)], capture_output=True, check=False, text=True
        )
        if f"@{ARGUMENTS_FILE}" in shown.stdout:  # not another process that was given the same id
            os.kill(java, signal.SIGTERM)


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

    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def was_killed(self) -> bool:
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

    def last_log_lines(self) -> str:
        lines = [line for line in self.read_log().splitlines() if line.strip() and not line.startswith("\t")]
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


class Client:
    """One connection of a process that uses the folder."""

    def __init__(self, connection: socket.socket) -> None:
        self.connection = connection
        self.received = b""
        self.is_known = False

    def send(self, **message: Any) -> None:
        with contextlib.suppress(OSError):  # the client has gone: reading its connection will tell
            self.connection.sendall(json.dumps(message).encode() + b"\n")

    def read_lines(self) -> list[dict[str, Any]] | None:
        """Return the messages received; None once the connection has ended or violates the protocol."""
        try:
            data = self.connection.recv(4096)
            *lines, self.received = (self.received + data).split(b"\n")
            messages = [json.loads(line) for line in lines]
        except (BlockingIOError, InterruptedError):
            return []
        except (OSError, ValueError):
            return None
        if not data or len(self.received) > _MAX_LINE_BYTES:
            return None
        return messages if all(isinstance(message, dict) for message in messages) else None


class Keeper:
    """Serves the clients of one folder until the last one has gone."""

    def __init__(self, plan: dict[str, Any], lock: int) -> None:
        self.plan = plan
        self.folder = Path(plan["folder"])
        self.identity: str = plan["identity"]
        self.linger_s: float = plan["linger_s"]
        self.start_timeout_s: float = plan["start_timeout_s"]
        self.server = Server(plan, self.folder, lock)
        self.token, self.proof = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        self.clients: dict[socket.socket, Client] = {}
        self.leavers: list[Client] = []
        self.is_ready = False
        self.stop_at: float | None = time.monotonic() + self.start_timeout_s
        self.stay_until = 0.0
        self.is_ending = False
        self.selector = selectors.DefaultSelector()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=128)
        self.listener.setblocking(False)
        self.selector.register(self.listener, selectors.EVENT_READ)

    def announce(self) -> None:
        """Write the keeper's port and secrets to the folder; from then on, clients find it."""
        state: dict[str, Any] = {"port": self.listener.getsockname()[1], "pid": os.getpid()}
        state.update(token=self.token, proof=self.proof, folder=str(self.folder))
        if self.server.process is not None:
            state["java_pid"] = self.server.process.pid
        write_privately(self.folder / STATE_FILE, json.dumps(state))

    def run(self) -> None:
        """Start the server, serve until no client is left or the server has ended, then stop the server."""
        was_orderly = False
        try:
            was_orderly = self._start() and self._serve()
        finally:
            self._finish()
        if was_orderly:
            self._make_cache()

    def _start(self) -> bool:
        for attempt in range(1, _STARTS + 1):
            self.server.launch()
            self.announce()
            if self._wait_until_ready():
                self.server.drop_bad_cache()
                self.is_ready = True
                for client in self.clients.values():
                    self._greet(client)
                return True
            log = self.server.last_log_lines()
            if self.server.drop_bad_cache():
                continue
            if attempt == _STARTS or not (self.server.was_killed() or "in use" in log):
                break
        self._fail(log)
        return False

    def _wait_until_ready(self) -> bool:
        deadline = time.monotonic() + self.start_timeout_s
        while time.monotonic() < deadline:
            self._handle_events(_POLL_S)
            if not self.server.is_alive():
                return False
            if self.server.is_ready():
                return True
        return False

    def _fail(self, log: str) -> None:
        code = None if self.server.process is None else self.server.process.poll()
        what = "did not answer in time" if code is None else f"ended with code {code}"
        for client in self.clients.values():
            if client.is_known:
                client.send(state="failed", reason=what, log=log, log_path=str(self.folder / SERVER_LOG))

    def _serve(self) -> bool:
        """Serve until no client is left; return False if the server or its folder went away before."""
        self._note_departure(at_once=False)
        while self.server.is_alive():
            self._handle_events(self._time_to_wait())
            if self.is_ending or (self.stop_at is not None and time.monotonic() >= self.stop_at):
                return True
            if self._is_idle() and not self._is_at_home():
                break
        return False

    def _is_idle(self) -> bool:
        return not any(client.is_known for client in self.clients.values())

    def _is_at_home(self) -> bool:
        """Whether the path still leads to the folder in which this keeper announced itself."""
        try:
            found = json.loads((self.folder / STATE_FILE).read_text(encoding="utf-8"))
            return bool(found["token"] == self.token)
        except FileNotFoundError:
            return False
        except (ValueError, KeyError, TypeError):  # written by another program
            return False
        except OSError:  # it can't be read at the moment
            return True

    def _time_to_wait(self) -> float:
        longest = 0.5  # the longest delay until the end of Java is noticed while no client asks
        return longest if self.stop_at is None else min(longest, max(0.0, self.stop_at - time.monotonic()))

    def _handle_events(self, timeout_s: float) -> None:
        for key, _ in self.selector.select(timeout_s):
            if key.fileobj is self.listener:
                self._accept()
            elif isinstance(key.fileobj, socket.socket) and key.fileobj in self.clients:
                self._answer(self.clients[key.fileobj])

    def _accept(self) -> None:
        try:
            connection, _ = self.listener.accept()
        except OSError:  # the client left before it was accepted
            return
        connection.setblocking(False)
        self.selector.register(connection, selectors.EVENT_READ)
        self.clients[connection] = Client(connection)

    def _answer(self, client: Client) -> None:
        messages = client.read_lines()
        if messages is None:
            self._drop(client)
            return
        for message in messages:
            if not client.is_known:
                if not hmac.compare_digest(str(message.get("token")), self.token):
                    self._drop(client)
                    return
                if self._makes_room_for(message.get("identity")):
                    return
                client.is_known = True
                client.send(state="known", proof=self.proof)
                self.stop_at = None
                self._let_leavers_go()
                if self.is_ready:
                    self._greet(client)
            elif message.get("ask") == "ping" and self.is_ready and self.server.is_serving():
                self._greet(client)
            elif message.get("ask") == "stop":
                self.stay_until = 0.0
            elif message.get("ask") == "leave":
                self._let_go(client, message.get("stay_s"))
                return

    def _makes_room_for(self, identity: object) -> bool:
        """Whether the server has to end: it is unused, and has lost its folder or the client needs a different one."""
        if self.is_ready and self._is_idle():
            self.is_ending |= not self._is_at_home() or identity not in (None, self.identity)
        return self.is_ending

    def _greet(self, client: Client) -> None:
        if client.is_known:
            client.send(state="ready", server=self.server.describe())

    def _let_go(self, client: Client, stay_s: object) -> None:
        """Let a client leave. The last one waits until the server has stopped, unless the server is to stay."""
        self._forget(client)
        if isinstance(stay_s, int | float):
            self.stay_until = max(self.stay_until, time.monotonic() + stay_s)
        self._note_departure(at_once=True)
        self.leavers.append(client)
        if self.stop_at is None or self.stop_at > time.monotonic():
            self._let_leavers_go()

    def _let_leavers_go(self) -> None:
        for leaver in self.leavers:
            leaver.connection.close()
        self.leavers.clear()

    def _drop(self, client: Client) -> None:
        self._forget(client)
        client.connection.close()
        if client.is_known:
            self._note_departure(at_once=False)

    def _forget(self, client: Client) -> None:
        self.selector.unregister(client.connection)
        del self.clients[client.connection]

    def _note_departure(self, *, at_once: bool) -> None:
        if self._is_idle():
            self.stop_at = max(time.monotonic() + (0.0 if at_once else self.linger_s), self.stay_until)

    def _finish(self) -> None:
        self.listener.close()
        if self._is_at_home():
            (self.folder / STATE_FILE).unlink(missing_ok=True)
        else:
            self.server.kill()  # otherwise it would write into a folder that is no longer its own
        self.server.stop()
        for client in [*self.clients.values(), *self.leavers]:
            client.connection.close()

    def _make_cache(self) -> None:
        cache = self.plan["cache"]
        if cache is None or cache["maker"] is None or Path(cache["file"]).exists():
            return
        options: dict[str, Any] = {"start_new_session": True}
        if sys.platform == "win32":
            quietly = subprocess.BELOW_NORMAL_PRIORITY_CLASS | subprocess.CREATE_NEW_PROCESS_GROUP
            options = {"creationflags": subprocess.DETACHED_PROCESS | quietly}
        with contextlib.suppress(OSError):  # if that fails, the server keeps starting without a cache
            subprocess.Popen(  # noqa: S603 -- our own module, by our own interpreter
                cache["maker"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=Path(cache["file"]).parent,
                **options,
            )


def _start_orphan(keeper: Keeper) -> None:
    """Announce the keeper in a forked child, and end the parent, so that nobody has to wait for the keeper."""
    if _ON_WINDOWS:
        keeper.announce()
        return
    reader, writer = os.pipe()
    if os.fork():
        os.close(writer)
        os.read(reader, 1)  # until the child has announced the keeper, or has ended
        os._exit(0)
    os.close(reader)
    keeper.announce()
    os.close(writer)


def _let_go_of_input() -> None:
    """Close standard input: whoever started the keeper may be waiting for the end of that pipe."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)


def main() -> int:
    os.umask(0o077)  # Java inherits it: only the owner can read the files
    plan = json.load(sys.stdin)
    folder = Path(plan["folder"])
    lock = take_lock(folder / LOCK_FILE)
    if lock is None:
        end_orphan(folder)
        return LOCK_HELD
    _let_go_of_input()
    keeper = Keeper(plan, lock)
    _start_orphan(keeper)
    for name in ("SIGTERM", "SIGINT"):
        signal.signal(getattr(signal, name), lambda *_: sys.exit(0))
    keeper.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
