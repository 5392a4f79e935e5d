"""What differs between the two databases. Everything else is the same Cypher through the same driver."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Dialect:
    """One database's ways.

    Attributes:
        name: as it is shown to people.
        reads_as_user: read-only Cypher needs a database user of its own, since the server lets a session in READ
            access mode write.
    """

    name: str
    reads_as_user: bool


NEO4J = Dialect("Neo4j", reads_as_user=False)
ARCADEDB = Dialect("ArcadeDB", reads_as_user=True)
