"""Erasing a user.

First the user is hidden, in one transaction: from then on nobody can find the user or write for it. The user's data is
then deleted in batches, the user's own node last. If the process is killed in between, the rest is deleted by the next
one that opens the memory, or that stores something for a user of the same name.
"""

from collections import Counter

from chronomem.graph_schema.database.scrubbing import note_traces
from chronomem.graph_schema.database.statements import family
from chronomem.graph_schema.database.store import GraphStore, Transaction
from chronomem.retrieval.index.snapshots import delete_snapshots

_AT_ONCE = 1_000


async def erase(store: GraphStore, user: str) -> Counter[str]:
    """Delete all data of a user; return the number of nodes deleted, by label."""

    async def hide(tx: Transaction) -> None:
        note_traces(store, "users")
        await tx.run("hide_user", user=user)

    await store.write(hide, user=user)
    return await _erase_hidden(store, user)


async def erase_hidden_users(store: GraphStore) -> None:
    """Delete the remaining data of users whose erasure was interrupted."""
    for row in await store.read("find_hidden_users"):
        await _erase_hidden(store, row["user"])


async def _erase_hidden(store: GraphStore, user: str) -> Counter[str]:
    gone: Counter[str] = Counter()
    await delete_snapshots(store, user)
    while piece := await store.write(lambda tx: _erase_piece(tx, user), user=user):
        gone += piece
    return gone


async def _erase_piece(tx: Transaction, user: str) -> Counter[str]:
    """Delete a batch of nodes, or if there are none, the user. Return the number of nodes deleted, by label."""
    gone: Counter[str] = Counter()
    if not await tx.run("begin_erasing", user=user):
        return gone
    for label in family("erase"):
        limit = _AT_ONCE - gone.total()
        gone[label] = (await tx.run(f"erase_{label}", user=user, limit=limit))[0]["gone"]
        if gone.total() == _AT_ONCE:
            return gone
    if gone.total() == 0:
        await tx.run("delete_user", user=user)
    return +gone
