"""The version of the data, checked and brought up to date when a memory is opened."""

import logging
from collections.abc import Sequence
from datetime import datetime

from chronomem.graph_schema.database.migrations import MIGRATIONS, Migration
from chronomem.graph_schema.database.store import OTHER_ONTOLOGY, GraphStore
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
    version, ontology = await _check(store, embedder, newest)
    if version == newest:
        await _notice(store, ontology)
        return
    async with store.alone("migrate"):
        version, ontology = await _check(store, embedder, newest)  # another process may have migrated meanwhile
        for migration in migrations:
            if migration.version > version:
                _LOG.info("bringing the data to version %d: %s", migration.version, migration.what)
                await migration.apply(store)
                await store.execute("write_schema", version=migration.version, embedder=embedder, now=now)
        await _notice(store, ontology)


async def _notice(store: GraphStore, ontology: str) -> None:
    """Log that the facts follow another ontology; a memory without users takes over that of the settings."""
    if ontology == store.vocabulary.fingerprint:
        return
    if await store.read("list_users"):
        _LOG.warning("%s", OTHER_ONTOLOGY)
    else:
        await store.execute("write_ontology", ontology=store.vocabulary.fingerprint)


async def _check(store: GraphStore, embedder: str, newest: int) -> tuple[int, str]:
    """Return the version of the data, 0 if there is none, and the ontology that its facts follow.

    Raises:
        SchemaMismatch: the data can't be used.
    """
    rows = await store.read("read_schema")
    if not rows:
        return 0, ""
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
    return version, rows[0]["ontology"] or ""
