"""Splitting large work: into batches that fit one transaction, and by allowances into calls."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

T = TypeVar("T")

EXTRACTED_AT_ONCE = 250
"""The maximum number of turns that are queued together, and so extracted and written together."""


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Split a sequence into batches of a given size; the last may be shorter."""
    for start in range(0, len(items), size):
        yield items[start : start + size]


@dataclass
class Allowance:
    """How much one call may do. None is unlimited.

    Attributes:
        turns: the number of turns that may still be extracted.
        seconds: the time from now on after which no further unit of work begins.
    """

    turns: int | None = None
    seconds: float | None = None
    _began: float = field(default_factory=time.monotonic, repr=False)

    @property
    def is_spent(self) -> bool:
        """Whether no further unit of work may begin."""
        if self.turns is not None and self.turns <= 0:
            return True
        return self.seconds is not None and time.monotonic() - self._began >= self.seconds

    def spend(self, turns: int) -> None:
        """Take turns off."""
        if self.turns is not None:
            self.turns -= turns
