"""Facts, turns and periods as typed columns, for calculations.

Every time is an instant with the user's timezone, in microseconds; an open or unknown time is null.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal
from zoneinfo import ZoneInfo

from chronomem.engine.extras import needs_extra
from chronomem.engine.timeline.timeline import TimelinePeriod
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.views import Fact

if TYPE_CHECKING:
    import pyarrow

What = Literal["facts", "turns", "periods"]
"""The contents of which there are tables."""
_KNOWN: Mapping[str, What] = {"facts": "facts", "turns": "turns", "periods": "periods"}
Kind = Literal["text", "time", "truth", "count", "share", "texts"]

FACTS: Mapping[str, Kind] = {
    "id": "text",
    "subject": "text",
    "predicate": "text",
    "object": "text",
    "value": "text",
    "text": "text",
    "valid_at": "time",
    "invalid_at": "time",
    "occurred_until": "time",
    "created_at": "time",
    "expired_at": "time",
    "confidence": "share",
    "negated": "truth",
    "dated": "truth",
    "minor": "truth",
    "reinforced_at": "time",
    "reinforcements": "count",
    "turn_ids": "texts",
    "supersedes": "texts",
    "subject_id": "text",
    "object_id": "text",
}
TURNS: Mapping[str, Kind] = {
    "id": "text",
    "session": "text",
    "seq": "count",
    "speaker": "text",
    "role": "text",
    "text": "text",
    "said_at": "time",
    "metadata": "text",
}
PERIODS: Mapping[str, Kind] = {
    "id": "text",
    "grain": "text",
    "start": "time",
    "end": "time",
    "turns": "count",
    "sessions": "count",
    "speakers": "texts",
    "first": "time",
    "last": "time",
    "summary": "text",
    "extractive": "truth",
    "summarised_at": "time",
}


def what_named(name: str) -> What:
    """Return the content of a table by name; raise `InvalidInput` for an unknown name."""
    if name in _KNOWN:
        return _KNOWN[name]
    raise InvalidInput(f"there is no table of {name!r:.60}; choose from: {', '.join(_KNOWN)}")


def check_filters(what: What, given: Iterable[str], known: Sequence[str]) -> None:
    """Raise `InvalidInput` for a filter that a table doesn't have."""
    if unknown := sorted(set(given) - set(known)):
        raise InvalidInput(f"{what} can't be filtered by {unknown[0]!r:.60}; choose from: {', '.join(known)}")


def facts_table(facts: Iterable[Fact], zone: ZoneInfo) -> "pyarrow.Table":
    """Return a row for each fact: its entities by name, with their ids in the last columns."""
    return _table(FACTS, facts, zone, _of_fact)


def turns_table(rows: Iterable[Row], zone: ZoneInfo) -> "pyarrow.Table":
    """Return a row for each turn."""
    return _table(TURNS, rows, zone, _of_row)


def periods_table(periods: Iterable[TimelinePeriod], zone: ZoneInfo) -> "pyarrow.Table":
    """Return a row for each period."""
    return _table(PERIODS, periods, zone, getattr)


def pandas_types() -> dict[Any, Any]:
    """Return the pandas types for Arrow types that would otherwise change where a value is missing."""
    with needs_extra("analysis"):
        import pandas as pd
        import pyarrow as pa
    return {pa.bool_(): pd.BooleanDtype(), pa.int64(): pd.Int64Dtype()}


def _of_fact(fact: Fact, column: str) -> Any:
    match column:
        case "subject":
            return fact.subject.name
        case "subject_id":
            return fact.subject.id
        case "object":
            return fact.object and fact.object.name
        case "object_id":
            return fact.object and fact.object.id
        case _:
            return getattr(fact, column)


def _of_row(row: Row, column: str) -> Any:
    return datetime.fromisoformat(row[column]) if TURNS[column] == "time" else row[column]


def _table(
    columns: Mapping[str, Kind], rows: Iterable[Any], zone: ZoneInfo, value: Callable[[Any, str], Any]
) -> "pyarrow.Table":
    with needs_extra("analysis"):
        import pyarrow as pa
    types = {
        "text": pa.string(),
        "time": pa.timestamp("us", tz=zone.key),
        "truth": pa.bool_(),
        "count": pa.int64(),
        "share": pa.float64(),
        "texts": pa.list_(pa.string()),
    }
    found = list(rows)
    arrays = [pa.array([value(row, name) for row in found], type=types[kind]) for name, kind in columns.items()]
    return pa.table(arrays, names=list(columns))
