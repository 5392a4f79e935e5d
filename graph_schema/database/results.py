"""Results of queries, converted from the driver's types to plain Python."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from neo4j.graph import Node, Path, Relationship
from neo4j.time import Date, DateTime, Duration, Time

from chronomem.graph_schema.errors import InvalidInput

Row = dict[str, Any]

_PLAIN = frozenset({str, int, float, bool, bytes, type(None)})


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node in a query result."""

    labels: frozenset[str]
    properties: dict[str, Any]


@dataclass(frozen=True, slots=True)
class GraphRelation:
    """A relation in a query result, with the nodes at both ends."""

    type: str
    start: GraphNode | None
    end: GraphNode | None
    properties: dict[str, Any]


@dataclass(frozen=True, slots=True)
class GraphPath:
    """A path in a query result: one node more than relations."""

    nodes: tuple[GraphNode, ...]
    relations: tuple[GraphRelation, ...]


def native(value: Any) -> Any:
    """Convert a value from the driver to plain Python: datetimes in UTC, dates, lists, dicts, graph objects.

    The embedded database returns times without a zone; they are always in UTC. A duration keeps the driver's type,
    because months and days have no fixed length.
    """
    if type(value) in _PLAIN:  # nearly all values; a match statement would try seven classes first
        return value
    match value:
        case DateTime():
            moment: datetime = value.to_native()
            return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
        case Date() | Time():
            return value.to_native()
        case Duration():
            return value
        case Node():
            return _node(value)
        case Relationship():
            return _relation(value)
        case Path():
            return GraphPath(tuple(map(_node, value.nodes)), tuple(map(_relation, value.relationships)))
        case list():
            return [native(v) for v in value]
        case dict():
            return {k: native(v) for k, v in value.items()}
        case _:
            return value


def present(rows: Sequence[Row]) -> list[Row]:
    """Return the rows whose nodes still exist.

    If a node is deleted while a statement runs, Neo4j returns a row without its properties: it reads the state
    committed at each moment, not the state at which the statement began.
    """
    return [row for row in rows if row["id"] is not None]


def sendable(value: Any) -> Any:
    """Convert a parameter for the driver: aware times to UTC, because it can't be trusted with other zones."""
    match value:
        case datetime() if value.tzinfo is not None:
            return value.astimezone(UTC)
        case list() | tuple():
            return [sendable(own) for own in value]
        case dict():
            return {key: sendable(own) for key, own in value.items()}
        case None | str() | bool() | int() | float() | bytes() | bytearray() | date() | time() | timedelta():
            return value
        case Date() | DateTime() | Duration() | Time():
            return value
        case _:
            raise InvalidInput(
                f"a parameter is of type {type(value).__name__}, which Cypher doesn't know: {value!r:.60}"
            )


def _node(node: Node) -> GraphNode:
    return GraphNode(frozenset(node.labels), {k: native(v) for k, v in node.items()})


def _relation(relation: Relationship) -> GraphRelation:
    ends = [_node(end) if end is not None else None for end in (relation.start_node, relation.end_node)]
    return GraphRelation(relation.type, ends[0], ends[1], {k: native(v) for k, v in relation.items()})
