"""What differs between the two databases. Everything else is the same Cypher through the same driver."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Dialect:
    """One database's ways.

    Attributes:
        name: as it is shown to people.
        is_embedded: the server is ours: started, replaced and stopped with the folder.
        writers_wait: a transaction that changes a node holds it until it ends, and others wait. Otherwise both go on,
            and the one that commits last fails.
        explains_by_plan: EXPLAIN tells by its plan what a query would do. Otherwise read-only Cypher has a database
            user of its own, who may do nothing but read the graph.
        timeout_grace_s: how much later than told the server stops a query, in seconds; one that knows no time limit of
            a single query has none, and the client goes away on time.
        indexes_users: it needs an index on the user alone to find all that is of a user.
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
    # Neo4j takes a composite index only where every property of it is asked for; the embedded database takes the
    # index of the key for any look-up by user, and would take another that begins with the user for the wrong ones.
    indexes_users=True,
)
ARCADEDB = Dialect(
    "ArcadeDB",
    is_embedded=True,
    writers_wait=False,
    explains_by_plan=False,
    timeout_grace_s=0.0,
    indexes_users=False,
)
