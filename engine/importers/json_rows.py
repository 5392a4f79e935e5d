"""JSON lines with one turn each: `{"text": …, "speaker": …, "said_at": …}`, under these names or others."""

from collections.abc import Iterator

from chronomem.engine.importers.conversation import Conversation
from chronomem.engine.importers.neutral import parse_object
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.rows import RowConversations, columns_of, looks_like_turn
from chronomem.engine.importers.source import OnBad, SourceFiles, reporter
from chronomem.graph_schema.errors import InvalidInput

NAME = "jsonl"

_SUFFIXES = (".jsonl", ".jsonl.gz", ".ndjson", ".ndjson.gz")


def recognises(source: SourceFiles) -> bool:
    """Whether the first line is an object with the fields of a turn."""
    if not source.is_single or not source.path.name.lower().endswith(_SUFFIXES):
        return False
    first = source.head().partition("\n")[0]
    try:
        row = parse_object(first.encode())
    except InvalidInput:
        return False
    return "turns" not in row and looks_like_turn(row)


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:
    """Yield the turns in pieces. Lines may differ in their keys; each must have the required fields of a turn."""
    rows = RowConversations(source.path.name, options)
    for number, raw in source.lines():
        if not raw.strip():
            continue
        try:
            row = parse_object(raw)
            rows.take(row, columns_of(row, options))
        except InvalidInput as error:
            reporter(source.path, number, on_bad)(str(error))
        yield from rows.full()
    yield from rows.rest()
