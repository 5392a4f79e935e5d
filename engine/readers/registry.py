"""The formats that can be read, and which of them a file has."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from chronomem.engine.readers import locomo, neutral
from chronomem.engine.readers.conversation import Conversation
from chronomem.engine.readers.source import OnBad, refuse
from chronomem.graph_schema.errors import InvalidInput


class Reader(Protocol):
    """A module that reads one format."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of the module
        """What the format is called in `format=`."""
        ...

    def recognises(self, path: Path) -> bool:
        """Whether a file looks like this format, by its name and its first bytes."""
        ...

    def read(self, path: Path, on_bad: OnBad) -> Iterator[Conversation]:
        """Yield the file's conversations one by one; give `on_bad` what can't be read."""
        ...


_MODULES: tuple[Reader, ...] = (neutral, locomo)
_READERS = {reader.NAME: reader for reader in _MODULES}


def formats() -> list[str]:
    """Return the names of the formats that can be read."""
    return sorted(_READERS)


def format_of(path: str | Path) -> str:
    """Return the name of the format that a file has.

    Raises:
        InvalidInput: none that is known.
        InvalidRecord: the file can't be read.
    """
    for name, reader in _READERS.items():
        if reader.recognises(Path(path)):
            return name
    raise InvalidInput(f"the format of {path} was not recognised; name one of: {', '.join(formats())}")


def read_conversations(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - what the option is called everywhere else
    *,
    skip_bad: OnBad | None = None,
) -> Iterator[Conversation]:
    """Yield the conversations of a file one by one.

    Args:
        path: the file; packed with gzip or not.
        format: its format by name; left out, it is recognised.
        skip_bad: called with what is wrong with each line, turn or question that can't be read, which is then left
            out. Without it the first one raises.

    Raises:
        InvalidRecord: something in the file can't be read; the message names the file, the line and the value.
        InvalidInput: the format is unknown.
    """
    name = format or format_of(path)
    if name not in _READERS:
        raise InvalidInput(f"unknown format {name!r}; there are: {', '.join(formats())}")
    return _READERS[name].read(Path(path), skip_bad or refuse)
