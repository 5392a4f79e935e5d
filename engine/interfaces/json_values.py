"""Values of the graph in JSON form."""

import math
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from typing import Any

from chronomem.graph_schema.database.results import GraphNode, GraphPath, GraphRelation


def plain(value: Any) -> Any:
    """Return a value of a query as a JSON value: times as ISO 8601, bytes by their length."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if math.isfinite(value) else str(value)
        case bytes() | bytearray():
            return f"<{len(value):,} bytes>"
        case datetime() | date() | time():
            return value.isoformat()
        case GraphNode():
            return {"labels": sorted(value.labels), "properties": plain(value.properties)}
        case GraphRelation():
            ends = {"start": plain(value.start), "end": plain(value.end)}
            return {"type": value.type, **ends, "properties": plain(value.properties)}
        case GraphPath():
            return {"nodes": plain(value.nodes), "relations": plain(value.relations)}
        case Mapping():
            return {str(key): plain(own) for key, own in value.items()}
        case Sequence():
            return [plain(own) for own in value]
        case _:
            return value.iso_format() if hasattr(value, "iso_format") else str(value)
