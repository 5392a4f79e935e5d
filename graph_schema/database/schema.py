"""The version of the data, checked and brought up to date when a memory is opened."""

import logging
from collections.abc import Sequence
from datetime import datetime

from chronomem.graph_schema.database.migrations import MIGRATIONS, Migration
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.errors import SchemaMismatch

_LOG = logging.getLogger("chronomem.schema")


async def prepare(
    store: GraphStore, *, embedder: str, now: datetime, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Bring an empty or older database to the current schema; do nothing if it already has it.

    Raises:
        SchemaMismatch: the data was written by a newer version, or with another embedder.
    """
    newest = migrations[-1].version
    if await _check(store, embedder, newest) == newest:
        return
    async with store.alone("migrate"):
        version = await _check(store, embedder, newest)  # another process may have migrated meanwhile
        for migration in migrations:
            if migration.version > version:
                _LOG.info("bringing the data to version %d: %s", migration.version, migration.what)
                await migration.apply(store)
                await store.execute("write_schema", version=migration.version, embedder=embedder, now=now)


async def _check(store: GraphStore, embedder: str, newest: int) -> int:
    """Return the version of the data, 0 if there is none; raise `SchemaMismatch` if it can't be used."""
    rows = await store.read("read_schema")
    if not rows:
        return 0
    version, known = int(rows[0]["version"]), rows[0]["embedder"]
    if version > newest:
        raise SchemaMismatch(
            f"this memory has schema version {version}, but this chronomem knows only versions up to {newest}:"
            " upgrade chronomem to open it"
        )
    if known != embedder:
        raise SchemaMismatch(
            f"the vectors of this memory were made by the embedder {known!r}, which {embedder!r} can't be compared"
            " with: open it with the embedder that made it, or export it and load it into a new memory"
        )
    return version
