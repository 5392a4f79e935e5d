"""The asynchronous memory of an agent; `Memory` is its synchronous counterpart."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from chronomem.engine.dialogue.erasure import erase_hidden_users
from chronomem.engine.dialogue.storing import Added, Progress
from chronomem.engine.memory.answering import AnsweringMemory
from chronomem.engine.memory.components import check_model, load_embedder
from chronomem.engine.memory.rows import Rows
from chronomem.engine.memory.tables import TableMemory
from chronomem.engine.memory.work import WorkMemory
from chronomem.engine.settings import Settings
from chronomem.engine.upkeep.reembedding import Reembedded, Reembedding
from chronomem.extractors.embeddings.embedder import Embedder
from chronomem.extractors.language.parsing.pipeline import check_pipeline
from chronomem.graph_schema.database.connection import Connection, FolderConnection, ServerConnection
from chronomem.graph_schema.database.credentials import Auth
from chronomem.graph_schema.database.schema import prepare, read_schema
from chronomem.graph_schema.database.scrubbing import scrub
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.errors import FolderUnusable
from chronomem.graph_schema.facts.vocabulary import PACKAGED
from chronomem.graph_schema.model.checks import check_name, check_text
from chronomem.graph_schema.model.dialogue import Turn, User
from chronomem.graph_schema.model.times import Clock, system_clock, zone_of
from chronomem.graph_schema.model.turn_filter import check_metadata
from chronomem.retrieval.index.languages import check_language
from chronomem.retrieval.index.snapshots import delete_outdated_snapshots

_DEFAULTS = Settings()


class AsyncMemory(TableMemory, AnsweringMemory, WorkMemory):
    """Long-term memory for agents that talk with people.

    Create one with `open` (an embedded database in a folder) or `connect` (a Neo4j server). Close it with `close`, or
    use it in an `async with` block. Use it on the event loop that created it.
    """

    def __init__(
        self, store: GraphStore, *, settings: Settings, embedder: Embedder, clock: Clock, folder: Path | None = None
    ) -> None:
        super().__init__(store, settings=settings, embedder=embedder, clock=clock, folder=folder)
        if settings.structures != _DEFAULTS.structures:
            _ = self._consolidator  # it checks their names

    @classmethod
    async def open(
        cls,
        folder: str | Path,
        *,
        settings: Settings = _DEFAULTS,
        embedder: Embedder | None = None,
        clock: Clock = system_clock,
    ) -> Self:
        """Open the memory in a folder; create the folder if it doesn't exist.

        Args:
            folder: the folder of the embedded database; several processes may open it at once.
            settings: the settings of the memory.
            embedder: computes the vectors of texts; omitted, the embedder that `settings.embedder` names, or else the
                static embedder that ships with the package.
            clock: supplies the current time wherever none is passed.

        Raises:
            InvalidInput: `settings.extraction` or `settings.summaries` needs a language model, and none is set; or
                `settings.pipeline` isn't installed.
            FolderUnusable: the folder can't be used; the message says why.
            DatabaseUnavailable: the database didn't start.
            SchemaMismatch: a newer version wrote the data, or another embedder its vectors.
        """
        check_model(settings)
        check_pipeline(settings.pipeline)
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
        """Open the memory on a Neo4j server or cluster, version 5.26 or later.

        Args:
            uri: the server's address, such as `neo4j://host`, `bolt://host:7687` or `neo4j+s://host`.
            auth: user name and password; a bearer token, as text; the `Path` of a file that holds either, a token on
                one line or name and password on two, and is read again when it changes; None if the server requires
                none.
            database: the name of the database; omitted, the server's default.
            settings, embedder, clock: as for `open`.

        Raises:
            InvalidInput: `uri` is not the address of a server; the file of `auth` can't be used; or as for `open`.
            FolderUnusable: `settings.index_folder` can't be used.
            DatabaseUnavailable: the server can't be reached, or rejects the credentials.
            SchemaMismatch: as for `open`.
        """
        check_model(settings)
        check_pipeline(settings.pipeline)
        connection = ServerConnection(uri, auth, database, tls=settings.tls, index_folders=settings.index_folder)
        return await cls._prepared(connection, settings, await load_embedder(embedder, settings), clock)

    @staticmethod
    async def reembed(
        place: str | Path,
        *,
        auth: Auth = None,
        database: str | None = None,
        settings: Settings = _DEFAULTS,
        embedder: Embedder | None = None,
        clock: Clock = system_clock,
        progress: Progress | None = None,
    ) -> Reembedded:
        """Replace all vectors of a memory by those of another embedder, with which it is opened from then on.

        The memory may be in use: others go on with the old embedder while the new vectors are made. Then each user is
        switched over, and those who opened the memory with the old embedder get a `SchemaMismatch` for that user.
        After an interruption, call it again: vectors that were made are kept.

        Args:
            place: the folder of the embedded database, or the address of a server.
            auth, database: as for `connect`.
            settings, embedder: as for `open`; they name the new embedder.
            clock: supplies the current time.
            progress: called after each batch with the number of its vectors.

        Raises:
            FolderUnusable: there is no such folder, or it can't be used.
            DatabaseUnavailable: the database didn't start, or the server can't be reached.
            SchemaMismatch: a newer version wrote the data.
            ModelUnavailable: an embedder's server can't be reached.
        """
        chosen = await load_embedder(embedder, settings)
        connection: Connection
        if isinstance(place, str) and "://" in place:
            connection = ServerConnection(place, auth, database, tls=settings.tls)
        else:
            if not await asyncio.to_thread(Path(place).is_dir):
                raise FolderUnusable(f"{place} is no folder, so there is nothing to embed; name the folder of a memory")
            connection = await FolderConnection.open(Path(place), settings.embedded)
        store = GraphStore(connection)
        try:
            if (schema := await read_schema(store)) is not None:
                known = {"embedder": schema["embedder"], "dimensions": schema["dimensions"] or chosen.dimensions}
                await prepare(store, now=clock(), **known)
            return await Reembedding(store, chosen, settings.passage_words, progress).run()
        finally:
            await store.close()

    @classmethod
    async def _prepared(
        cls, connection: Connection, settings: Settings, embedder: Embedder, clock: Clock, folder: Path | None = None
    ) -> Self:
        store = GraphStore(connection, PACKAGED if settings.ontology is None else settings.ontology.vocabulary, clock)
        try:
            await prepare(store, embedder=embedder.name, dimensions=embedder.dimensions, now=clock())
            await erase_hidden_users(store)  # and scrub after processes that were killed before they could
            await scrub(store)
            await delete_outdated_snapshots(store)
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
        metadata: Mapping[str, Any] | None = None,
        expires_at: datetime | str | None = None,
    ) -> Added:
        """Store one turn; it is searchable when this returns.

        Args:
            text: the words of the turn.
            user: the user whose memory stores the turn.
            speaker: the speaker's name.
            role: the speaker's role in chat formats ("user", "assistant").
            said_at: the time of the turn; a naive time is in the user's timezone, a string is ISO 8601; None is now.
            session: the id of the conversation; omitted, turns that follow each other closely form one session.
            turn_id: an id of your own; storing the same turn again under its id changes nothing.
            metadata: a flat JSON object of up to 4 kB, kept word for word, by which recalls can filter.
            expires_at: when the turn is to be forgotten, by the next `retain` or `consolidate`.

        Raises:
            InvalidText, InvalidTime, TurnConflict: nothing was stored.
        """
        values = {"text": text, "speaker": speaker, "role": role, "said_at": said_at, "session": session}
        turn = Turn.of(**values, id=turn_id, metadata=metadata, expires_at=expires_at)
        return await self.add_turns([turn], user=user)

    async def add_session(
        self,
        turns: Sequence[Turn | Mapping[str, Any]],
        *,
        user: str,
        session: str,
        metadata: Mapping[str, Any] | None = None,
    ) -> Added:
        """Store the turns of one conversation under one session id; otherwise like `add_turns`.

        `metadata` describes the session: it applies to all its turns, below their own, and replaces the session's
        earlier metadata.
        """
        self._check_open()
        name, given = check_name(user, "user"), [_turn(turn, session=session) for turn in turns]
        about = None if metadata is None else check_metadata(metadata)
        return await self._ingest.add(name, given, now=self._clock(), of_session=about)

    async def add_turns(
        self, turns: Sequence[Turn | Mapping[str, Any]], *, user: str, progress: Progress | None = None
    ) -> Added:
        """Store many turns in few transactions; they are searchable when this returns.

        Every turn is checked before the first is written. After a database error, repeat the call with the same turn
        ids: turns that are already stored are skipped.

        Args:
            turns: `Turn`s, or mappings with the same fields.
            user: the user whose memory stores the turns.
            progress: called after each batch with the number of turns in it.

        Raises:
            InvalidText, InvalidTime: nothing was stored.
            TurnConflict: another turn has the same id; the batch of that turn was not stored.
        """
        self._check_open()
        user = check_name(user, "user")
        return await self._ingest.add(user, [_turn(t) for t in turns], now=self._clock(), progress=progress)

    async def cypher(self, query: str, /, *, user: str | None = None, **parameters: Any) -> Rows:
        """Run a read-only Cypher query on the graph; the database itself rejects writes.

        `$user` is bound to `user`. This is a convenience, not access control: the query sees the whole graph. Offer it
        to the operator of the memory, not to its users. A query that begins with `EXPLAIN` isn't run: `Rows.plan` tells
        how the database would run it.

        Raises:
            WriteRefused: the query tried to write.
            QueryFailed: the database rejected the query, or stopped it at the time limit of the settings.
        """
        self._check_open()
        check_text(query, "query")
        columns, rows, truncated, plan = await self._store.query(
            query,
            parameters | ({"user": user} if user is not None else {}),
            timeout_s=self._settings.query_timeout.total_seconds(),
            limit=self._settings.query_rows,
        )
        return Rows(columns, rows, truncated=truncated, plan=plan)

    async def create_user(self, user: str, *, timezone: str | None = None, language: str | None = None) -> User:
        """Create a user before the first turn, with its own timezone or language; an existing user is left unchanged.

        Args:
            user: the id of the user.
            timezone: an IANA name such as `Europe/Lisbon`; omitted, the timezone of the settings.
            language: the language of texts whose words don't show one, such as `german`; omitted, that of the
                settings, or else that which most turns show.

        Raises:
            InvalidTime: the timezone is unknown.
            InvalidInput: the language is unknown.
        """
        self._check_open()
        zone = zone_of(timezone or self._settings.timezone).key
        own = self._settings.language if language is None else check_language(language)
        await self._ingest.create_user(check_name(user, "user"), zone, self._clock(), own)
        return await self._indexes.user(user)


def _turn(turn: Turn | Mapping[str, Any], **changes: Any) -> Turn:
    if isinstance(turn, Turn):
        return turn.model_copy(update=changes) if changes else turn
    return Turn.of(**{**turn, **changes})
