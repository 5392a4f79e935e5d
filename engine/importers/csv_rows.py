"""CSV with a header and one turn per row: separated by commas, semicolons or tabs."""

import csv
from collections.abc import Iterator

from chronomem.engine.importers.conversation import Conversation
from chronomem.engine.importers.options import ReadOptions
from chronomem.engine.importers.rows import RowConversations, columns_of
from chronomem.engine.importers.source import OnBad, SourceFiles, decoded, reporter
from chronomem.graph_schema.errors import InvalidInput, InvalidRecord
from chronomem.graph_schema.model.checks import MAX_TEXT

NAME = "csv"

_SUFFIXES = (".csv", ".csv.gz", ".tsv", ".tsv.gz")
_LARGEST_CELL = 2 * MAX_TEXT  # a longer text gets an error with its line number


def recognises(source: SourceFiles) -> bool:
    """Whether the file's name has a CSV suffix."""
    return source.is_single and source.path.name.lower().endswith(_SUFFIXES)


def read(source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:
    """Yield the turns in pieces."""
    csv.field_size_limit(max(csv.field_size_limit(), _LARGEST_CELL))
    lines = _Lines(source)
    table = csv.reader(lines, delimiter=_delimiter(source.head()), strict=True)
    rows, header = RowConversations(source.path.name, options), None
    while True:
        begins = lines.number + 1
        try:
            cells = next(table)
        except StopIteration:
            break
        except (csv.Error, InvalidInput) as error:
            raise InvalidRecord(source.path, lines.number, str(error)) from None
        if header is None:
            header = [name.strip() for name in cells]
            try:
                columns = columns_of(header, options)
            except InvalidInput as error:
                raise InvalidRecord(source.path, begins, str(error)) from None
        elif any(cell.strip() for cell in cells):
            try:
                if len(cells) > len(header):
                    raise InvalidInput(f"the row has {len(cells)} cells, but the header has {len(header)} columns")
                rows.take(dict(zip(header, cells, strict=False)), columns)
            except InvalidInput as error:
                reporter(source.path, begins, on_bad)(str(error))
            yield from rows.full()
    yield from rows.rest()


class _Lines:
    """The lines of a file as text, with the number of the last one."""

    def __init__(self, source: SourceFiles) -> None:
        self._lines = source.lines()
        self.number = 0

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        self.number, raw = next(self._lines)
        return decoded(raw)


def _delimiter(head: str) -> str:
    """Return the separator that occurs most often in the first line."""
    first = head.partition("\n")[0]
    return max(",;\t", key=first.count)
