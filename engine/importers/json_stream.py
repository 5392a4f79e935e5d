"""The elements of a large JSON list, and the members of a large JSON object, without the whole in memory."""

import codecs
import json
import re
from collections.abc import Collection, Iterator, Set
from typing import Any, BinaryIO

from chronomem.graph_schema.errors import InvalidInput

_CHUNK = 1 << 20
_LARGEST = 1 << 28
"""The longest element, in characters; a longer one isn't a conversation."""
_SPACE = re.compile(r"\s*")
_ESCAPED = re.compile(r"\\x([0-9A-Fa-f]{2})")
"""How Telegram Desktop writes control characters, which is no JSON."""

START = object()
"""The value under whose key `walk` begins an object."""


def elements(file: BinaryIO) -> Iterator[Any]:
    """Yield the elements of the JSON list in a file; if the file holds another value, that value alone.

    Raises:
        InvalidInput: the file isn't JSON or UTF-8; the message says where.
    """
    text = _Text(file)
    if text.skip("["):
        yield from (text.value() for _ in text.items("]"))
    else:
        yield text.value()
    text.end()


def walk(file: BinaryIO, opened: Collection[str], listed: Collection[str]) -> Iterator[tuple[str, Any]]:
    """Yield the members of the JSON object in a file, each a key and its value.

    Args:
        file: holds one object.
        opened: the keys of objects, and of lists of objects, whose members follow one by one after `(key, START)`.
        listed: the keys of lists whose elements follow one by one, each under the key of the list.

    Raises:
        InvalidInput: the file isn't JSON or UTF-8, or holds no object; the message says where.
    """
    text = _Text(file)
    if not text.starts("{"):
        raise InvalidInput("expected a JSON object")
    try:
        yield from _members(text, "", {"", *opened}, listed)
    except RecursionError:
        raise InvalidInput("JSON that is nested too deeply to be a conversation") from None
    text.end()


def _members(text: "_Text", key: str, opened: Set[str], listed: Collection[str]) -> Iterator[tuple[str, Any]]:
    if key in opened and text.skip("{"):
        yield key, START
        for _ in text.items("}"):
            name = text.value()
            text.expect(":")
            yield from _members(text, name if isinstance(name, str) else "", opened - {""}, listed)
    elif key in opened and text.skip("["):
        for _ in text.items("]"):
            yield from _members(text, key, opened, listed)
    elif key in listed and text.skip("["):
        yield from ((key, text.value()) for _ in text.items("]"))
    else:
        yield key, text.value()


class _Text:
    """The text of a file from a position on; earlier text is dropped."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._decode = codecs.getincrementaldecoder("utf-8")().decode
        self._json = json.JSONDecoder()
        self._text = ""
        self._at = 0
        self._before = 0
        self._is_whole = False
        self._read(_CHUNK)
        self._at = 1 if self._text.startswith("\ufeff") else 0

    def value(self) -> Any:
        """Parse one value, reading further until it is complete."""
        self._skip_space()
        size = _CHUNK
        while True:
            try:
                value, end = self._json.raw_decode(self._text, self._at)
            except ValueError as error:
                if self._repaired(error):
                    continue
                if self._is_whole or len(self._text) - self._at > _LARGEST:
                    raise InvalidInput(f"not JSON: {self._reason(error)}") from None
            except RecursionError:
                raise InvalidInput("JSON that is nested too deeply to be a conversation") from None
            else:
                if end < len(self._text) or self._is_whole:  # a number might go on
                    self._at = end
                    return value
            self._read(size)
            size *= 2

    def _repaired(self, error: ValueError) -> bool:
        """Whether the error was an escape sequence that is no JSON, and has become one that is."""
        found = _ESCAPED.match(self._text, error.pos) if isinstance(error, json.JSONDecodeError) else None
        if found is None:
            return False
        self._text = f"{self._text[: found.start()]}\\u00{found[1]}{self._text[found.end() :]}"
        return True

    def items(self, end: str) -> Iterator[None]:
        """Yield before each item of a list or an object that has begun, up to its end."""
        if self.skip(end):
            return
        while True:
            yield
            if self.skip(end):
                return
            self.expect(",")

    def starts(self, sign: str) -> bool:
        """Whether a character comes next."""
        self._skip_space()
        return self._text.startswith(sign, self._at)

    def skip(self, sign: str) -> bool:
        """Skip a character if it comes next."""
        if self.starts(sign):
            self._at += 1
            return True
        return False

    def expect(self, sign: str) -> None:
        if not self.skip(sign):
            found = self._text[self._at : self._at + 20]
            place = self._before + self._at + 1
            raise InvalidInput(f"not JSON: expected {sign!r} at character {place}, not {found!r}")

    def end(self) -> None:
        """Check that nothing more follows."""
        self._skip_space()
        if self._at < len(self._text):
            raise InvalidInput(f"not JSON: extra text follows the value: {self._text[self._at : self._at + 20]!r}")

    def _skip_space(self) -> None:
        while True:
            found = _SPACE.match(self._text, self._at)
            assert found is not None
            self._at = found.end()
            if self._at < len(self._text) or self._is_whole:
                return
            self._read(_CHUNK)

    def _read(self, size: int) -> None:
        raw = self._file.read(size)
        self._is_whole = not raw
        try:
            more = self._decode(raw, self._is_whole)
        except UnicodeDecodeError as error:
            raise InvalidInput(f"not UTF-8 text ({error.object[error.start]:#04x})") from None
        self._before += self._at
        self._text = self._text[self._at :] + more
        self._at = 0

    def _reason(self, error: ValueError) -> str:
        if isinstance(error, json.JSONDecodeError):
            return f"{error.msg} at character {self._before + error.pos + 1}"
        return str(error)  # a number with more digits than Python parses
