"""The one store: named statements through the driver, retried where that is safe, with errors of our own."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from neo4j import READ_ACCESS, AsyncGraphDatabase, AsyncSession, AsyncTransaction, Query
from neo4j.exceptions import (
    AuthError,
    ClientError,
    ConstraintError,
    DriverError,
    Forbidden,
    Neo4jError,
    ServiceUnavailable,
    SessionExpired,
)

from chronomem.graph_schema.connection import Connection
from chronomem.graph_schema.errors import DatabaseError, DatabaseUnavailable, QueryFailed, WriteRefused
from chronomem.graph_schema.results import Row, native
from chronomem.graph_schema.statements import statement

T = TypeVar("T")

_ATTEMPTS = 16
_FIRST_PAUSE_S = 0.01
_LONGEST_PAUSE_S = 1.0


class Transaction:
    """One transaction: what its statements write becomes visible together, or not at all."""

    def __init__(self, inner: AsyncTransaction) -> None:
        self._inner = inner

    async def run(self, name: str, **parameters: Any) -> list[Row]:
        """Run a named statement and return all its rows."""
        result = await self._inner.run(statement(name), parameters)
        keys = result.keys()
        return [dict(zip(keys, map(native, record), strict=True)) async for record in result]


class GraphStore:
    """Runs named statements against one database.

    A transaction that meets a conflict, or loses its server, is run again from its start, with pauses that begin at
    ten milliseconds: what it does must bear that, so ids are made before it begins.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._bookmarks = AsyncGraphDatabase.bookmark_manager()

    async def read(self, name: str, **parameters: Any) -> list[Row]:
        """Run one named statement that only reads."""
        return await self._transact(lambda tx: tx.run(name, **parameters), access=READ_ACCESS)

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run `work` in a transaction of its own and commit it; an error of any kind takes it all back."""
        return await self._transact(work)

    async def execute(self, name: str, **parameters: Any) -> None:
        """Run one named statement by itself, as changes of the schema have to be."""

        async def run(session: AsyncSession) -> None:
            await (await session.run(statement(name), parameters)).consume()

        await self._retry(run)

    async def query(
        self, cypher: str, parameters: dict[str, Any], *, timeout_s: float, limit: int
    ) -> tuple[list[str], list[Row], bool]:
        """Run Cypher of the owner's own, through a door that cannot write.

        Returns:
            The names of the columns, at most `limit` rows, and whether there were more.

        Raises:
            WriteRefused: the server refused to write for it.
            QueryFailed: the server refused it for another reason, or stopped it after `timeout_s` seconds.
        """
        question = Query(cypher, timeout=timeout_s)

        async def run(session: AsyncSession) -> tuple[list[str], list[Row], bool]:
            result = await session.run(question, parameters)
            keys = list(result.keys())
            rows: list[Row] = []
            async for record in result:
                if len(rows) == limit:
                    return keys, rows, True
                rows.append(dict(zip(keys, map(native, record), strict=True)))
            return keys, rows, False

        return await self._retry(run, access=READ_ACCESS, as_reader=True)

    async def close(self) -> None:
        await self.connection.close()

    async def _transact(self, work: Callable[[Transaction], Awaitable[T]], access: str = "WRITE") -> T:
        async def run(session: AsyncSession) -> T:
            async with await session.begin_transaction() as inner:
                outcome = await work(Transaction(inner))
                await inner.commit()
                return outcome

        return await self._retry(run, access=access)

    async def _retry(
        self,
        run: Callable[[AsyncSession], Awaitable[T]],
        *,
        access: str = "WRITE",
        as_reader: bool = False,
    ) -> T:
        pause = _FIRST_PAUSE_S
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                async with self._session(access, as_reader) as session:
                    return await run(session)
            except (Neo4jError, DriverError) as error:
                if attempt == _ATTEMPTS or not _passes(error):
                    raise _translated(error) from error
                if isinstance(error, ServiceUnavailable | SessionExpired | AuthError):
                    await self.connection.recover()
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 - spreads retries, guards nothing
            pause = min(pause * 2, _LONGEST_PAUSE_S)
        raise AssertionError("the last attempt returns or raises")

    @asynccontextmanager
    async def _session(self, access: str, as_reader: bool) -> AsyncIterator[AsyncSession]:
        driver = await (self.connection.reader() if as_reader else self.connection.driver())
        async with driver.session(
            database=self.connection.database,
            default_access_mode=access,
            bookmark_manager=self._bookmarks,
        ) as session:
            yield session


def _passes(error: Neo4jError | DriverError) -> bool:
    """Whether the same transaction may go through when it is run again.

    A `ConstraintError` may: of two that create the same new key at the same time one gets it, and finds the other's
    node the next time. An `AuthError` may not, except while an embedded server is being replaced.
    """
    return error.is_retryable() or isinstance(error, ConstraintError)


def _translated(error: Neo4jError | DriverError) -> DatabaseError:
    words = str(error)
    if isinstance(error, Forbidden) or (isinstance(error, ClientError) and "access mode" in words.lower()):
        return WriteRefused(f"the database refused to write through a read-only door: {words}")
    if isinstance(error, AuthError):
        return DatabaseUnavailable(f"the database refused the credentials; check user name and password: {words}")
    if isinstance(error, ServiceUnavailable | SessionExpired):
        return DatabaseUnavailable(f"the database can't be reached; check that it runs and its address: {words}")
    return QueryFailed(words)
