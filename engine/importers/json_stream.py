"""The elements of a large JSON list, one by one, without the whole list in memory."""

import codecs
import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

from chronomem.graph_schema.errors import InvalidInput

_CHUNK = 1 << 20
_LARGEST = 1 << 28
"""The longest element, in characters; a longer one isn't a conversation."""
_SPACE = re.compile(r"\s*")


def elements(file: BinaryIO) -> Iterator[Any]:
    """Yield the elements of the JSON list in a file; if the file holds another value, that value alone.

    Raises:
        InvalidInput: the file isn't JSON or UTF-8; the message says where.
    """
    text = _Text(file)
    if not text.skip("["):
        yield text.value()
        text.end()
        return
    if not text.skip("]"):
        while True:
            yield text.value()
            if text.skip("]"):
                break
            text.expect(",")
    text.end()


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

    def skip(self, sign: str) -> bool:
        """Skip a character if it comes next."""
        self._skip_space()
        if self._text.startswith(sign, self._at):
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
