"""What similarities mean with which embedder.

The thresholds of the papers belong to their embedding models. These were found with `benchmarks/calibrate.py` on LoCoMo
conversations, towards the shapes that the papers report.
"""

from collections.abc import Mapping
from typing import TypeVar

T = TypeVar("T")

_SHIPPED = "static-minilm-256-int8"

SEGTREE: Mapping[str, tuple[float, ...]] = {_SHIPPED: (0.533, 0.399, 0.258)}
"""The mean cosine with the turns of a segment that it takes to belong to it, by level from the lowest."""

HMEM: Mapping[str, tuple[float, ...]] = {_SHIPPED: (0.636, 0.624, 0.518)}
"""The cosine with the lead of a week's, month's and year's memory that it takes to be joined to it."""


def calibrated(table: Mapping[str, T], embedder: str) -> T:
    """Return what holds for an embedder; for one that was never calibrated, what holds for the packaged one."""
    return table.get(embedder, table[_SHIPPED])
