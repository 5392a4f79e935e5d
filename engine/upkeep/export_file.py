"""The lines of an export: JSON, one record a line, the same bytes for the same graph.

{"chronomem": "export", "format": 1, "schema": 1, "embedder": …, "embeddings": true}    the first line
{"user": {…}}                                                      begins a user: its properties
{"node": "Turn", "properties": {…}}                                a node of this user
{"from": ["Turn", "t1"], "relations": [["NEXT", "Turn", "t2", {…}], …]}    the relations from one node
{"end": "ann", "lines": 812}                                       ends a user: how many lines it had

A time is {"$time": "2024-05-31T09:00:00+00:00"}, in UTC; bytes are {"$bytes": base64}.
"""

import base64
import binascii
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from chronomem.graph_schema.errors import InvalidInput, InvalidRecord
from chronomem.graph_schema.model.times import utc_text

FORMAT = 1
KIND = "export"
_WRITING = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)

Record = dict[str, Any]


def dump(record: Record) -> bytes:
    """Return a record as a line; the same record gives the same bytes."""
    return (
        json.dumps(record, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=_encode).encode() + b"\n"
    )


def _encode(value: object) -> Record:
    match value:
        case datetime():
            return {"$time": utc_text(value)}
        case bytes() | bytearray():
            return {"$bytes": base64.b64encode(value).decode()}
    raise TypeError(f"{type(value).__name__} {value!r:.80} has no form in an export")


def _decode(record: Record) -> Any:
    match record:
        case {"$time": str(text), **rest} if not rest:
            return datetime.fromisoformat(text)
        case {"$bytes": str(text), **rest} if not rest:
            return base64.b64decode(text, validate=True)
    return record


@dataclass(frozen=True)
class Line:
    """A line of an export file.

    Attributes:
        path: the file.
        number: the line number, counted from 1.
        record: the line's record.
    """

    path: Path
    number: int
    record: Record

    def wrong(self, reason: str) -> InvalidRecord:
        """Return the error that names this line."""
        return InvalidRecord(self.path, self.number, reason)


def read_lines(path: Path) -> Iterator[Line]:
    """Yield the lines of an export, one at a time.

    Raises:
        InvalidRecord: the file can't be read, or a line is not a JSON object.
    """
    number = 0
    try:
        with path.open("rb") as file:
            for number, text in enumerate(file, 1):
                record = json.loads(text, object_hook=_decode)
                if not isinstance(record, dict):
                    raise InvalidRecord(path, number, f"expected a JSON object, not {text[:60]!r}")
                yield Line(path, number, record)
    except OSError as error:
        raise InvalidRecord(path, None, f"can't be read: {error.strerror or error}") from error
    except (json.JSONDecodeError, UnicodeDecodeError, binascii.Error, ValueError) as error:
        if isinstance(error, InvalidRecord):
            raise
        raise InvalidRecord(path, number, f"is not a complete line of JSON ({error})") from error


def check_file(path: Path) -> Path:
    """Return the path if a file can be placed there; raise `InvalidInput` if not.

    A device or a pipe would be replaced by the file, and receive nothing.
    """
    if not path.name or (path.exists() and not path.is_file()):
        raise InvalidInput(f"{str(path)!r} can't be written, because it is not a regular file; name another file")
    return path


class ExportFile:
    """An export during writing: in a draft next to its path until it is complete."""

    def __init__(self, path: Path) -> None:
        self._path = check_file(path)
        self._draft = path.with_name(f"{path.name}.part")
        self._file: IO[bytes] = os.fdopen(os.open(self._draft, _WRITING, 0o600), "wb")  # for its owner only
        self.lines = 0

    def write(self, record: Record) -> None:
        self._file.write(dump(record))
        self.lines += 1

    def mark(self) -> tuple[int, int]:
        """Return a mark of the position, for `cut`."""
        return self._file.tell(), self.lines

    def cut(self, mark: tuple[int, int]) -> None:
        """Discard everything written after a mark."""
        position, self.lines = mark
        self._file.seek(position)
        self._file.truncate()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self._file.close()  # flushes the rest, if the disk has room for it
            if error is None:
                self._draft.replace(self._path)
        finally:
            self._draft.unlink(missing_ok=True)
