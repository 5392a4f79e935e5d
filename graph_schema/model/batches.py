"""Splitting large work into batches that fit one transaction."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

EXTRACTED_AT_ONCE = 250
"""The maximum number of turns that are queued together, and so extracted and written together."""


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Split a sequence into batches of a given size; the last may be shorter."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
