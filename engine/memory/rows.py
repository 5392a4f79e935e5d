"""The rows of a Cypher query."""

from collections.abc import Iterator, Sequence
from typing import overload

from chronomem.graph_schema.database.results import Row


class Rows(Sequence[Row]):
    """The rows of a Cypher query, each a dict with the columns as keys.

    Attributes:
        columns: the names of the columns, in order.
        truncated: whether rows were cut off at the limit of the settings.
        plan: how the database runs the query, in its own words, where the query began with `EXPLAIN`; otherwise "".
    """

    def __init__(self, columns: Sequence[str], rows: Sequence[Row], *, truncated: bool, plan: str = "") -> None:
        self.columns = tuple(columns)
        self.plan = plan
        self.truncated = truncated
        self._rows = list(rows)

    @overload
    def __getitem__(self, index: int) -> Row: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Row]: ...
    def __getitem__(self, index: int | slice) -> Row | Sequence[Row]:
        return self._rows[index]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __repr__(self) -> str:
        return f"Rows({list(self.columns)}, {len(self)} rows{', truncated' if self.truncated else ''})"
