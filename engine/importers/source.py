"""Access to the bytes of import files, and the handling of unreadable parts.

A source is one file, plain or compressed with gzip; or many: a folder, or a zip file as services provide. Text in
another encoding than UTF-8 becomes UTF-8 as it is read.
"""

import codecs
import gzip
import io
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

from chronomem.graph_schema.errors import InvalidInput, InvalidRecord

T = TypeVar("T")

OnBad = Callable[[InvalidRecord], None]
"""Called with the problem of a record; returning skips the record, raising ends the import."""

Report = Callable[[str], None]
"""Called with the reason why a part of a record in a known place is unreadable; like `OnBad`."""

_GZIP = b"\x1f\x8b"
_ZIP = b"PK\x03\x04"
_MACOS = "__MACOSX/"  # added by macOS to zip files
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_LONGEST_LINE = 1 << 26
"""In bytes; a compressed file of a few kilobytes may hold a line that fills the memory."""


def refuse(error: InvalidRecord) -> None:
    """Raise the error: the import ends at the first unreadable record."""
    raise error


class SourceFiles:
    """A file, or the files in a folder or a zip file.

    Args:
        path: the path of the file or the folder.
        encoding: the encoding of the texts; None is UTF-8.

    Attributes:
        path: the path given.
        members: the names of the files, sorted; for a plain file, its own name.

    Raises:
        InvalidRecord: the source can't be read, or holds no file.
    """

    def __init__(self, path: Path, encoding: str | None = None) -> None:
        self.path = path
        self._encoding = encoding
        self._packed = not path.is_dir() and _begins_with(path, _ZIP)
        self.is_single = not path.is_dir() and not self._packed
        self.members = tuple(sorted(self._list()))
        if not self.members:
            raise InvalidRecord(path, None, "it contains no file")

    def find(self, inside: str, alone: str) -> list[str]:
        """Return the members whose lower-case name (without folders) matches `inside`; for a plain file, `alone`."""
        wanted = re.compile(alone if self.is_single else inside)
        return [member for member in self.members if wanted.fullmatch(member.rpartition("/")[2].lower())]

    def place(self, member: str) -> Path:
        """Return the path under which errors name a member."""
        return self.path if self.is_single else self.path / member

    @contextmanager
    def opened(self, member: str | None = None) -> Iterator[BinaryIO]:
        """Open a member for reading: decompressed if it is compressed with gzip, and as UTF-8.

        Raises:
            InvalidRecord: it can't be opened; or, during reading, can't be decompressed or read further.
        """
        place = self.place(member or self.members[0])
        try:
            with self._raw(member or self.members[0]) as raw:
                if self._encoding is None and raw.peek(2)[:2] in _UTF16:  # type: ignore[attr-defined] # as below
                    raise InvalidRecord(place, None, "UTF-16 text; save it as UTF-8, or read it with --encoding utf-16")
                packed = raw.peek(2)[:2] == _GZIP  # type: ignore[attr-defined] # every file from `_raw` can peek
                plain = cast("BinaryIO", gzip.GzipFile(fileobj=raw)) if packed else raw
                yield plain if self._encoding is None else _as_utf8(plain, self._encoding)
        except UnicodeError as error:
            wrong = f"not {self._encoding} text" if self._encoding else "the compressed file is damaged or truncated"
            raise InvalidRecord(place, None, f"{wrong} ({error})") from None
        except (EOFError, zlib.error, zipfile.BadZipFile) as error:
            raise InvalidRecord(place, None, f"the compressed file is damaged or truncated ({error})") from error
        except NotImplementedError as error:
            raise InvalidRecord(
                place, None, f"compressed by an unsupported method ({error}); unpack it first"
            ) from error
        except OSError as error:
            raise InvalidRecord(place, None, f"the file can't be read ({error.strerror or error})") from error

    def head(self, member: str | None = None) -> str:
        """Return about the first 64 kB of a member as text, to recognise its format; errors as in `opened`."""
        with self.opened(member) as file:
            return file.read(65_536).decode("utf-8", errors="replace").lstrip("\ufeff \t\r\n")

    def lines(self, member: str | None = None) -> Iterator[tuple[int, bytes]]:
        """Yield the lines of a member with their numbers, without a byte order mark; errors as in `opened`."""
        with self.opened(member) as file:
            for number, raw in enumerate(iter(lambda: file.readline(_LONGEST_LINE + 1), b""), start=1):
                if len(raw) > _LONGEST_LINE:
                    raise InvalidRecord(
                        self.place(member or self.members[0]), number, f"longer than {_LONGEST_LINE:,} bytes"
                    )
                yield number, raw.removeprefix(_BYTE_ORDER_MARK) if number == 1 else raw

    def _list(self) -> Iterator[str]:
        if self.is_single:
            yield self.path.name
        elif self._packed:
            for entry in self._entries():
                if not entry.is_dir() and not entry.filename.startswith(_MACOS):
                    if entry.flag_bits & 1:
                        raise InvalidRecord(self.path, None, "protected by a password; unpack it first")
                    yield entry.filename
        else:
            yield from (each.relative_to(self.path).as_posix() for each in self.path.rglob("*") if each.is_file())

    def _entries(self) -> list[zipfile.ZipInfo]:
        try:
            with zipfile.ZipFile(self.path) as archive:
                return archive.infolist()
        except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError) as error:
            raise InvalidRecord(self.path, None, f"the compressed file is damaged or truncated ({error})") from error

    @contextmanager
    def _raw(self, member: str) -> Iterator[BinaryIO]:
        if self._packed:
            with zipfile.ZipFile(self.path) as archive, archive.open(member) as file:
                yield cast("BinaryIO", file)
        else:
            with (self.path if self.is_single else self.path / member).open("rb") as file:
                yield file


class _Utf8(io.RawIOBase):
    """The text of a file, as UTF-8. Bytes that its encoding lacks come as they are, which is no UTF-8."""

    def __init__(self, file: BinaryIO, encoding: str) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder(encoding)(errors="surrogateescape")
        self._rest = b""
        self._ended = False

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int:
        while not self._rest and not self._ended:
            raw = self._file.read(1 << 16)
            self._ended = not raw
            self._rest = self._decoder.decode(raw, final=self._ended).encode("utf-8", errors="surrogateescape")
        size = min(len(buffer), len(self._rest))
        buffer[:size], self._rest = self._rest[:size], self._rest[size:]
        return size


def _as_utf8(file: BinaryIO, encoding: str) -> BinaryIO:
    return cast("BinaryIO", io.BufferedReader(_Utf8(file, encoding)))


def _begins_with(path: Path, signature: bytes) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(signature)) == signature
    except OSError as error:
        raise InvalidRecord(path, None, f"the file can't be read ({error.strerror or error})") from error


def decoded(raw: bytes) -> str:
    """Return a line as text; raise `InvalidInput` if it isn't UTF-8, or wasn't text in the encoding of its source."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"not UTF-8 text (byte {error.start + 1} of the line is {raw[error.start]:#04x}); save the file as UTF-8,"
            " or read it in the encoding it has, such as --encoding cp1252"
        ) from None


def reporter(path: Path, line: int | None, on_bad: OnBad, within: str = "") -> Report:
    """Return a function that reports problems of one line of a file, or of the part named by `within`."""
    return lambda reason: on_bad(InvalidRecord(path, line, f"{within}: {reason}" if within else reason))


@contextmanager
def in_file(path: Path) -> Iterator[None]:
    """Name a file in errors that name none."""
    try:
        yield
    except InvalidInput as error:
        raise error if isinstance(error, InvalidRecord) else InvalidRecord(path, None, str(error)) from None


def usable(
    kind: str, values: Sequence[Mapping[str, Any]], read_one: Callable[[Mapping[str, Any]], T], report: Report
) -> Iterator[T]:
    """Yield the readable parts of a record; report the others by position, counted from 1."""
    for number, value in enumerate(values, start=1):
        try:
            yield read_one(value)
        except InvalidInput as error:
            name = f" (id {value['id']!r:.60})" if value.get("id") is not None else ""
            report(f"{kind} {number}{name}: {error}")
