"""Similarity thresholds for each embedder.

The thresholds in the papers belong to their embedding models. These were found with `benchmarks/calibrate.py` on LoCoMo
conversations, to match the shapes that the papers report.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import numpy as np

from chronomem.extractors.embeddings.embedder import Embedder, StaticEmbedder, Vectors

_SHIPPED = "static-minilm-256-int8"

SEGTREE: Mapping[str, tuple[float, ...]] = {_SHIPPED: (0.533, 0.399, 0.258, 0.12, -0.017)}
"""The minimum mean cosine with the turns of a branch for a turn to belong to it, by level from the lowest."""

SEGTREE_LINKED: Mapping[str, tuple[float, ...]] = {_SHIPPED: (0.944,)}
"""The cosine from which on two segments share a topic."""

RECMEM_MERGE: Mapping[str, tuple[float, ...]] = {_SHIPPED: (0.82,)}
"""The minimum mean cosine with the exchanges of an episode for one more to join it: less than between two exchanges, as
the mean never exceeds the cosine with the nearest. With it, as many exchanges are in episodes as without it."""

HMEM: Mapping[str, tuple[float, ...]] = {_SHIPPED: (0.636, 0.624, 0.518)}
"""The minimum cosine with the lead of a week's, month's and year's memory for a memory to join it."""


def thresholds(table: Mapping[str, tuple[float, ...]], embedder: Embedder) -> tuple[float, ...]:
    """Return the similarity thresholds for an embedder.

    For an embedder that was never calibrated, each threshold is the quantile of turn pairs of the demo conversation
    that the packaged embedder's threshold has.
    """
    found = table.get(embedder.name)
    if found is None:
        shares = _likenesses(StaticEmbedder()).searchsorted(table[_SHIPPED]) / _likenesses(StaticEmbedder()).size
        found = tuple(float(value) for value in np.quantile(_likenesses(embedder), shares))
    return found


_measured: dict[str, Vectors] = {}


def _likenesses(embedder: Embedder) -> Vectors:
    """Return an embedder's cosines between all pairs of turns of the demo conversation, ascending."""
    if embedder.name not in _measured:
        vectors = embedder.embed(_sample())
        rows, columns = np.triu_indices(len(vectors), 1)
        _measured[embedder.name] = np.sort(np.einsum("nd,md->nm", vectors, vectors)[rows, columns])
    return _measured[embedder.name]


@lru_cache(maxsize=1)
def _sample() -> list[str]:
    path = Path(__file__).parents[1] / "demo" / "conversation.jsonl"
    return [turn["text"] for turn in json.loads(path.read_text(encoding="utf-8"))["turns"]]
