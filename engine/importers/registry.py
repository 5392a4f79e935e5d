"""The supported formats, and recognition of a file's format."""

from collections.abc import Iterator
from datetime import tzinfo
from pathlib import Path
from typing import Protocol

from chronomem.engine.importers import (
    chatgpt,
    claude,
    csv_rows,
    graphiti,
    json_rows,
    locomo,
    mem0,
    neutral,
    slack,
    telegram,
    whatsapp,
)
from chronomem.engine.importers.conversation import Conversation
from chronomem.engine.importers.options import DEFAULTS, ReadOptions
from chronomem.engine.importers.source import OnBad, SourceFiles, refuse
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.dialogue import Turn
from chronomem.graph_schema.model.times import read_time, zone_of


class Reader(Protocol):
    """A module that reads one format."""

    @property
    def NAME(self) -> str:  # noqa: N802 - a constant of the module
        """The name of the format in `format=`."""
        ...

    def recognises(self, source: SourceFiles) -> bool:
        """Whether a source looks like this format, by its file names and its first bytes."""
        ...

    def read(self, source: SourceFiles, options: ReadOptions, on_bad: OnBad) -> Iterator[Conversation]:
        """Yield the conversations one by one; pass unreadable records to `on_bad`."""
        ...


_MODULES: tuple[Reader, ...] = (
    *(graphiti, telegram, mem0, json_rows, neutral, locomo, chatgpt, claude, slack, whatsapp, csv_rows),
)
_READERS = {reader.NAME: reader for reader in _MODULES}


def formats() -> list[str]:
    """Return the names of the supported formats."""
    return sorted(_READERS)


def format_of(path: str | Path, *, options: ReadOptions = DEFAULTS) -> str:
    """Return the name of the format of a file, a zip file or a folder.

    Args:
        path: the file or the folder.
        options: the encoding of texts; the others make no difference here.

    Raises:
        InvalidInput: the format isn't recognised.
        InvalidRecord: the file can't be read.
    """
    source = SourceFiles(Path(path), options.encoding)
    for name, reader in _READERS.items():
        if reader.recognises(source):
            return name
    raise InvalidInput(f"the format of {path} was not recognised; name one of: {', '.join(formats())}")


def read_conversations(
    path: str | Path,
    format: str | None = None,  # noqa: A002 - the option's name everywhere else
    *,
    options: ReadOptions = DEFAULTS,
    skip_bad: OnBad | None = None,
) -> Iterator[Conversation]:
    """Yield the conversations of a file one by one.

    Args:
        path: the file, compressed with gzip or not; for exports of services also a zip file or a folder.
        format: the name of its format; omitted, it is recognised.
        options: information that the file lacks.
        skip_bad: called with the problem of each unreadable line, turn or question, which is then left out. Without it,
            the first one raises.

    Raises:
        InvalidRecord: a record is unreadable; the message names the file, the line and the value.
        InvalidInput: the format is unknown, or the file needs an option; the message says which.
    """
    name = format or format_of(path, options=options)
    if name not in _READERS:
        raise InvalidInput(f"unknown format {name!r}; choose from: {', '.join(formats())}")
    found = _READERS[name].read(SourceFiles(Path(path), options.encoding), options, skip_bad or refuse)
    return found if options.timezone is None else _in_zone(found, zone_of(options.timezone))


def _in_zone(conversations: Iterator[Conversation], zone: tzinfo) -> Iterator[Conversation]:
    for conversation in conversations:
        yield conversation.model_copy(update={"turns": tuple(_dated(turn, zone) for turn in conversation.turns)})


def _dated(turn: Turn, zone: tzinfo) -> Turn:
    return turn if turn.said_at is None else turn.model_copy(update={"said_at": read_time(turn.said_at, zone)})
