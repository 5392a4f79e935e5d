"""The keeper: one small process per data folder that owns the database server of that folder.

Run as a file, with ``python -I -S keeper.py``, and given a plan (JSON) on standard input. It imports the
standard library only, so that it starts in some 30 ms and stays small. It

1. takes the exclusive lock of the folder, and leaves at once with ``LOCK_HELD`` where that is held (having
   ended a Java whose keeper was killed, where the operating system did not);
2. listens on a loopback port and writes the port and two secrets to ``keeper.json``, which its owner alone
   can read;
3. starts Java and, once that answers, tells every client where the server is;
4. stops Java and leaves when its last client has gone: at once where the client took its leave and no client
   asked for the server to stay, after ``linger_s`` where the connection just ended;
5. leaves when Java ends by itself; the clients see their connection close and start anew;
6. while nobody uses the server, makes room for a client that would have started another one, and kills Java where
   the folder was deleted or moved, or another keeper has announced itself in it;
7. starts the command that makes the ahead-of-time cache of Java, where its plan has one, when Java has stopped.

The lock is inherited by Java: it is free only when neither of the two is alive.

Protocol: lines of JSON over TCP. The client sends ``{"token": …}`` and the keeper answers at once with
``{"state": "known", "proof": …}``, so that both know that the other has read ``keeper.json``. Then follows
``{"state": "ready", "server": {…}}``, or ``{"state": "failed", "reason": …, "log": …}`` and the end. The client
may ask ``{"ask": "ping"}`` (answered with ``ready`` while the server lives) and ``{"ask": "leave"}``, after which
the keeper closes the connection: when the server has stopped, where this was the last client. With ``"stay_s"`` the
server stays for so long, for the next client; ``{"ask": "stop"}`` takes back all such wishes. A client says which
server it would have started, by ``"identity"`` beside its token: where nobody uses one that differs, the keeper closes
the connection when that has stopped. Clients of older versions know none of the three, and older keepers ignore them.
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
_NOT_FOR_JAVA = {  # would change it
    *("CLASSPATH", "JAVA_TOOL_OPTIONS", "JDK_AOT_VM_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"),
}
_CACHE_CHECKED = ("-XX:+UnlockDiagnosticVMOptions", "-XX:+VerifySharedSpaces")
"""Has Java add up the whole cache: 0.05 s, and a damaged one is refused instead of being run."""
_CRASHES = {-6, -7, -11, -4}  # SIGABRT, SIGBUS, SIGSEGV, SIGILL
_ON_WINDOWS = sys.platform == "win32"


def write_privately(path: Path, content: str) -> None:
    """Replace a file in one step by one that only its owner can read."""
    draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}.new")  # threads may write it at once
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(content)
    draft.replace(path)


def take_lock(path: Path) -> int | None:
    """Lock a file for as long as the returned descriptor stays open; None where another holds it."""
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
    """Ask a Java to end whose keeper was killed; on Linux the kernel has done so before."""
    if _ON_WINDOWS:  # there Java doesn't inherit the lock, so another keeper holds it
        return
    with contextlib.suppress(OSError, ValueError, KeyError, TypeError):  # no state, or none of a keeper
        state = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
        java = int(state["java_pid"])
        if is_running(int(state["pid"])) or not is_running(java):
            return
        shown = subprocess.run(  # noqa: S603 -- a number is its only argument
            ["/bin/ps", "-o", "command=", "-p", str(java)], capture_output=True, check=False, text=True
        )
        if f"@{ARGUMENTS_FILE}" in shown.stdout:  # and no other process that was given its number
            os.kill(java, signal.SIGTERM)


def find_free_ports(count: int) -> list[int]:
    """Ports of the loopback interface on which nothing listens at the moment."""
    with contextlib.ExitStack() as stack:
        ports: list[int] = []
        for _ in range(count):
            probe = stack.enter_context(socket.socket())
            probe.bind(("127.0.0.1", 0))
            ports.append(probe.getsockname()[1])
    return ports


def ask_ready(http_port: int) -> bool | None:
    """Whether the server says over HTTP that it has started; None where it is there but slow to answer.

    An answer, not just an open port: a process that is being killed still accepts connections.
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
        """Start Java on two free ports; `is_ready` says when it can be used."""
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
            os.utime(self.cache)  # what is used is not removed
        return (f"-XX:AOTCache={self.cache}", *_CACHE_CHECKED)

    def drop_bad_cache(self) -> bool:
        """Remove the cache where Java could not use it, or crashed with it; whether Java ended by that."""
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
        """Whether it was ended from outside, by a signal, rather than by a fault of its own."""
        return self.process is not None and (self.process.poll() or 0) < 0

    def is_ready(self) -> bool:
        return ask_ready(self.http_port) is True

    def is_serving(self) -> bool:
        """Whether the server can be used; ends one that no longer answers."""
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
        """End Java before it writes anything more."""
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
    """Quote for a Java argument file, in which a backslash escapes."""
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
        with contextlib.suppress(OSError):  # the client has gone: its connection will say so by itself
            self.connection.sendall(json.dumps(message).encode() + b"\n")

    def read_lines(self) -> list[dict[str, Any]] | None:
        """The messages that came in; None once the connection has ended or speaks something else."""
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
        """Write where this keeper listens; from here on clients find it."""
        state: dict[str, Any] = {"port": self.listener.getsockname()[1], "pid": os.getpid()}
        state.update(token=self.token, proof=self.proof, folder=str(self.folder))
        if self.server.process is not None:
            state["java_pid"] = self.server.process.pid
        write_privately(self.folder / STATE_FILE, json.dumps(state))

    def run(self) -> None:
        """Start the server, serve until nobody is left or the server has ended, stop the server."""
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
        """Serve until nobody is left; False where the server or its folder went away before."""
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
        """Whether the folder is still the one in which this keeper announced itself, by its path."""
        try:
            found = json.loads((self.folder / STATE_FILE).read_text(encoding="utf-8"))
            return bool(found["token"] == self.token)
        except FileNotFoundError:
            return False
        except (ValueError, KeyError, TypeError):  # written by another program
            return False
        except OSError:  # it can't be seen just now
            return True

    def _time_to_wait(self) -> float:
        longest = 0.5  # how late the end of Java is noticed while no client asks
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
        except OSError:  # it was gone before it was taken
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
        """Whether the server ends now, since nobody uses it and the client needs another one, or it lost its folder."""
        if self.is_ready and self._is_idle():
            self.is_ending |= not self._is_at_home() or identity not in (None, self.identity)
        return self.is_ending

    def _greet(self, client: Client) -> None:
        if client.is_known:
            client.send(state="ready", server=self.server.describe())

    def _let_go(self, client: Client, stay_s: object) -> None:
        """A client takes its leave: it waits for the end of the server if it was the last and nobody is to come."""
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
            self.server.kill()  # what it wrote by its paths would go into a folder that is not its own
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
        with contextlib.suppress(OSError):  # then the server goes on starting without one
            subprocess.Popen(  # noqa: S603 -- our own module, by our own interpreter
                cache["maker"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd=Path(cache["file"]).parent,
                **options,
            )


def _start_orphan(keeper: Keeper) -> None:
    """Go on in a child, announced, whose parent then ends: nobody has to wait for it."""
    if _ON_WINDOWS:
        keeper.announce()
        return
    reader, writer = os.pipe()
    if os.fork():
        os.close(writer)
        os.read(reader, 1)  # until the child has announced itself, or has ended
        os._exit(0)
    os.close(reader)
    keeper.announce()
    os.close(writer)


def _let_go_of_input() -> None:
    """Hold no end of a pipe that whoever started this may be waiting for."""
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)


def main() -> int:
    os.umask(0o077)  # for Java too: what it writes is for the owner alone
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
