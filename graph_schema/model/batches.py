"""Long work, in pieces that one transaction can take."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")

EXTRACTED_AT_ONCE = 250
"""How many turns are queued together at the most, and so extracted and written together."""


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Cut a sequence into parts of a size; the last may be shorter."""
    for start in range(0, len(items), size):
        yield items[start : start + size]
