"""Migrations: numbered steps that bring the data of an older version to the current one when a memory is opened.

The number of a migration is recorded after it has finished. A migration that is killed halfway therefore runs again
from its start, which its steps have to tolerate. Others who open the memory meanwhile wait, and find the migration
done.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

from chronomem.graph_schema.database.name_index import index_names
from chronomem.graph_schema.database.statements import family
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.batches import EXTRACTED_AT_ONCE
from chronomem.graph_schema.model.times import milliseconds

Step = Callable[[GraphStore], Awaitable[None]]

_KEYS = (
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
_KEYS_OF_MEMORIES = (
    "constrain_structure",
    "constrain_memory",
    "constrain_topic",
    "constrain_persona",
    "index_memory_window",
    "index_Memory_version",
    "index_Topic_version",
    "index_Persona_version",
    "index_Period_version",
)

_USERS_AT_ONCE = 1_000
_DATED_AT_ONCE = 5_000
"""Number of turns that one transaction changes; all turns of a large memory would take too long."""


@dataclass(frozen=True)
class Migration:
    """One step from a version to the next.

    Attributes:
        version: the version of the data after the step.
        what: a short description of the step.
        apply: performs the step; it may run twice, and on data that an earlier run left half changed.
    """

    version: int
    what: str
    apply: Step


def statements_of(*names: str) -> Step:
    """Return a step that runs named statements, each in an auto-commit transaction."""

    async def apply(store: GraphStore) -> None:
        for name in names:
            await store.execute(name)

    return apply


async def _declare(store: GraphStore) -> None:
    await statements_of(*_KEYS)(store)
    await _index_users(store)


async def _index_users(store: GraphStore) -> None:
    if store.connection.dialect.indexes_users:
        await statements_of(*(f"index_of_user_{label}" for label in family("index_of_user")), "await_indexes")(store)


async def _declare_memories(store: GraphStore) -> None:
    """Declare the indexes for memories, and record on every turn the version at which it was stored."""
    await statements_of(*_KEYS_OF_MEMORIES)(store)
    await _index_users(store)
    async for user in _all_users(store):
        values = {"user": user, "limit": _DATED_AT_ONCE}
        while (await store.write(lambda tx, values=values: tx.run("date_turns", **values)))[0]["dated"]:  # type: ignore[misc]  # bound at once
            pass


async def _declare_usage(store: GraphStore) -> None:
    await statements_of("constrain_usage")(store)
    await _index_users(store)


async def _declare_receipts(store: GraphStore) -> None:
    await statements_of("constrain_receipt", "constrain_event", "begin_feeds")(store)
    await _index_users(store)


async def _declare_work(store: GraphStore) -> None:
    """Declare leases and due dates, and have every user looked at once."""
    await statements_of("constrain_lease", "index_user_due")(store)
    await _index_users(store)
    await make_all_due(store)


async def _index_names(store: GraphStore) -> None:
    await statements_of("constrain_name")(store)
    await _index_users(store)
    async for user in _all_users(store):
        await index_names(store, user)


async def _all_users(store: GraphStore) -> AsyncIterator[str]:
    """Yield every user. A transaction for each keeps its size within that of a user, however many there are."""
    last = ""
    while page := await store.read("page_users", after=last, limit=_USERS_AT_ONCE):
        for row in page:
            yield row["user"]
        last = page[-1]["user"]


async def make_all_due(store: GraphStore) -> None:
    """Make something due for every user: workers look at each once, and note when something is due next."""
    last = ""
    while last is not None:
        values = {"after": last, "limit": _USERS_AT_ONCE, "now": milliseconds(store.clock())}
        last = (await store.write(lambda tx, values=values: tx.run("make_users_due", **values)))[0]["last"]  # type: ignore[misc]  # bound at once


async def _queue_everything(store: GraphStore) -> None:
    """Queue every turn for extraction: version 1 stored turns without their times, entities and facts."""
    async for user in _all_users(store):
        values = {"user": user, "at_once": EXTRACTED_AT_ONCE}
        await store.write(lambda tx, values=values: tx.run("queue_all_turns", **values))  # type: ignore[misc]  # bound at once


MIGRATIONS: Sequence[Migration] = (
    Migration(1, "keys and indexes", _declare),
    Migration(2, "queue every turn for extraction", _queue_everything),
    Migration(3, "memories and structures", _declare_memories),
    Migration(4, "usage of language models", _declare_usage),
    Migration(5, "facts by version", statements_of("index_Fact_version")),
    Migration(6, "receipts of retention, and events of the feed", _declare_receipts),
    Migration(7, "leases of workers, and due dates of users", _declare_work),
    Migration(8, "users whose erasure was interrupted", statements_of("index_user_forgotten")),
    Migration(9, "entities by name", _index_names),
)
"""All migrations, in order. The number of the last one is the data version that this chronomem writes."""
