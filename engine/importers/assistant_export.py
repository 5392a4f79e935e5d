"""Exports of assistants: JSON files with a list of conversations."""

from collections.abc import Callable, Iterator
from typing import Any

from chronomem.engine.importers.conversation import Conversation
from chronomem.engine.importers.json_stream import elements
from chronomem.engine.importers.source import OnBad, Report, SourceFiles, in_file, reporter


def is_export(source: SourceFiles, mark: str) -> bool:
    """Whether a file of conversations begins as JSON and has a mark near its beginning."""
    return any(mark in (start := source.head(member)) and start[:1] in "[{" for member in _members(source))


def read_export(
    source: SourceFiles, on_bad: OnBad, conversations_of: Callable[[Any, Report], Iterator[Conversation]]
) -> Iterator[Conversation]:
    """Yield the conversations one by one, as `conversations_of` finds them in each value."""
    for member in _members(source):
        place = source.place(member)
        with in_file(place), source.opened(member) as file:
            for number, value in enumerate(elements(file), start=1):
                yield from conversations_of(value, reporter(place, None, on_bad, f"conversation {number}"))


def _members(source: SourceFiles) -> list[str]:
    return source.find(r"conversations[-_]?\d*\.json", r".*\.json(\.gz)?")
