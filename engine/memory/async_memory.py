"""The memory of an agent, asynchronous. `Memory` is the same for code that isn't."""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from chronomem.engine.consolidation.scheduler import Slept
from chronomem.engine.dialogue.erasure import erase_hidden_users
from chronomem.engine.dialogue.storing import Added, Progress
from chronomem.engine.memory.answering import AnsweringMemory
from chronomem.engine.memory.components import check_model, load_embedder
from chronomem.engine.memory.consolidated import Consolidated
from chronomem.engine.memory.rows import Rows
from chronomem.engine.memory.tables import TableMemory
from chronomem.engine.settings import Settings
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.graph_schema.database.connection import Auth, Connection, FolderConnection, ServerConnection
from chronomem.graph_schema.database.schema import prepare
from chronomem.graph_schema.database.scrubbing import scrub
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.checks import check_count, check_name, check_text
from chronomem.graph_schema.model.dialogue import Turn, User
from chronomem.graph_schema.model.times import Clock, read_time, zone_of

if TYPE_CHECKING:
    from chronomem.engine.memory.consolidator import Consolidator

_DEFAULTS = Settings()


def system_clock() -> datetime:
    """Return the machine's time. The only place that reads it."""
    return datetime.now(UTC)


class AsyncMemory(TableMemory, AnsweringMemory):
    """Long-term memory for agents that talk with people.

    Made by `open` (embedded database in a folder) or `connect` (a Neo4j server); closed by `close`, or by leaving
    an `async with` block. To be used on the event loop that made it.
    """

    def __init__(
        self,
        store: GraphStore,
        *,
        settings: Settings,
        embedder: Embedder,
        clock: Clock,
        folder: Path | None = None,
    ) -> None:
        super().__init__(store, settings=settings, embedder=embedder, clock=clock, folder=folder)
        if settings.structures != _DEFAULTS.structures:
            _ = self._consolidator  # which knows their names

    @cached_property
    def _consolidator(self) -> "Consolidator":
        # What understands sentences takes longer to import than all else together, and most calls can do without.
        from chronomem.engine.memory.consolidator import Consolidator

        return Consolidator(self._store, self._settings, self._embedder, self._clock, self._model)

    @classmethod
    async def open(
        cls,
        folder: str | Path,
        *,
        settings: Settings = _DEFAULTS,
        embedder: Embedder | None = None,
        clock: Clock = system_clock,
    ) -> Self:
        """Open the memory in a folder, which is made where there is none.

        Args:
            folder: holds the embedded database; several processes may have it open.
            settings: how the memory behaves.
            embedder: turns texts into vectors; left out, the one of `settings.embedder`, or the static one that comes
                with the package.
            clock: gives the current time wherever it is needed and not given.

        Raises:
            InvalidInput: `settings.extraction` or `settings.summaries` needs a model, and there is none.
            FolderUnusable: the folder can't be used; the message says why.
            DatabaseUnavailable: the database would not start.
            SchemaMismatch: the data is of a newer version, or its vectors of another embedder.
        """
        check_model(settings)
        loading = asyncio.create_task(load_embedder(embedder, settings))  # while the database starts
        try:
            connection = await FolderConnection.open(Path(folder), settings.embedded)
        except BaseException:
            await asyncio.wait([loading])
            raise
        try:
            ready = await loading
        except BaseException:
            await connection.close()
            raise
        return await cls._prepared(connection, settings, ready, clock, Path(folder))

    @classmethod
    async def connect(
        cls,
        uri: str,
        *,
        auth: Auth = None,
        database: str | None = None,
        settings: Settings = _DEFAULTS,
        embedder: Embedder | None = None,
        clock: Clock = system_clock,
    ) -> Self:
        """Use a Neo4j server or cluster, version 5.26 or later.

        Args:
            uri: such as `neo4j://host`, `bolt://host:7687` or `neo4j+s://host`.
            auth: user name and password, or None where the server asks for none.
            database: its name; left out, the server's default.
            settings, embedder, clock: as for `open`.

        Raises:
            InvalidInput: `uri` is no address of a server, or as for `open`.
            DatabaseUnavailable: it can't be reached, or refuses the credentials.
            SchemaMismatch: as for `open`.
        """
        check_model(settings)
        connection = ServerConnection(uri, auth, database)
        return await cls._prepared(connection, settings, await load_embedder(embedder, settings), clock)

    @classmethod
    async def _prepared(
        cls, connection: Connection, settings: Settings, embedder: Embedder, clock: Clock, folder: Path | None = None
    ) -> Self:
        store = GraphStore(connection)
        try:
            await prepare(store, embedder=embedder.name, now=clock())
            await erase_hidden_users(store)  # and scrub what others could not: they were killed
            await scrub(store)
        except BaseException:
            await store.close()
            raise
        return cls(store, settings=settings, embedder=embedder, clock=clock, folder=folder)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def add(
        self,
        text: str,
        *,
        user: str,
        speaker: str = "user",
        role: str = "user",
        said_at: datetime | str | None = None,
        session: str | None = None,
        turn_id: str | None = None,
    ) -> Added:
        """Store one turn; it is searchable when this returns.

        Args:
            text: what was said.
            user: whose memory it is.
            speaker: who said it.
            role: what a chat format calls the speaker's part.
            said_at: when; a naive time is read in the user's timezone, a string is ISO 8601, None is now.
            session: the conversation it belongs to; left out, turns that follow each other closely are one.
            turn_id: an id of your own; storing the same turn under the same id again changes nothing.

        Raises:
            InvalidText, InvalidTime, TurnConflict: nothing was stored.
        """
        turn = Turn.of(text=text, speaker=speaker, role=role, said_at=said_at, session=session, id=turn_id)
        return await self.add_turns([turn], user=user)

    async def add_session(self, turns: Sequence[Turn | Mapping[str, Any]], *, user: str, session: str) -> Added:
        """Store the turns of one conversation under one session id; otherwise as `add_turns`."""
        return await self.add_turns([_turn(turn, session=session) for turn in turns], user=user)

    async def add_turns(
        self,
        turns: Sequence[Turn | Mapping[str, Any]],
        *,
        user: str,
        progress: Progress | None = None,
    ) -> Added:
        """Store many turns in few transactions; they are searchable when this returns.

        Every turn is checked before the first is written. After an error of the database, run it again with the
        same turn ids: what is there already is left as it is.

        Args:
            turns: `Turn`s, or mappings with the same fields.
            user: whose memory it is.
            progress: called with the number of turns in each batch after it is stored.

        Raises:
            InvalidText, InvalidTime: nothing was stored.
            TurnConflict: an id is taken by another turn; that turn's batch was not stored.
        """
        self._check_open()
        user = check_name(user, "user")
        return await self._ingest.add(user, [_turn(t) for t in turns], now=self._clock(), progress=progress)

    async def cypher(self, query: str, /, *, user: str | None = None, **parameters: Any) -> Rows:
        """Run read-only Cypher over the graph; the server itself refuses to write for it.

        `$user` is bound to `user`. That is a convenience and no fence: the query sees the whole graph, so this is
        the owner's tool and not one for the people whose memories these are.

        Raises:
            WriteRefused: the query would have written.
            QueryFailed: the database refused it, or stopped it after the time that the settings allow.
        """
        self._check_open()
        check_text(query, "query")
        columns, rows, truncated = await self._store.query(
            query,
            parameters | ({"user": user} if user is not None else {}),
            timeout_s=self._settings.query_timeout.total_seconds(),
            limit=self._settings.query_rows,
        )
        return Rows(columns, rows, truncated=truncated)

    async def consolidate(
        self,
        *,
        user: str | None = None,
        now: datetime | str | None = None,
        budget: int | None = None,
        progress: Progress | None = None,
    ) -> Consolidated:
        """Make long-term memory of what was stored.

        First what was not read yet is read: the times, entities and facts that turns speak of. Then the structures that
        the settings name are brought up to date. May be called at any time, by several processes at once, and again
        after a crash; where nothing is due, nothing is written.

        Args:
            user: whose turns; left out, everybody's.
            now: the time for which the structures are brought up to date; left out, the current time.
            budget: how many tokens of language models it may spend; what these don't write is written without them.
            progress: called with the number of turns in each piece after it is read, and with the number of memories
                that each unit of a structure made.

        Raises:
            UnknownUser: nothing was ever stored for this user.
            InvalidTime, InvalidInput: `now` or `budget` can't be used.
        """
        self._check_open()
        if budget is not None:
            check_count("budget", budget)
        one = None if user is None else check_name(user, "user")
        if self._model is None:
            return await self._consolidate(one, now, progress)
        with self._model.run(budget) as run:
            done = await self._consolidate(one, now, progress)
        return replace(done, tokens=dict(run.by_purpose))

    async def _consolidate(
        self, user: str | None, now: datetime | str | None, progress: Progress | None
    ) -> Consolidated:
        work = self._consolidator
        unread = await work.extraction.pending()
        users = [user] if user is not None else await self._busy(unread, now)
        owners = [await self._indexes.user(one) for one in users]
        extracted = await work.extraction.drain([one for one in users if one in unread], progress)
        slept = Slept()
        for owner in owners:
            slept += await work.sleep.run(owner, self._moment(now, owner), progress)
        await scrub(self._store)  # memories of what was forgotten were deleted
        return Consolidated.of(extracted, slept)

    async def _busy(self, unread: Collection[str], now: datetime | str | None) -> list[str]:
        """Return the users for whom there is something to do, at a cost that doesn't grow with the others' number."""
        rows = await self._store.read("list_users")
        moments = {
            row["user"]: self._clock() if now is None else read_time(now, zone_of(row["timezone"]), "now")
            for row in rows
        }
        idle = await self._consolidator.sleep.idle(moments)
        return [user for user in moments if user in unread or user not in idle]

    async def create_user(self, user: str, *, timezone: str | None = None) -> User:
        """Make a user before the first turn, to give it a timezone of its own; one that is there stays as it is.

        Raises:
            InvalidTime: an unknown timezone.
        """
        self._check_open()
        zone = zone_of(timezone or self._settings.timezone).key
        await self._ingest.create_user(check_name(user, "user"), zone, self._clock())
        return await self._indexes.user(user)


def _turn(turn: Turn | Mapping[str, Any], **changes: Any) -> Turn:
    if isinstance(turn, Turn):
        return turn.model_copy(update=changes) if changes else turn
    return Turn.of(**{**turn, **changes})
