"""Data of an older version is brought up to date when it is opened; data of a newer one is left alone."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chronomem import Memory, SchemaMismatch
from chronomem.graph_schema.database.connection import Connection, FolderConnection, ServerConnection
from chronomem.graph_schema.database.migrations import MIGRATIONS, Migration
from chronomem.graph_schema.database.schema import prepare
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.embedded import EmbeddedSettings

pytestmark = pytest.mark.dialect


NOW = datetime(2024, 5, 31, tzinfo=UTC)
VERSION = MIGRATIONS[-1].version
Open = Callable[[], Awaitable[Connection]]


@pytest.fixture(params=["embedded", pytest.param("neo4j", marks=pytest.mark.neo4j)])
def connect(request: pytest.FixtureRequest, tmp_path: Path) -> Open:
    """Opens the same database each time, in which a memory stored a turn."""
    folder = tmp_path / "memory"
    if request.param == "embedded":
        with Memory.open(folder) as memory:
            memory.add("Hello.", user="u")
        return lambda: FolderConnection.open(folder, EmbeddedSettings())
    endpoint = request.getfixturevalue("neo4j_endpoint")
    with Memory.connect(endpoint.uri, auth=endpoint.auth) as memory:
        memory.add("Hello.", user="u")

    async def connect() -> Connection:
        return ServerConnection(endpoint.uri, endpoint.auth)

    return connect


class Recorder:
    """A migration that writes down when it began and ended, and is killed as often as it is told."""

    def __init__(self, *, kills: int = 0) -> None:
        self.kills = kills
        self.seen: list[str] = []
        self.migration = Migration(VERSION + 1, "a test", self.apply)

    async def apply(self, _: GraphStore) -> None:
        self.seen.append("begin")
        await asyncio.sleep(0.2)
        if self.kills:
            self.kills -= 1
            raise KeyboardInterrupt
        self.seen.append("end")


def opened(connect: Open, migrations: Sequence[Migration], count: int = 1) -> int:
    """Open a database as several do at once; return the version it has then. It keeps the version it had before."""

    async def run() -> int:
        stores = [GraphStore(await connect()) for _ in range(count)]
        try:
            await asyncio.gather(
                *(
                    prepare(s, embedder="static-minilm-256-int8", dimensions=256, now=NOW, migrations=migrations)
                    for s in stores
                )
            )
            return int((await stores[0].read("read_schema"))[0]["version"])
        finally:
            for store in stores:
                await store.close()

    return asyncio.run(run())


async def write_version(connect: Open, version: int) -> None:
    store = GraphStore(await connect())
    await store.execute("write_schema", version=version, embedder="static-minilm-256-int8", dimensions=256, now=NOW)
    await store.close()


def test_migrations_run_once_in_their_order_however_many_open_at_once(connect: Open) -> None:
    first, second = Recorder(), Recorder()
    second.migration = Migration(VERSION + 2, "another", second.apply)
    try:
        chain = [*MIGRATIONS, first.migration, second.migration]
        assert opened(connect, chain, count=3) == VERSION + 2
        assert first.seen == second.seen == ["begin", "end"]
        assert opened(connect, chain) == VERSION + 2
        assert first.seen == ["begin", "end"]
    finally:
        asyncio.run(write_version(connect, VERSION))


def test_a_migration_that_was_killed_runs_again(connect: Open) -> None:
    killed = Recorder(kills=1)
    chain = [*MIGRATIONS, killed.migration]
    try:
        with pytest.raises(KeyboardInterrupt):
            opened(connect, chain)
        assert opened(connect, chain) == VERSION + 1
        assert killed.seen == ["begin", "begin", "end"]
    finally:
        asyncio.run(write_version(connect, VERSION))


def test_data_of_a_newer_version_is_refused_and_left_alone(connect: Open) -> None:
    asyncio.run(write_version(connect, VERSION + 7))
    try:
        with pytest.raises(SchemaMismatch, match=f"schema version {VERSION + 7}, .* upgrade chronomem"):
            opened(connect, MIGRATIONS)
    finally:
        asyncio.run(write_version(connect, VERSION))
    assert opened(connect, MIGRATIONS) == VERSION


def test_vectors_of_another_embedder_are_refused(connect: Open) -> None:
    async def run() -> None:
        store = GraphStore(await connect())
        try:
            with pytest.raises(
                SchemaMismatch,
                match=r"'static-minilm-256-int8' \(256 dimensions\), which 'another' .*chronomem reembed",
            ):
                await prepare(store, embedder="another", dimensions=3, now=NOW)
        finally:
            await store.close()

    asyncio.run(run())


@pytest.mark.parametrize("label", ["Turn", "Session", "Entity", "Period"])
def test_reading_all_of_a_user_goes_by_an_index(connect: Open, label: str) -> None:
    async def plan() -> str:
        connection = await connect()
        driver = await connection.driver()
        async with driver.session(database=connection.database) as session:
            explained = await session.run(f"EXPLAIN MATCH (n:{label} {{user_id: 'u'}}) RETURN n")
            text = str((await explained.consume()).plan)
        await connection.close()
        return text

    text = asyncio.run(plan())
    assert "NodeIndexSeek" in text
    assert "Scan" not in text


@pytest.mark.slow
def test_turns_that_the_first_version_stored_are_read(connect: Open) -> None:
    async def forget_the_queue() -> None:
        store = GraphStore(await connect())
        unread = await store.read("list_unread", user="u", limit=1_000, now="9999", extractor="1")
        await store.write(lambda tx: tx.run("finish_unread", user="u", ids=[row["id"] for row in unread]))
        await store.close()

    async def queued_and_stored() -> tuple[list[str], list[str]]:
        store = GraphStore(await connect())
        queued = await store.read("list_unread", user="u", limit=1_000, now="9999", extractor="1")
        stored = await store.read("read_turns", user="u")
        await store.close()
        return sorted(turn for row in queued for turn in row["turns"]), sorted(row["id"] for row in stored)

    asyncio.run(forget_the_queue())
    assert asyncio.run(queued_and_stored())[0] == []
    for _ in range(2):
        asyncio.run(write_version(connect, 1))
        opened(connect, MIGRATIONS)
    queued, stored = asyncio.run(queued_and_stored())
    assert queued == stored != []
