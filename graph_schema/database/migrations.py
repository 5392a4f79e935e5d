"""What brings the data of an older version to this one: numbered steps, run when a memory is opened.

A migration runs to its end before its number is written down, so one that was killed in the middle runs again from
its beginning: its steps have to bear that. Whoever opens the memory at the same time waits, and finds it done.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from chronomem.graph_schema.database.statements import family
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.batches import EXTRACTED_AT_ONCE

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

_DATED_AT_ONCE = 5_000
"""So many turns one transaction changes: of all that an old memory holds it would take too long."""


@dataclass(frozen=True)
class Migration:
    """One step from a version to the next.

    Attributes:
        version: the version that the data has afterwards.
        what: what it does, in a few words.
        apply: does it; may be run twice, and over what an earlier run left behind.
    """

    version: int
    what: str
    apply: Step


def statements_of(*names: str) -> Step:
    """Return a step that runs named statements, each by itself."""

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
    """Make room for memories, and let every turn know at which version it came."""
    await statements_of(*_KEYS_OF_MEMORIES)(store)
    await _index_users(store)
    while (await store.write(lambda tx: tx.run("date_turns", limit=_DATED_AT_ONCE)))[0]["dated"]:
        pass


async def _declare_usage(store: GraphStore) -> None:
    await statements_of("constrain_usage")(store)
    await _index_users(store)


async def _queue_everything(store: GraphStore) -> None:
    """Have every turn read: the first version stored turns without the times, entities and facts they speak of."""
    await store.execute("queue_all_turns", at_once=EXTRACTED_AT_ONCE)


MIGRATIONS: Sequence[Migration] = (
    Migration(1, "keys and indexes", _declare),
    Migration(2, "every turn is to be read", _queue_everything),
    Migration(3, "memories and what is at work on them", _declare_memories),
    Migration(4, "the count of what language models took", _declare_usage),
    Migration(5, "facts by version", statements_of("index_Fact_version")),
)
"""All of them, in order. The last one's number is the version of the data that this chronomem writes."""
