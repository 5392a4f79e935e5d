"""The store: runs named statements through the driver, retries them if that is safe, and raises errors of our own."""

import asyncio
import logging
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar
from uuid import uuid4

from neo4j import (
    READ_ACCESS,
    WRITE_ACCESS,
    AsyncGraphDatabase,
    AsyncResult,
    AsyncSession,
    AsyncTransaction,
    Bookmarks,
    Query,
)
from neo4j.exceptions import DriverError, Neo4jError

from chronomem.graph_schema.database.bookmarks import awaited
from chronomem.graph_schema.database.connection import Connection
from chronomem.graph_schema.database.event_log import EventLog, event_id
from chronomem.graph_schema.database.failures import (
    Failure,
    is_conflict,
    is_outage,
    is_timeout,
    sending,
    tells_of_server,
    translated,
)
from chronomem.graph_schema.database.read_only import check_command, check_plan
from chronomem.graph_schema.database.results import Row, native, sendable
from chronomem.graph_schema.database.statements import explained, marked, statement
from chronomem.graph_schema.errors import DatabaseError, OntologyMismatch, QueryTimedOut, SchemaMismatch, UnknownUser
from chronomem.graph_schema.facts.vocabulary import PACKAGED, FactVocabulary
from chronomem.graph_schema.model.times import Clock, milliseconds, system_clock

T = TypeVar("T")

_LOG = logging.getLogger("chronomem.store")

_FIRST_PAUSE_S = 0.005
_LONGEST_PAUSE_S = 0.25
_OUTAGE_S = 30.0
"""Seconds that a server may be unreachable before a call gives up."""
_VERSIONS_AT_ONCE = 5_000
_CLOSED_S = 2.0
_TERMINATION_S = 5.0
_CONFLICT_S = 120.0
"""Seconds for which a transaction may keep losing against others before a call gives up."""


OTHER_ONTOLOGY = (
    "the facts of this memory follow another ontology than the one of its settings: 'chronomem derive --dry-run' (or"
    " Memory.derive(dry_run=True)) shows what would change, and 'chronomem derive' changes it; or open the memory with"
    " the ontology that it was written with"
)
"""How the two differ and what to do, for errors and for the log."""


class Transaction:
    """A transaction: the writes of its statements become visible together, or not at all.

    Attributes:
        vocabulary: that of the facts in the graph.
        log: what it changes; stored with it as an event of the feed.
    """

    def __init__(
        self,
        inner: AsyncTransaction,
        vocabulary: FactVocabulary = PACKAGED,
        embedder: str | None = None,
        clock: Clock = system_clock,
    ) -> None:
        self._inner = inner
        self.vocabulary = vocabulary
        self._clock = clock
        self._embedder = embedder
        self._begun: tuple[str, int] | None = None
        self.log = EventLog()

    async def run(self, name: str, **parameters: Any) -> list[Row]:
        """Run a named statement and return all its rows."""
        with sending():
            result = await self._inner.run(statement(name), parameters)
        return await _rows(result)

    async def begin(self, user: str, how: str = "begin_version", *, derives: bool = True) -> int:
        """Increment a user's version with the statement `how`, and return the new version.

        Args:
            user: the user.
            how: the name of the statement.
            derives: whether the transaction may derive facts.

        Raises:
            UnknownUser: the user was forgotten after the caller looked.
            OntologyMismatch: the facts in the graph were derived by another ontology.
            SchemaMismatch: the user's vectors were replaced by those of another embedder.
        """
        rows = await self.run(how, user=user, now=milliseconds(self._clock()))
        if not rows:
            raise UnknownUser(f"user {user!r} was forgotten meanwhile; nothing was written")
        if derives and (rows[0].get("ontology") or "") != self.vocabulary.fingerprint:
            raise OntologyMismatch(f"{OTHER_ONTOLOGY}; nothing was written")
        check_embedder(user, rows[0]["embedder"], self._embedder)
        self._begun = user, int(rows[0]["version"])
        return self._begun[1]

    async def store_log(self) -> None:
        """Store what has changed as an event of the version that this transaction began."""
        if self.log and self._begun is not None:
            user, version = self._begun
            await self.run("store_event", user=user, id=event_id(version), version=version, **self.log.properties())


def check_embedder(user: str, made_by: str | None, embedder: str | None) -> None:
    """Raise `SchemaMismatch` if the vectors of a user were made by another embedder than the one in use."""
    if made_by is not None and embedder is not None and made_by != embedder:
        raise SchemaMismatch(
            f"the vectors of user {user!r} were made by the embedder {made_by!r}, which {embedder!r} can't be compared"
            f" with: open the memory with {made_by!r}; or run 'chronomem reembed' again, if that was interrupted"
        )


async def ended(task: "asyncio.Task[Any]") -> None:
    """Wait for a task whose result nobody wants. It is cancelled only if the caller is: a cancelled statement costs its
    connection.
    """
    current = asyncio.current_task()
    if current is not None and current.cancelling():
        task.cancel()
    await asyncio.wait([task])
    _ = task.cancelled() or task.exception()


async def _rows(result: AsyncResult) -> list[Row]:
    keys = result.keys()
    return [dict(zip(keys, map(native, record), strict=True)) async for record in result]


class GraphStore:
    """Runs named statements against one database.

    A transaction that meets a conflict, or loses its server, is retried from its start, after pauses that begin at five
    milliseconds. The work has to tolerate this, so ids are made before it begins. A commit whose answer was lost is
    retried too, so the work must find its own writes and leave them as they are.

    Attributes:
        connection: the connection.
        embedder: the name of the embedder in use, once the data is known to be its own.
        clock: supplies the time since when there is work for a user.
        retries: how often something was run again.
        taken_over: how many leases were taken from workers that did not release them.
    """

    def __init__(
        self, connection: Connection, vocabulary: FactVocabulary = PACKAGED, clock: Clock = system_clock
    ) -> None:
        self.connection = connection
        self.vocabulary = vocabulary
        self.clock = clock
        self.embedder: str | None = None
        self.retries = self.taken_over = 0
        self._bookmarks = AsyncGraphDatabase.bookmark_manager()
        self._was_reached = False

    async def read(self, name: str, **parameters: Any) -> list[Row]:
        """Run one named read-only statement. In a cluster it sees all that this process has read or written before."""
        return await self._read(name, parameters, READ_ACCESS)

    async def decide(self, name: str, **parameters: Any) -> list[Row]:
        """Run one named read-only statement where all writes go first, so that it sees those of every process.

        In a cluster that is the leader. What follows is read from members that have reached the same state.
        """
        return await self._read(name, parameters, WRITE_ACCESS)

    async def _read(self, name: str, parameters: dict[str, Any], access: str) -> list[Row]:
        async def run(session: AsyncSession) -> list[Row]:
            with sending():
                result = await session.run(statement(name), parameters)
            return await _rows(result)

        return await self._retry(run, access=access)

    async def read_since(self, name: str, *, user: str, after: int, until: int, **parameters: Any) -> list[Row]:
        """Run one named statement for each version of a user above `after` and up to `until`, some thousands at a time.

        A range of versions would scan all that the user has, so the statement is given the versions one by one.
        """
        rows: list[Row] = []
        for first in range(after + 1, until + 1, _VERSIONS_AT_ONCE):
            versions = list(range(first, min(first + _VERSIONS_AT_ONCE, until + 1)))
            rows += await self.read(name, user=user, versions=versions, **parameters)
        return rows

    async def write(self, work: Callable[[Transaction], Awaitable[T]], *, user: str | None = None) -> T:
        """Run `work` in a transaction of its own and commit it; any error rolls it back.

        Args:
            work: runs the statements; it may be called several times.
            user: the user whose data it writes. Writers of one user then wait for each other instead of colliding.
        """
        if user is None:
            return await self._transact(work)
        async with self.connection.turn_of(user):
            return await self._transact(work)

    async def execute(self, name: str, **parameters: Any) -> None:
        """Run one named statement in an auto-commit transaction, as changes of the schema require."""

        async def run(session: AsyncSession) -> None:
            await (await session.run(statement(name), parameters)).consume()

        await self._retry(run)

    @asynccontextmanager
    async def alone(self, purpose: str) -> AsyncIterator[None]:
        """Exclude every other process that enters with the same purpose; a killed process releases the lock too.

        On servers that make writers wait for each other, one open transaction locks a node. For the embedded database,
        whose writers don't wait, a lock of its folder is used.
        """
        async with self.connection.turn_of(purpose, kind="purpose"):
            if not self.connection.dialect.writers_wait:
                yield
                return
            await self.execute("constrain_lock")
            async with self._session(WRITE_ACCESS, False) as session, await session.begin_transaction() as inner:
                await Transaction(inner).run("hold_lock", lock=purpose)
                yield
                await inner.rollback()

    @asynccontextmanager
    async def hold(self, user: str) -> AsyncIterator[None]:
        """Exclude all other writers of a user."""
        async with self.connection.turn_of(user):
            if not self.connection.dialect.writers_wait:
                yield
                return
            async with self._session(WRITE_ACCESS, False) as session, await session.begin_transaction() as inner:
                await Transaction(inner).run("begin_version", user=user, now=milliseconds(self.clock()))
                yield
                await inner.rollback()

    async def query(
        self, cypher: str, parameters: dict[str, Any], *, timeout_s: float, limit: int
    ) -> tuple[list[str], list[Row], bool, str]:
        """Run the owner's own Cypher through a driver that cannot write.

        Returns:
            The names of the columns, at most `limit` rows, whether there were more, and the plan of a query that begins
            with `EXPLAIN`, in the server's words.

        Raises:
            WriteRefused: the server refused a write, or the query would read files or administer the server.
            QueryTimedOut: the query was stopped after `timeout_s` seconds.
            QueryFailed: the server refused the query for another reason.
        """

        parameters = {name: sendable(value) for name, value in parameters.items()}
        mark = f"// chronomem {uuid4().hex}"

        async def run(session: AsyncSession) -> tuple[list[str], list[Row], bool, str]:
            with sending():
                if not self.connection.dialect.explains_by_plan:
                    check_command(cypher)
                else:
                    plan = await (await session.run(Query(explained(cypher), timeout=timeout_s), parameters)).consume()
                    check_plan(plan.plan or {})
                result = await session.run(Query(marked(cypher, mark), timeout=timeout_s), parameters)
            keys = list(result.keys())
            rows: list[Row] = []
            async for record in result:
                if len(rows) == limit:
                    return keys, rows, True, ""
                rows.append(dict(zip(keys, map(native, record), strict=True)))
            planned = (await result.consume()).plan or {"args": {}}
            return keys, rows, False, planned["args"].get("string-representation", "").strip()

        began = time.monotonic()
        try:
            async with asyncio.timeout(timeout_s + self.connection.dialect.timeout_grace_s):
                return await self._retry(run, access=READ_ACCESS, as_reader=True)
        except asyncio.CancelledError:
            await self._terminate(mark)
            raise
        except (Neo4jError, TimeoutError) as error:
            await self._terminate(mark)
            raise QueryTimedOut(
                f"the query was stopped after {time.monotonic() - began:.1f} s; narrow it, or raise query_timeout"
                " in the settings"
            ) from error

    async def _terminate(self, mark: str) -> None:
        """End the query with this mark, for which nobody waits any more, on a server that would go on with it."""
        with suppress(DatabaseError, TimeoutError):
            async with asyncio.timeout(_TERMINATION_S):
                for row in await self.read("show_running"):
                    if mark in (row["currentQuery"] or ""):
                        await self.read("terminate", id=row["transactionId"])

    async def bookmarks(self) -> tuple[str, ...]:
        """Return the bookmarks of all that was read and written so far; the embedded database has none."""
        return tuple(sorted(await self._bookmarks.get_bookmarks()))

    async def close(self) -> None:
        await self.connection.close()

    async def _transact(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        async def run(session: AsyncSession) -> T:
            async with await session.begin_transaction() as inner:
                tx = Transaction(inner, self.vocabulary, self.embedder, self.clock)
                outcome = await work(tx)
                await tx.store_log()
                await inner.commit()
                return outcome

        return await self._retry(run)

    async def _retry(
        self,
        run: Callable[[AsyncSession], Awaitable[T]],
        *,
        access: str = WRITE_ACCESS,
        as_reader: bool = False,
    ) -> T:
        """Run something, retrying while that can help; raise errors of our own, but a time-out as the driver's."""
        failed_at, pause = None, _FIRST_PAUSE_S
        while True:
            server = self.connection.server
            try:
                async with self._session(access, as_reader) as session:
                    outcome = await run(session)
                self._was_reached = True
                return outcome
            except (Neo4jError, DriverError) as error:
                if as_reader and is_timeout(error):
                    raise
                failed_at = failed_at or time.monotonic()  # a long attempt is no reason to give up after it
                waited_s = time.monotonic() - failed_at
                if not await self._is_worth_another_try(error, server, waited_s, as_reader=as_reader):
                    raise translated(error) from error
                self.retries += 1
                _LOG.debug("retrying after %.0f ms: %s", pause * 1000, error)
            await asyncio.sleep(pause * random.uniform(0.5, 1.5))  # noqa: S311 - spreads retries, guards nothing
            pause = min(pause * 2, _LONGEST_PAUSE_S)

    async def _is_worth_another_try(self, error: Failure, server: object, waited_s: float, *, as_reader: bool) -> bool:
        """Whether to retry; if the server is gone, bring it back first."""
        if is_conflict(error):
            return waited_s < _CONFLICT_S
        if waited_s >= _OUTAGE_S:
            return False
        if self.connection.dialect.is_embedded and tells_of_server(error):
            await self.connection.recover()
            # A server that is being stopped fails in various ways, and one that replaced it has other passwords.
            if is_outage(error) or self.connection.server != server:
                return True
            # The database was closed for a moment, which running queries see as an error of their own. An error in
            # the owner's query looks the same, so it is reported after a short wait.
            if as_reader and waited_s >= _CLOSED_S:
                return False
            return (traces := self.connection.traces) is not None and traces.are_being_scrubbed()
        # An address that never answered is more likely wrong than being restarted.
        return is_outage(error) and self._was_reached

    @asynccontextmanager
    async def _session(self, access: str, as_reader: bool) -> AsyncIterator[AsyncSession]:
        driver = await (self.connection.reader() if as_reader else self.connection.driver())
        async with driver.session(
            database=self.connection.database,
            default_access_mode=access,
            bookmark_manager=self._bookmarks,
            bookmarks=Bookmarks.from_raw_values(awaited()),
        ) as session:
            yield session
