"""The console's read-only Cypher: the result as a table, and where the rows hold nodes, as a graph."""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chronomem.engine.interfaces.explorer.positions import Position, positions
from chronomem.engine.interfaces.json_values import plain
from chronomem.engine.memory.async_memory import AsyncMemory
from chronomem.graph_schema.database.results import GraphNode, GraphPath, GraphRelation
from chronomem.graph_schema.errors import InvalidInput

_MOST_NODES = 200
_MOST_CELL = 500
_NAMES = ("name", "text", "id")


@dataclass(frozen=True)
class ResultNode:
    """A node in the graph of a result."""

    key: str
    label: str
    name: str
    properties: str
    at: Position


@dataclass(frozen=True)
class ResultGraph:
    """The nodes and relations of a result; `relations` are source, type and target."""

    nodes: Sequence[ResultNode]
    relations: Sequence[tuple[str, str, str]]
    left_out: int


@dataclass(frozen=True)
class Result:
    """The result of a query.

    Attributes:
        columns, rows: the table; numbers are numbers, everything else is text.
        truncated: whether there were more rows than are shown.
        graph: the nodes and relations in it; None if it has none.
        plan: how the database runs it, where the query asked only for that.
    """

    columns: Sequence[str]
    rows: Sequence[Sequence[str | int | float | None]]
    truncated: bool
    seconds: float
    graph: ResultGraph | None
    plan: str = ""

    @property
    def series(self) -> Sequence[tuple[str, Sequence[float | None]]]:
        """The columns of numbers, which a chart can draw over the first column."""
        return [
            (name, [row[place] for row in self.rows])  # type: ignore[misc] # the check below narrows them
            for place, name in enumerate(self.columns)
            if place and self.rows and all(isinstance(row[place], int | float | None) for row in self.rows)
        ]


def parameters_of(text: str, query: str) -> dict[str, Any]:
    """Return the parameters of a query, a JSON object; without any, those in its first line, as in the cookbook.

    Raises:
        InvalidInput: the text is no JSON object, or names `user`.
    """
    first = query.strip().partition("\n")[0]
    given = text.strip() or (first.removeprefix("//").strip() if first.startswith("//") else "")
    if not given or (not text.strip() and not given.startswith("{")):
        return {}
    try:
        known = json.loads(given)
    except ValueError as error:
        raise InvalidInput(f'the parameters are no JSON object such as {{"who": "entity:ines"}}: {error}') from error
    if not isinstance(known, dict) or "user" in known:
        raise InvalidInput('the parameters must be a JSON object, without "user", which is chosen above')
    return known


async def run(memory: AsyncMemory, user: str, query: str, parameters: Mapping[str, Any] | None = None) -> Result:
    """Run read-only Cypher with `$user` and these parameters bound; raise as `AsyncMemory.cypher` does."""
    began = time.monotonic()
    found = await memory.cypher(query, user=user, **(parameters or {}))
    taken = time.monotonic() - began
    rows = [[_cell(row[column]) for column in found.columns] for row in found]
    values = (row[column] for row in found for column in found.columns)
    return Result(found.columns, rows, found.truncated, taken, _graph(values), found.plan)


def _cell(value: Any) -> str | int | float | None:
    known = plain(value)
    if isinstance(known, int | float) and not isinstance(known, bool):
        return known
    if known is None or isinstance(known, str):
        return known
    text = json.dumps(known, ensure_ascii=False)
    return text if len(text) <= _MOST_CELL else f"{text[:_MOST_CELL]} …"


class _Drawing:
    """Collects the nodes and relations of values."""

    def __init__(self) -> None:
        self.nodes: dict[str, GraphNode] = {}
        self.relations: dict[tuple[str, str, str], None] = {}

    def add(self, value: Any) -> None:
        match value:
            case GraphNode():
                self.nodes.setdefault(_key(value), value)
            case GraphRelation(start=GraphNode() as start, end=GraphNode() as end):
                if start.properties and end.properties:  # ends that were not returned themselves have no properties
                    self.add([start, end])
                    self.relations[_key(start), value.type, _key(end)] = None
            case GraphPath():
                self.add([*value.nodes, *value.relations])
            case list() | tuple():
                for own in value:
                    self.add(own)
            case dict():
                self.add(list(value.values()))


def _graph(values: Iterable[Any]) -> ResultGraph | None:
    drawing = _Drawing()
    for value in values:
        drawing.add(value)
    if not drawing.nodes:
        return None
    shown = dict(list(drawing.nodes.items())[:_MOST_NODES])
    relations = [one for one in drawing.relations if one[0] in shown and one[2] in shown]
    places = positions([(source, target) for source, _, target in relations], list(shown))
    nodes = [_node(key, node, places[key]) for key, node in shown.items()]
    return ResultGraph(nodes, relations, len(drawing.nodes) - len(shown))


def _key(node: GraphNode) -> str:
    labels = ":".join(sorted(node.labels))
    own = node.properties
    return json.dumps([labels, own.get("user_id"), own["id"]] if "id" in own else [labels, plain(own)])


def _node(key: str, node: GraphNode, at: Position) -> ResultNode:
    own = node.properties
    name = next((str(own[key]) for key in _NAMES if own.get(key)), "")
    said = "\n".join(f"{name}: {str(plain(value))[:80]}" for name, value in sorted(own.items()) if name != "user_id")
    return ResultNode(key, ":".join(sorted(node.labels)), name[:40], said, at)
