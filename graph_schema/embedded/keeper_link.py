"""A client's connection to the keeper of a data folder; starts a keeper if there is none."""

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from chronomem.graph_schema.embedded.keeper.clients import LOCK_HELD
from chronomem.graph_schema.embedded.keeper.files import KEEPER_LOG, LOCK_FILE, SERVER_LOG, STATE_FILE
from chronomem.graph_schema.embedded.runtime import identify, make_plan
from chronomem.graph_schema.embedded.settings import EmbeddedSettings, Endpoint
from chronomem.graph_schema.errors import DatabaseUnavailable, FolderUnusable

_KEEPER = Path(__file__).resolve().with_name("keeper")
_RETRY_S = 0.03
_HELLO_TIMEOUT_S = 5.0
_LOCKED_TIMEOUT_S = 30.0
_STOP_SPARE_S = 10.0
_MAX_LINE_BYTES = 1_000_000


class KeeperGoneError(Exception):
    """The keeper ended during a request. Not raised outside this package."""


class KeeperLink:
    """One open connection to a keeper whose server is ready."""

    def __init__(self, connection: socket.socket, messages: "_Messages", endpoint: Endpoint) -> None:
        self._connection = connection
        self._messages = messages
        self.endpoint = endpoint

    def ping(self) -> Endpoint:
        """Check that the server is alive; raise `KeeperGoneError` if it or the keeper is not."""
        _send(self._connection, ask="ping")
        self.endpoint = _read_endpoint(self._messages.read())
        return self.endpoint

    def end_stay(self) -> None:
        """Cancel all requests to keep the server running: it ends with its last client."""
        with contextlib.suppress(KeeperGoneError):
            _send(self._connection, ask="stop")

    def leave(self, stay_s: float = 0.0) -> None:
        """Take leave; if nobody else uses the server and it is not to stay, wait until it has stopped."""
        with contextlib.suppress(KeeperGoneError), self._connection:
            _send(self._connection, ask="leave", stay_s=stay_s)
            while True:  # until the keeper closes the connection
                self._messages.read()

    def drop(self) -> None:
        """Close the connection without taking leave."""
        self._connection.close()


class _Messages:
    """The messages received over a connection, one JSON object per line."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._received = b""

    def read(self) -> dict[str, Any]:
        while b"\n" not in self._received:
            try:
                data = self._connection.recv(65536)
            except OSError as error:
                raise KeeperGoneError(str(error)) from error
            if not data:
                raise KeeperGoneError("the keeper closed the connection")
            self._received += data
            if len(self._received) > _MAX_LINE_BYTES:
                raise KeeperGoneError("the line is too long to come from a keeper")
        line, _, self._received = self._received.partition(b"\n")
        try:
            message = json.loads(line)
        except ValueError as error:
            raise KeeperGoneError("the line is not JSON, so it doesn't come from a keeper") from error
        return message if isinstance(message, dict) else {}


def open_link(folder: Path, settings: EmbeddedSettings) -> KeeperLink:
    """Join the server of a prepared folder, or start it.

    Raises:
        DatabaseUnavailable: the server didn't start, or not in time.
        FolderUnusable: another program has locked the folder or its database.
    """
    started = time.monotonic()
    is_locked = False
    plan: dict[str, Any] | None = None
    while (passed := time.monotonic() - started) < settings.start_timeout_s:
        link = join(folder, settings.start_timeout_s - passed, settings)
        if link is not None:
            return link
        if is_locked and passed > _LOCKED_TIMEOUT_S:
            break
        plan = plan or make_plan(folder, settings)
        is_locked = not _start_keeper(folder, plan)
        if is_locked:
            time.sleep(_RETRY_S)
    if is_locked:
        raise FolderUnusable(
            f"{folder} is locked by a process that is not a keeper of chronomem, or by a keeper that hangs: find"
            f" the process that has {folder / LOCK_FILE} open, and end it"
        )
    raise DatabaseUnavailable(
        f"the embedded database of {folder} did not start within {settings.start_timeout_s:g} s;"
        f" its log is {folder / SERVER_LOG}"
    )


def join(folder: Path, timeout_s: float, settings: EmbeddedSettings | None = None) -> KeeperLink | None:
    """Connect to the keeper that has announced itself; return None if no keeper answers.

    Args:
        folder: a prepared folder.
        timeout_s: how long to wait for the server, in seconds.
        settings: the settings that the server should have; a server with others that nobody uses is stopped. Omitted,
            any settings will do.
    """
    try:
        state = json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))
        address = ("127.0.0.1", int(state["port"]))
        token, proof = str(state["token"]), str(state["proof"])
        if not _is_same(Path(state.get("folder", folder)), folder):
            return None  # the file was copied with another folder, and names the server of that one
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None  # no keeper, or one that was killed while it wrote
    except OSError as error:
        raise FolderUnusable(f"{folder / STATE_FILE} can't be read: {error}") from error
    try:
        connection = socket.create_connection(address, timeout=_HELLO_TIMEOUT_S)
    except OSError:
        return None  # the keeper was killed and left its file behind
    try:
        link = _introduce(connection, token, proof, timeout_s, None if settings is None else identify(folder, settings))
        connection.settimeout((settings or EmbeddedSettings()).stop_timeout_s + _STOP_SPARE_S)
        return link
    except KeeperGoneError:
        connection.close()
        return None
    except BaseException:
        connection.close()
        raise


def is_announced(folder: Path) -> bool:
    """Whether a keeper has announced itself in a folder."""
    return (folder / STATE_FILE).exists()


def _is_same(one: Path, other: Path) -> bool:
    try:
        return one == other or one.samefile(other)
    except OSError:  # one of them doesn't exist
        return False


def _introduce(connection: socket.socket, token: str, proof: str, timeout_s: float, identity: str | None) -> KeeperLink:
    messages = _Messages(connection)
    _send(connection, token=token, identity=identity)
    if messages.read().get("proof") != proof:
        raise KeeperGoneError("another program listens on the port of a former keeper")
    connection.settimeout(timeout_s)
    endpoint = _read_endpoint(messages.read())
    return KeeperLink(connection, messages, endpoint)


def _send(connection: socket.socket, **message: Any) -> None:
    try:
        connection.sendall(json.dumps(message).encode() + b"\n")
    except OSError as error:
        raise KeeperGoneError(str(error)) from error


def _read_endpoint(message: dict[str, Any]) -> Endpoint:
    if message.get("state") == "failed":
        raise _describe_failure(message)
    server = dict(message["server"])
    bolt_port, http_port = server.pop("bolt_port"), server.pop("http_port")
    return Endpoint(bolt_uri=f"bolt://127.0.0.1:{bolt_port}", http_url=f"http://127.0.0.1:{http_port}", **server)


def _describe_failure(message: dict[str, Any]) -> DatabaseUnavailable | FolderUnusable:
    text = (
        f"the embedded database {message['reason']}; its log is {message['log_path']}, and ends with:\n{message['log']}"
    )
    if "LockException" in message["log"] or "locked by another process" in message["log"]:
        return FolderUnusable(f"another program uses the databases of this folder: {text}")
    if "No space left on device" in message["log"]:
        return FolderUnusable(f"the disk is full: {text}")
    return DatabaseUnavailable(text)


def _start_keeper(folder: Path, plan: dict[str, Any]) -> bool:
    """Start a keeper; return False if another keeper, or its server, still holds the folder.

    Returns when the keeper has announced itself (on Windows, possibly before that).
    """
    options: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        options = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    with (folder / KEEPER_LOG).open("ab") as log:
        process = subprocess.Popen(  # noqa: S603 -- our own folder, by our own interpreter
            [sys.executable, "-I", "-S", str(_KEEPER)],
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
            cwd=folder,
            env=os.environ.copy(),
            **options,
        )
    with contextlib.suppress(BrokenPipeError):
        process.communicate(json.dumps(plan).encode())
    return process.returncode != LOCK_HELD
