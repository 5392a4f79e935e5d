"""Remove the traces of deleted records from the files of an embedded database. A server's files are its operator's."""

from chronomem.graph_schema.database.statements import family
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.embedded.traces import Left

_WITH_NAMES = {"session", "turn", "entity", "name", "source", "merge", "memory", "assertion_group", "fact_group"}
"""Keys and indexes whose ids may contain a person's words; every one of them also contains the user's id."""


def note_traces(store: GraphStore, left: Left = "names") -> None:
    """Record, in the transaction that deletes something, that it leaves traces; for a user, also those of its id."""
    if (traces := store.connection.traces) is not None:
        traces.note(left)


async def scrub(store: GraphStore) -> None:
    """Scrub the files if anything was deleted since the last scrub. Writers wait meanwhile; readers go on.

    An index keeps the keys of deleted records until it is rebuilt, so each one is rebuilt. If the process is killed in
    between, at most one index is missing, and the next process to open the folder creates it before anything else.
    """
    traces = store.connection.traces
    if traces is None or traces.left() is None:
        return
    async with store.connection.turn_of("scrub", kind="purpose"), store.connection.turn_of_all():
        left = traces.left()
        if left is None:
            return
        for name in family("drop_index"):
            if left == "users" or name in _WITH_NAMES:
                traces.disturb()
                await store.execute(f"drop_index_{name}")
                await store.execute(f"index_{name}")
        for name in family("drop_constraint"):
            if left == "users" or name in _WITH_NAMES:
                traces.disturb()
                await store.execute(f"drop_constraint_{name}")
                await store.execute(f"constrain_{name}")
        await store.connection.wipe()
