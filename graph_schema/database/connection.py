"""Connections to the graph: a server run by others, or the embedded database of a folder."""

import asyncio
import hashlib
import logging
import sys
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Protocol

from neo4j import AsyncDriver, AsyncGraphDatabase, NotificationMinimumSeverity
from neo4j.exceptions import ConfigurationError

from chronomem.graph_schema.database.credentials import Auth, ServerTLS, driver_auth
from chronomem.graph_schema.database.dialect import ARCADEDB, NEO4J, Dialect
from chronomem.graph_schema.embedded import EmbeddedDatabase, EmbeddedSettings, Endpoint
from chronomem.graph_schema.embedded.backup import back_up
from chronomem.graph_schema.embedded.folder import check_space
from chronomem.graph_schema.embedded.traces import Traces
from chronomem.graph_schema.embedded.writer_turns import Kind, Turns
from chronomem.graph_schema.errors import DatabaseError, FolderUnusable, InvalidInput

_CONNECT_S = 10.0
_ACQUIRE_S = 60.0
_DRIVER_LOG = logging.getLogger("neo4j")
_NOWHERE = logging.NullHandler()


class Connection(Protocol):
    """Provides drivers. Opened, used and closed on one event loop."""

    @property
    def dialect(self) -> Dialect: ...

    @property
    def database(self) -> str | None:
        """The database's name, or None for the server's default."""
        ...

    @property
    def server(self) -> object:
        """The identity of the server; it changes when an embedded server is replaced."""
        ...

    async def driver(self) -> AsyncDriver:
        """Return the driver for reading and writing; raise `Closed` after `close`."""
        ...

    async def reader(self) -> AsyncDriver:
        """Return the driver for Cypher that must not write."""
        ...

    async def recover(self) -> None:
        """Bring the server back after it could not be reached, if it is under our control."""
        ...

    def turn_of(self, name: str, kind: Kind = "user") -> AbstractAsyncContextManager[None]:
        """Wait for a turn among the callers with the same name, if the server doesn't serialise writers itself."""
        ...

    def turn_of_all(self) -> AbstractAsyncContextManager[None]:
        """Wait for the turn of every user at once, if the server doesn't serialise writers itself."""
        ...

    @property
    def traces(self) -> Traces | None:
        """The traces of deleted records in the files; None if the files aren't under our control."""
        ...

    async def wipe(self) -> None:
        """Remove the traces of deleted records from the files, if the files are under our control."""
        ...

    @property
    def index_folder(self) -> Path | None:
        """The folder for stored indexes; None if none are stored."""
        ...

    async def back_up(self, path: Path) -> None:
        """Copy the database into one file while it is in use; errors as `AsyncMemory.backup`."""
        ...

    async def close(self) -> None: ...


def _driver(uri: str, auth: Auth, tls: ServerTLS | None = None) -> AsyncDriver:
    # The store raises or retries every condition that the driver warns of. Without this handler, a program that has
    # not configured logging would see the warnings on standard error; in one that has, they go to its log.
    _DRIVER_LOG.addHandler(_NOWHERE)
    return AsyncGraphDatabase.driver(
        **({"uri": uri} if tls is None else tls.options(uri)),
        auth=driver_auth(auth),
        telemetry_disabled=True,
        notifications_min_severity=NotificationMinimumSeverity.OFF,
        user_agent="chronomem",
        connection_timeout=_CONNECT_S,
        connection_acquisition_timeout=_ACQUIRE_S,
    )


class ServerConnection:
    """A Neo4j server or cluster at a URI (`neo4j://`, `bolt://`, and their `+s` and `+ssc` forms)."""

    dialect = NEO4J
    traces: Traces | None = None

    def __init__(
        self,
        uri: str,
        auth: Auth,
        database: str | None = None,
        *,
        tls: ServerTLS | None = None,
        index_folders: Path | None = None,
    ) -> None:
        """Make a driver, which connects when it is first used.

        Args:
            uri, auth, database: as for `AsyncMemory.connect`.
            tls: how connections are encrypted, beyond what the address says.
            index_folders: where each database has a folder of its own for stored indexes; None stores none.
        """
        self.database = database
        self.index_folder = _index_folder(index_folders, uri, database)
        self._turns = None if self.index_folder is None else Turns(self.index_folder / "turns")
        try:
            self._driver = _driver(uri, auth, tls)
        except InvalidInput:
            raise
        except (ConfigurationError, ValueError) as error:
            raise InvalidInput(f"{uri!r} is not the address of a server, such as 'neo4j://host': {error}") from error

    @property
    def server(self) -> object:
        return self._driver

    async def driver(self) -> AsyncDriver:
        return self._driver

    async def reader(self) -> AsyncDriver:
        return self._driver

    async def recover(self) -> None:
        """Do nothing: the driver reconnects by itself."""

    def turn_of(self, name: str, kind: Kind = "user") -> AbstractAsyncContextManager[None]:
        """Enter at once: the server makes writers wait. Only files of this machine are written in turns."""
        if kind == "snapshot" and self._turns is not None:
            return self._turns.wait_for(name, kind)
        return nullcontext()

    def turn_of_all(self) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    async def wipe(self) -> None:
        """Do nothing: traces of deleted records on a server are its operator's concern."""

    async def back_up(self, path: Path) -> None:
        raise DatabaseError(
            f"no backup to {path}: only an embedded database can be backed up this way; for a server, use neo4j-admin"
            " or export"
        )

    async def close(self) -> None:
        await self._driver.close()


def _index_folder(among: Path | None, uri: str, database: str | None) -> Path | None:
    """Return the folder for the stored indexes of one database, and create it.

    Raises:
        FolderUnusable: it can't be created.
    """
    if among is None or sys.platform == "win32":  # as for the embedded database
        return None
    folder = among / hashlib.sha256(f"{uri} {database or ''}".encode()).hexdigest()[:32]
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise FolderUnusable(f"{folder} can't hold stored indexes: {error}; choose another index_folder") from error
    return folder


_LEAST_FREE_BYTES = 1 << 20
"""Free bytes on the disk below which an error of the server is attributed to a full disk."""


class FolderConnection:
    """The embedded database of a folder, started on `open`."""

    dialect = ARCADEDB

    def __init__(self, opened: EmbeddedDatabase) -> None:
        self._opened = opened
        self._endpoint: Endpoint | None = None
        self._drivers: dict[str, AsyncDriver] = {}
        self._lock = asyncio.Lock()
        self._turns = Turns(opened.folder / "turns")
        self.traces = Traces(opened.folder)

    @classmethod
    async def open(cls, folder: Path, settings: EmbeddedSettings) -> "FolderConnection":
        """Start the folder's server or join the running one; errors as in `EmbeddedDatabase.open`."""
        return cls(await asyncio.to_thread(EmbeddedDatabase.open, folder, settings))

    @property
    def database(self) -> str:
        return self._opened.endpoint.database

    @property
    def server(self) -> object:
        return self._opened.endpoint

    async def driver(self) -> AsyncDriver:
        endpoint = self._opened.endpoint
        return await self._use(endpoint, endpoint.username, endpoint.password)

    async def reader(self) -> AsyncDriver:
        endpoint = self._opened.endpoint
        return await self._use(endpoint, endpoint.reader_username, endpoint.reader_password)

    async def recover(self) -> None:
        """Restart the server if it is gone; raise `FolderUnusable` if the disk is full."""
        await asyncio.to_thread(self._opened.refresh)
        check_space(self._opened.folder, _LEAST_FREE_BYTES)

    def turn_of(self, name: str, kind: Kind = "user") -> AbstractAsyncContextManager[None]:
        return self._turns.wait_for(name, kind)

    def turn_of_all(self) -> AbstractAsyncContextManager[None]:
        return self._turns.wait_for_all("user")

    async def wipe(self) -> None:
        await asyncio.to_thread(lambda: self.traces.wipe(self._opened.refresh()))
        await asyncio.to_thread(self._opened.end_stay)  # its memory still holds what was taken out of the files

    @property
    def index_folder(self) -> Path | None:
        # Windows doesn't delete a file while a process has it mapped, so the forgotten words would stay on the disk.
        return None if sys.platform == "win32" else self._opened.folder / "index"

    async def back_up(self, path: Path) -> None:
        await asyncio.to_thread(back_up, self._opened, path)

    async def close(self) -> None:
        await self._drop_drivers()
        await asyncio.to_thread(self._opened.close)

    async def _use(self, endpoint: Endpoint, username: str, password: str) -> AsyncDriver:
        async with self._lock:
            if endpoint != self._endpoint:  # the server was restarted
                await self._drop_drivers()
                self._endpoint = endpoint
            if username not in self._drivers:
                self._drivers[username] = _driver(endpoint.bolt_uri, (username, password))
            return self._drivers[username]

    async def _drop_drivers(self) -> None:
        drivers, self._drivers = list(self._drivers.values()), {}
        for driver in drivers:
            await driver.close()
