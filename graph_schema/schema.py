"""The version of the data, and what brings a database to it."""

from datetime import datetime

from chronomem.graph_schema.errors import SchemaMismatch
from chronomem.graph_schema.store import GraphStore

VERSION = 1
"""Counted up whenever data that an older version wrote has to change."""

_DDL = (
    "constrain_schema",
    "constrain_user",
    "constrain_session",
    "constrain_turn",
    "constrain_entity",
    "constrain_period",
    "constrain_unread",
    "index_turn_version",
    "constrain_assertion",
    "constrain_source",
    "constrain_fact",
    "constrain_merge",
    "index_assertion_group",
    "index_fact_group",
)


async def prepare(store: GraphStore, *, embedder: str, now: datetime) -> None:
    """Bring an empty database to the current schema, or check one that was written before.

    Raises:
        SchemaMismatch: the data was written by a newer version, or with another embedder.
    """
    rows = await store.read("read_schema")
    if not rows:
        for name in _DDL:
            await store.execute(name)
        await store.write(lambda tx: tx.run("write_schema", version=VERSION, embedder=embedder, now=now))
        return
    version, known = rows[0]["version"], rows[0]["embedder"]
    if version > VERSION:
        raise SchemaMismatch(
            f"this memory has schema version {version}, and this chronomem knows versions up to {VERSION}:"
            " upgrade chronomem to open it"
        )
    if known != embedder:
        raise SchemaMismatch(
            f"the vectors of this memory were made by the embedder {known!r}, which {embedder!r} can't be compared"
            " with: open it with the embedder that made it, or export it and load it into a new memory"
        )
