"""How readers get at the bytes of a file, and what they do about a part of it that can't be read."""

import gzip
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

from chronomem.graph_schema.errors import InvalidInput, InvalidRecord

T = TypeVar("T")

OnBad = Callable[[InvalidRecord], None]
"""Called with what is wrong with a record; returning skips the record, raising ends the reading."""

Report = Callable[[str], None]
"""Called with the reason why a part of a record, whose place is known, can't be read; as `OnBad`."""

_GZIP = b"\x1f\x8b"


def refuse(error: InvalidRecord) -> None:
    """Raise it: the reading ends at the first record that can't be read."""
    raise error


@contextmanager
def opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading, unpacked where it is packed with gzip.

    Raises:
        InvalidRecord: it can't be opened; or, while it is read, can't be unpacked or read further.
    """
    try:
        with path.open("rb") as raw:
            packed = raw.peek(2)[:2] == _GZIP
            yield cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw
    except (EOFError, zlib.error) as error:
        raise InvalidRecord(path, None, f"the packed file is damaged or cut short ({error})") from error
    except OSError as error:
        raise InvalidRecord(path, None, f"the file can't be read ({error.strerror or error})") from error


def head(path: Path, size: int = 65_536) -> str:
    """Return about the first `size` bytes of a file as text, for recognising what it is; errors as `opened`."""
    with opened(path) as file:
        return file.read(size).decode("utf-8", errors="replace").lstrip("\ufeff \t\r\n")


def reporter(path: Path, line: int | None, on_bad: OnBad, within: str = "") -> Report:
    """Return what reports reasons for one line of a file, or for a part of one that `within` names."""
    return lambda reason: on_bad(InvalidRecord(path, line, f"{within}: {reason}" if within else reason))


def usable(
    kind: str,
    values: Sequence[Mapping[str, Any]],
    read_one: Callable[[Mapping[str, Any]], T],
    report: Report,
) -> Iterator[T]:
    """Yield the parts of a record that can be read; report the others by their place, counted from 1."""
    for number, value in enumerate(values, start=1):
        try:
            yield read_one(value)
        except InvalidInput as error:
            name = f" (id {value['id']!r:.60})" if value.get("id") is not None else ""
            report(f"{kind} {number}{name}: {error}")
