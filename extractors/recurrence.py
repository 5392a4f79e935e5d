"""Select the exchanges that recur and are therefore worth a call of the language model (Eq. 5 of RecMem).

The paper's threshold of 0.7 belongs to its own embedding model: with other models, either everything or nothing would
recur. Each known embedder therefore has its own threshold; for an unknown embedder, the threshold is a percentile of
the similarities between the user's exchanges.
"""

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

COUNT = 5
"""Number of earlier exchanges that must be similar, as in the paper."""
CANDIDATES = 10
"""Number of most similar earlier exchanges that are considered, and extracted together with the triggering one."""

THRESHOLDS = {"static-minilm-256-int8": 0.86}
"""Least cosine at which two exchanges count as similar, by embedder; `benchmarks/recurrence.py` finds it."""
PERCENTILE = 98.4
"""Percentile of pairwise similarities to which the thresholds above correspond; used for unknown embedders."""

_SAMPLE = 400
_AT_ONCE = 512


def threshold(embedder: str, vectors: Vectors) -> float:
    """Return the cosine from which two exchanges count as similar.

    Args:
        embedder: the name of the embedder that made the vectors.
        vectors: unit vectors of the user's exchanges, from which the threshold of an unknown embedder is estimated.
    """
    known = THRESHOLDS.get(embedder)
    if known is not None or len(vectors) < 2:
        return known if known is not None else 1.0
    sample = vectors[:: max(1, len(vectors) // _SAMPLE)]
    alike = np.einsum("id,jd->ij", sample, sample)
    return float(np.percentile(alike[np.triu_indices(len(sample), 1)], PERCENTILE))


def directions(exchanges: Iterable[Sequence[Vectors] | Vectors], dimensions: int) -> Vectors:
    """Return a unit vector for each exchange: the normalised sum of the vectors of its turns.

    Args:
        exchanges: for each exchange, the vectors of its turns.
        dimensions: the length of a vector.
    """
    nothing = np.zeros(dimensions, dtype=np.float32)
    sums = np.array([np.sum(own, axis=0) if len(own) else nothing for own in exchanges]).reshape(-1, dimensions)
    lengths = np.sqrt(np.einsum("id,id->i", sums, sums))
    lengths[lengths == 0] = 1
    return np.asarray(sums / lengths[:, None], dtype=np.float32)


def triggering(
    vectors: Vectors, fresh: Collection[int], least: float, count: int = COUNT, candidates: int = CANDIDATES
) -> dict[int, list[int]]:
    """Return the exchanges that recur, each with the earlier exchanges that are similar to it.

    Args:
        vectors: unit vectors of the exchanges in order of time.
        fresh: the indices of the exchanges that may trigger.
        count: the number of earlier exchanges that must be similar.
        candidates: the maximum number of similar ones that are returned, nearest first.
        least: the cosine from which two exchanges count as similar.
    """
    found: dict[int, list[int]] = {}
    numbers = sorted(fresh)
    for start in range(0, len(numbers), _AT_ONCE):
        block = numbers[start : start + _AT_ONCE]
        alike = np.einsum("id,jd->ij", vectors[block], vectors[: block[-1] + 1])
        for row, number in zip(alike, block, strict=True):
            relevant = np.flatnonzero(row[:number] >= least)
            if len(relevant) >= count:
                nearest = relevant[np.argsort(-row[relevant], kind="stable")]
                found[number] = list(map(int, nearest[:candidates]))
    return found


def recurring(vectors: Vectors, fresh: Collection[int], least: float) -> set[int]:
    """Return the exchanges that are worth extracting: those that trigger and the earlier ones similar to them."""
    triggered = triggering(vectors, fresh, least)
    return set(triggered).union(*triggered.values())
