"""The version and the embedder of the data, checked and brought up to date when a memory is opened."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from chronomem.graph_schema.database.migrations import MIGRATIONS, Migration
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import OTHER_ONTOLOGY, GraphStore
from chronomem.graph_schema.errors import SchemaMismatch

_LOG = logging.getLogger("chronomem.schema")


async def prepare(
    store: GraphStore, *, embedder: str, dimensions: int, now: datetime, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Bring an empty or older database to the current schema; do nothing if it already has it.

    Raises:
        SchemaMismatch: the data was written by a newer version, or with another embedder.
    """
    newest = migrations[-1].version
    version, ontology = await _check(store, embedder, dimensions, newest)
    if version == newest:
        await _notice(store, ontology)
        return
    async with store.alone("migrate"):
        version, ontology = await _check(store, embedder, dimensions, newest)  # another process may have migrated
        for migration in migrations:
            if migration.version > version:
                _LOG.info("bringing the data to version %d: %s", migration.version, migration.what)
                await migration.apply(store)
                made: dict[str, Any] = {"embedder": embedder, "dimensions": dimensions}
                await store.execute("write_schema", version=migration.version, now=now, **made)
        await _notice(store, ontology)


async def _notice(store: GraphStore, ontology: str) -> None:
    """Log that the facts follow another ontology; a memory without users takes over that of the settings."""
    if ontology == store.vocabulary.fingerprint:
        return
    if await store.read("page_users", after="", limit=1):
        _LOG.warning("%s", OTHER_ONTOLOGY)
    else:
        await store.execute("write_ontology", ontology=store.vocabulary.fingerprint)


async def read_schema(store: GraphStore, newest: int = MIGRATIONS[-1].version) -> Row | None:
    """Return the version, the embedder and the ontology of the data; None if there is none.

    Raises:
        SchemaMismatch: the data was written by a newer version.
    """
    rows = await store.read("read_schema")
    if rows and int(rows[0]["version"]) > newest:
        raise SchemaMismatch(
            f"this memory has schema version {rows[0]['version']}, but this chronomem knows only versions up to"
            f" {newest}: upgrade chronomem to open it"
        )
    return rows[0] if rows else None


async def _check(store: GraphStore, embedder: str, dimensions: int, newest: int) -> tuple[int, str]:
    """Return the version of the data, 0 if there is none, and the ontology that its facts follow.

    Raises:
        SchemaMismatch: the data can't be used.
    """
    schema = await read_schema(store, newest)
    if schema is not None and (schema["embedder"], schema["dimensions"] or dimensions) != (embedder, dimensions):
        raise SchemaMismatch(
            f"the vectors of this memory were made by the embedder {schema['embedder']!r}{_length(schema)}, which"
            f" {embedder!r} ({dimensions} dimensions) can't be compared with: open it with the embedder that made it,"
            " or make its vectors anew with 'chronomem reembed' or Memory.reembed(…)"
        )
    store.embedder = embedder
    return (0, "") if schema is None else (int(schema["version"]), schema["ontology"] or "")


def _length(schema: Row) -> str:
    return f" ({schema['dimensions']} dimensions)" if schema["dimensions"] is not None else ""
