"""The clients of a data folder, whom the keeper serves until the last one has gone."""

import contextlib
import hmac
import json
import os
import secrets
import selectors
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from chronomem.graph_schema.embedded.keeper.files import (
    LOCK_FILE,
    SERVER_LOG,
    STATE_FILE,
    end_orphan,
    take_lock,
    write_privately,
)
from chronomem.graph_schema.embedded.keeper.java_server import Server

LOCK_HELD = 3
"""The exit status of a keeper that found the folder locked."""

_MAX_LINE_BYTES = 65536
_POLL_S = 0.02
_STARTS = 3


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
            if attempt == _STARTS or not self.server.may_start_again():
                break
            self.server.stop()
        self._fail(log)
        return False

    def _wait_until_ready(self) -> bool:
        deadline = time.monotonic() + self.start_timeout_s
        while time.monotonic() < deadline:
            self._handle_events(_POLL_S)
            if not self.server.is_alive() or self.server.has_given_up():
                return False
            if self.server.is_ready():
                return True
        return False

    def _fail(self, log: str) -> None:
        code = None if self.server.process is None else self.server.process.poll()
        what = f"ended with code {code}"
        if code is None:
            what = "failed to start" if self.server.has_given_up() else "did not answer in time"
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
                if self.is_ready and self.server.is_serving():  # it may have been killed a moment ago
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
    if sys.platform == "win32":
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
