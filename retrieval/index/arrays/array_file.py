"""Arrays in one file that is memory-mapped instead of read.

The file begins with a magic number, the length and the checksum of a JSON header, and the header itself: what the file
is about, and for each array its name, type, rows in use, rows of capacity, offset and checksum. Behind the rows in use
of each array is a hole, which takes no room on disk. A process that maps the file may write there, and anywhere else,
and changes only its own memory.
"""

import json
import mmap
import os
import struct
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import prod
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from chronomem.retrieval.index.arrays.columns import StoredArrays

FORMAT = 1
_MARK = b"chronomem index\n"
_LENGTHS = struct.Struct("<II")
_PAGE = 4_096
_AT_ONCE = 2**20
_LEAST_ROOM = 1_024


class UnusableSnapshotError(Exception):
    """A file that can't be mapped: damaged, foreign, or of another format."""


class _Place(NamedTuple):
    """The location of an array in a file."""

    name: str
    type: str
    row: list[int]
    used: int
    room: int
    begin: int
    checksum: int | None

    @property
    def bytes_used(self) -> int:
        return self.used * prod(self.row) * np.dtype(self.type).itemsize

    @property
    def end(self) -> int:
        return self.begin + self.room * prod(self.row) * np.dtype(self.type).itemsize


def write(path: Path, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
    """Replace a file in one step by one that only its owner can read; raise `OSError` if that fails."""
    places = list(_places(arrays))
    header = json.dumps({"format": FORMAT, "about": about, "arrays": places}).encode()
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(_MARK + _LENGTHS.pack(len(header), zlib.crc32(header)) + header)
            begin = _page_after(file.tell())
            for place in places:
                file.seek(begin + place.begin)
                file.write(_bytes(arrays[place.name]))
            file.truncate(begin + _end(places))
            file.flush()
            os.fsync(file.fileno())  # otherwise a machine that fails may leave a file of zeros
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise


def read(path: Path) -> tuple[dict[str, Any], StoredArrays]:
    """Map a file; return its description and its arrays.

    Raises:
        UnusableSnapshotError: the file is damaged or has another format.
        OSError: the file can't be read.
    """
    try:
        with path.open("rb") as file:
            header, begin = _header(file)
            places = [_Place(*place) for place in header["arrays"]]
            size = file.seek(0, os.SEEK_END)
            if size != begin + _end(places):
                raise UnusableSnapshotError(f"has {size} bytes instead of {begin + _end(places)}")
            for place in places:
                _check(file, begin, place)
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY)
        arrays = {place.name: _mapped(mapped, begin, place) for place in places}
        return header["about"], StoredArrays(arrays, {place.name: place.used for place in places})
    except (ValueError, KeyError, TypeError, struct.error) as error:
        raise UnusableSnapshotError(f"is damaged: {error!r}") from error


def _places(arrays: Mapping[str, NDArray[Any]]) -> Iterator[_Place]:
    begin = 0
    for name, array in arrays.items():
        used = len(array)
        # The vectors of many turns are the largest part; few are ever read, and a wrong number does no harm.
        checksum = None if array.dtype == np.float16 else zlib.crc32(_bytes(array))
        room = used + max(used // 4, _LEAST_ROOM)
        place = _Place(name, array.dtype.str, list(array.shape[1:]), used, room, begin, checksum)
        yield place
        begin = _page_after(place.end)


def _bytes(array: NDArray[Any]) -> memoryview:
    return np.ascontiguousarray(array).reshape(-1).view(np.uint8).data


def _end(places: list[_Place]) -> int:
    return _page_after(max(place.end for place in places))


def _page_after(place: int) -> int:
    return -(-place // _PAGE) * _PAGE


def _header(file: BinaryIO) -> tuple[dict[str, Any], int]:
    """Return the header of a file, and the offset of its arrays."""
    if file.read(len(_MARK)) != _MARK:
        raise UnusableSnapshotError("is no snapshot")
    length, checksum = _LENGTHS.unpack(file.read(_LENGTHS.size))
    text = file.read(length)
    if zlib.crc32(text) != checksum:
        raise UnusableSnapshotError("has a damaged header")
    header: dict[str, Any] = json.loads(text)
    if header["format"] != FORMAT:
        raise UnusableSnapshotError(f"has format {header['format']!r}, not {FORMAT}")
    return header, _page_after(file.tell())


def _check(file: BinaryIO, begin: int, place: _Place) -> None:
    """Read an array to check its checksum. Reading instead of mapping keeps the pages out of the process."""
    if place.checksum is None:
        return
    file.seek(begin + place.begin)
    found, left = 0, place.bytes_used
    while left and (part := file.read(min(left, _AT_ONCE))):
        found, left = zlib.crc32(part, found), left - len(part)
    if found != place.checksum:
        raise UnusableSnapshotError(f"has a damaged array {place.name}")


def _mapped(mapped: mmap.mmap, begin: int, place: _Place) -> NDArray[Any]:
    count = place.room * prod(place.row)
    found = np.frombuffer(mapped, np.dtype(place.type), count, begin + place.begin)
    return found.reshape(place.room, *place.row)
