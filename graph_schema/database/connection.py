"""Where the graph is: a server that somebody runs, or the embedded database of a folder."""

import asyncio
import logging
import sys
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import Protocol

from neo4j import AsyncDriver, AsyncGraphDatabase, NotificationMinimumSeverity
from neo4j.exceptions import ConfigurationError

from chronomem.graph_schema.database.dialect import ARCADEDB, NEO4J, Dialect
from chronomem.graph_schema.embedded import EmbeddedDatabase, EmbeddedSettings, Endpoint
from chronomem.graph_schema.embedded.backup import back_up
from chronomem.graph_schema.embedded.folder import check_space
from chronomem.graph_schema.embedded.traces import Traces
from chronomem.graph_schema.embedded.writer_turns import Kind, Turns
from chronomem.graph_schema.errors import DatabaseError, InvalidInput

Auth = tuple[str, str] | None

_CONNECT_S = 10.0
_ACQUIRE_S = 60.0
_DRIVER_LOG = logging.getLogger("neo4j")
_NOWHERE = logging.NullHandler()


class Connection(Protocol):
    """Hands out drivers. Opened, used and closed on one event loop."""

    @property
    def dialect(self) -> Dialect: ...

    @property
    def database(self) -> str | None:
        """The database's name, or None for the server's default."""
        ...

    @property
    def server(self) -> object:
        """Which server it is; another one after an embedded server was replaced."""
        ...

    async def driver(self) -> AsyncDriver:
        """Return the driver that may read and write; raise `Closed` after `close`."""
        ...

    async def reader(self) -> AsyncDriver:
        """Return the driver for Cypher that must not write."""
        ...

    async def recover(self) -> None:
        """Called when the server could not be reached: bring it back if it is ours to bring back."""
        ...

    def turn_of(self, name: str, kind: Kind = "user") -> AbstractAsyncContextManager[None]:
        """Wait for one's turn among those who enter with the same name, where the server itself doesn't make them."""
        ...

    def turn_of_all(self) -> AbstractAsyncContextManager[None]:
        """Wait for the turn of every user at once, where the server itself doesn't make them wait."""
        ...

    @property
    def traces(self) -> Traces | None:
        """What deleted records leave in the files; None where the files aren't ours."""
        ...

    async def wipe(self) -> None:
        """Take out of the files what deleted records left there, where the files are ours."""
        ...

    @property
    def index_folder(self) -> Path | None:
        """Where indexes may be kept; None where the files aren't ours."""
        ...

    async def back_up(self, path: Path) -> None:
        """Copy the database into one file while it is in use; errors as `AsyncMemory.backup`."""
        ...

    async def close(self) -> None: ...


def _driver(uri: str, auth: Auth) -> AsyncDriver:
    # What the driver warns of is raised or run again by the store. Without this, a program that has not set up logging
    # would find it on its standard error; in one that has, it goes where everything goes.
    _DRIVER_LOG.addHandler(_NOWHERE)
    return AsyncGraphDatabase.driver(
        uri,
        auth=auth,
        telemetry_disabled=True,
        notifications_min_severity=NotificationMinimumSeverity.OFF,
        user_agent="chronomem",
        connection_timeout=_CONNECT_S,
        connection_acquisition_timeout=_ACQUIRE_S,
    )


class ServerConnection:
    """A Neo4j server or cluster at a URI (`neo4j://`, `bolt://`, and their `+s` and `+ssc` forms)."""

    dialect = NEO4J

    def __init__(self, uri: str, auth: Auth, database: str | None = None) -> None:
        self.database = database
        try:
            self._driver = _driver(uri, auth)
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
        """The driver finds its way back by itself."""

    def turn_of(self, name: str, kind: Kind = "user") -> AbstractAsyncContextManager[None]:  # noqa: ARG002 - as above
        """Enter at once: the server makes writers wait."""
        return nullcontext()

    def turn_of_all(self) -> AbstractAsyncContextManager[None]:
        return nullcontext()

    @property
    def traces(self) -> Traces | None:
        return None

    async def wipe(self) -> None:
        """What a server keeps of deleted records is its operator's concern."""

    @property
    def index_folder(self) -> Path | None:
        return None

    async def back_up(self, path: Path) -> None:
        raise DatabaseError(
            f"no backup to {path}: only an embedded database is backed up from here; use neo4j-admin for a server,"
            " or export"
        )

    async def close(self) -> None:
        await self._driver.close()


_LEAST_FREE_BYTES = 1 << 20
"""Where fewer are free on the disk, an error of the server is taken to come from that."""


class FolderConnection:
    """The embedded database of a folder, started on `open`."""

    dialect = ARCADEDB

    def __init__(self, opened: EmbeddedDatabase) -> None:
        self._opened = opened
        self._endpoint: Endpoint | None = None
        self._drivers: dict[str, AsyncDriver] = {}
        self._lock = asyncio.Lock()
        self._turns = Turns(opened.folder / "turns")
        self._traces = Traces(opened.folder)

    @classmethod
    async def open(cls, folder: Path, settings: EmbeddedSettings) -> "FolderConnection":
        """Start or join the folder's server; errors as `EmbeddedDatabase.open`."""
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
        """Start the server again where it is gone; raise `FolderUnusable` where the disk is full."""
        await asyncio.to_thread(self._opened.refresh)
        check_space(self._opened.folder, _LEAST_FREE_BYTES)

    def turn_of(self, name: str, kind: Kind = "user") -> AbstractAsyncContextManager[None]:
        return self._turns.wait_for(name, kind)

    def turn_of_all(self) -> AbstractAsyncContextManager[None]:
        return self._turns.wait_for_all("user")

    @property
    def traces(self) -> Traces | None:
        return self._traces

    async def wipe(self) -> None:
        await asyncio.to_thread(lambda: self._traces.wipe(self._opened.refresh()))
        await asyncio.to_thread(self._opened.end_stay)  # its memory still holds what was taken out of the files

    @property
    def index_folder(self) -> Path | None:
        # Windows doesn't delete a file that some process has mapped, so what was forgotten would stay there.
        return None if sys.platform == "win32" else self._opened.folder / "index"

    async def back_up(self, path: Path) -> None:
        await asyncio.to_thread(back_up, self._opened, path)

    async def close(self) -> None:
        await self._drop_drivers()
        await asyncio.to_thread(self._opened.close)

    async def _use(self, endpoint: Endpoint, username: str, password: str) -> AsyncDriver:
        async with self._lock:
            if endpoint != self._endpoint:  # the server was started anew
                await self._drop_drivers()
                self._endpoint = endpoint
            if username not in self._drivers:
                self._drivers[username] = _driver(endpoint.bolt_uri, (username, password))
            return self._drivers[username]

    async def _drop_drivers(self) -> None:
        drivers, self._drivers = list(self._drivers.values()), {}
        for driver in drivers:
            await driver.close()
