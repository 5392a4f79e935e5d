"""What similarities mean with which embedder.

The thresholds of the papers belong to their embedding models. These were found with `benchmarks/calibrate.py` on LoCoMo
conversations, towards the shapes that the papers report.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import numpy as np

from chronomem.extractors.embedding import Embedder, StaticEmbedder, Vectors

T = TypeVar("T")

_SHIPPED = "static-minilm-256-int8"


@dataclass(frozen=True, slots=True)
class SegmentMeasure:
    """What a segment tree measures by.

    Attributes:
        belongs: the mean cosine with the turns of a branch that it takes to belong to it, by level from the lowest.
        linked: the cosine from which on two segments are on one topic.
    """

    belongs: tuple[float, ...]
    linked: float


SEGTREE: Mapping[str, SegmentMeasure] = {_SHIPPED: SegmentMeasure((0.533, 0.399, 0.258, 0.12, -0.017), 0.944)}

HMEM: Mapping[str, tuple[float, ...]] = {_SHIPPED: (0.636, 0.624, 0.518)}
"""The cosine with the lead of a week's, month's and year's memory that it takes to be joined to it."""


def calibrated(table: Mapping[str, T], embedder: str) -> T:
    """Return what holds for an embedder; for one that was never calibrated, what holds for the packaged one."""
    return table.get(embedder, table[_SHIPPED])


def thresholds(table: Mapping[str, tuple[float, ...]], embedder: Embedder) -> tuple[float, ...]:
    """Return the least likenesses that hold for an embedder.

    One that was never calibrated gets those that as many pairs of turns of the demo conversation reach as reach the
    packaged embedder's.
    """
    found = table.get(embedder.name)
    if found is None:
        shares = _likenesses(StaticEmbedder()).searchsorted(table[_SHIPPED]) / _likenesses(StaticEmbedder()).size
        found = tuple(float(value) for value in np.quantile(_likenesses(embedder), shares))
    return found


_measured: dict[str, Vectors] = {}


def _likenesses(embedder: Embedder) -> Vectors:
    """Return how alike any two turns of the demo conversation are to an embedder, ascending."""
    if embedder.name not in _measured:
        vectors = embedder.embed(_sample())
        rows, columns = np.triu_indices(len(vectors), 1)
        _measured[embedder.name] = np.sort(np.einsum("nd,md->nm", vectors, vectors)[rows, columns])
    return _measured[embedder.name]


@lru_cache(maxsize=1)
def _sample() -> list[str]:
    path = Path(__file__).parents[1] / "demo" / "conversation.jsonl"
    return [turn["text"] for turn in json.loads(path.read_text(encoding="utf-8"))["turns"]]
