"""Differences between the two databases. Everything else is the same Cypher through the same driver."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Dialect:
    """The characteristics of one database.

    Attributes:
        name: the name that is shown to people.
        is_embedded: whether the server is ours: started, replaced and stopped with the folder.
        writers_wait: True if a transaction that changes a node locks it until it ends, and others wait. Otherwise both
            go on, and the one that commits last fails.
        explains_by_plan: True if the plan of EXPLAIN shows the effects of a query. Otherwise read-only Cypher runs as a
            separate database user who may only read the graph.
        timeout_grace_s: seconds after the time limit at which the server stops a query. A server without time limits
            for single queries has no grace, and the client disconnects on time.
        indexes_users: whether it needs an index on the user alone to find everything of a user.
    """

    name: str
    is_embedded: bool
    writers_wait: bool
    explains_by_plan: bool
    timeout_grace_s: float
    indexes_users: bool


NEO4J = Dialect(
    "Neo4j",
    is_embedded=False,
    writers_wait=True,
    explains_by_plan=True,
    timeout_grace_s=5.0,
    # Neo4j uses a composite index only if the query gives every property of it. The embedded database uses the index
    # of the key for any look-up by user, and would use another index that begins with the user for the wrong
    # look-ups.
    indexes_users=True,
)
ARCADEDB = Dialect(
    "ArcadeDB", is_embedded=True, writers_wait=False, explains_by_plan=False, timeout_grace_s=0.0, indexes_users=False
)
