"""Taking out of the files of an embedded database what deleted records left there. A server's are its operator's."""

from chronomem.graph_schema.database.statements import family
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.embedded.traces import Left

_WITH_NAMES = {"session", "turn", "entity", "source", "merge", "memory", "assertion_group", "fact_group"}
"""The keys and indexes in which ids stand that may hold somebody's words; every one of them holds the user's id."""


def note_traces(store: GraphStore, left: Left = "names") -> None:
    """Remember, in the transaction that deletes something, that it leaves traces; with a user, also of its id."""
    if (traces := store.connection.traces) is not None:
        traces.note(left)


async def scrub(store: GraphStore) -> None:
    """Scrub, where anything was deleted that was not scrubbed yet. Writers wait meanwhile; readers go on.

    The keys of what was deleted stay in an index until it is made anew, so each is; a process that is killed in
    between leaves one index missing at the most, which the next one to open the folder makes before all else.
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
