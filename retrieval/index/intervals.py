"""Half-open intervals of time in the unit of the index: microseconds since 1970 (UTC)."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_BEFORE_ALL = np.iinfo(np.int64).min
_AFTER_ALL = np.iinfo(np.int64).max


class Interval(NamedTuple):
    """`[start, end)`; an open start is the lowest int64, an open end the highest."""

    start: int
    end: int


def microseconds(moment: datetime) -> int:
    """Return a moment as microseconds since 1970 (UTC)."""
    return (moment - _EPOCH) // timedelta(microseconds=1)


def instant(at: int) -> datetime:
    """Return the moment, in UTC, a number of microseconds after 1970."""
    return _EPOCH + timedelta(microseconds=at)


def interval(start: datetime | None, end: datetime | None) -> Interval:
    """Return an interval between two aware moments; None is open."""
    return Interval(
        _BEFORE_ALL if start is None else microseconds(start), _AFTER_ALL if end is None else microseconds(end)
    )


def is_open_start(time: Interval) -> bool:
    return time.start == _BEFORE_ALL


def is_open_end(time: Interval) -> bool:
    return time.end == _AFTER_ALL


def clipped(
    starts: NDArray[np.int64], ends: NDArray[np.int64], bounds: Interval
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return intervals with open ends cut at bounds, as floats, so that lengths of centuries don't overflow."""
    cut_starts = np.where(starts == _BEFORE_ALL, np.minimum(bounds.start, ends), starts)
    cut_ends = np.where(ends == _AFTER_ALL, np.maximum(bounds.end, cut_starts), ends)
    return cut_starts.astype(float), cut_ends.astype(float)


def moments(time: Interval) -> tuple[datetime | None, datetime | None]:
    """Return an interval as two moments in UTC; None is open."""
    return (None if is_open_start(time) else instant(time.start), None if is_open_end(time) else instant(time.end))


def overlapping(starts: NDArray[np.int64], ends: NDArray[np.int64], asked: Iterable[Interval]) -> NDArray[np.bool_]:
    """Return a mask of the intervals that overlap at least one of those asked for, shaped like `starts`."""
    found = np.zeros(len(starts), dtype=bool)
    for start, end in asked:
        found |= (starts < end) & (ends > start)
    return found
