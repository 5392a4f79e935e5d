"""Which exchanges recur, so that it is worth having a language model read them (Eq. 5 of RecMem).

The paper's threshold of 0.7 belongs to its own embedding model: with others, everything or nothing would recur. So each
embedder that is known here has one of its own, and for others it is taken from how alike the user's exchanges are.
"""

from collections.abc import Collection, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]

COUNT = 5
"""How many earlier exchanges have to be as alike, as in the paper."""
CANDIDATES = 10
"""How many of the most alike earlier exchanges are looked at, and read with the one that triggers."""

THRESHOLDS = {"static-minilm-256-int8": 0.86}
"""The least cosine of exchanges that count as alike, by embedder; `benchmarks/recurrence.py` finds it."""
PERCENTILE = 98.4
"""The share of pairs of exchanges that are less alike than the thresholds above; it holds for unknown embedders."""

_SAMPLE = 400
_AT_ONCE = 512


def threshold(embedder: str, vectors: Vectors) -> float:
    """Return from which cosine on two exchanges are alike.

    Args:
        embedder: the name of what made the vectors.
        vectors: unit vectors of the user's exchanges, by which one that isn't known is judged.
    """
    known = THRESHOLDS.get(embedder)
    if known is not None or len(vectors) < 2:
        return known if known is not None else 1.0
    sample = vectors[:: max(1, len(vectors) // _SAMPLE)]
    alike = np.einsum("id,jd->ij", sample, sample)
    return float(np.percentile(alike[np.triu_indices(len(sample), 1)], PERCENTILE))


def directions(exchanges: Iterable[Sequence[Vectors] | Vectors], dimensions: int) -> Vectors:
    """Return a unit vector for each exchange: that of what its turns have in common.

    Args:
        exchanges: the vectors of the turns of each.
        dimensions: how long these are.
    """
    nothing = np.zeros(dimensions, dtype=np.float32)
    sums = np.array([np.sum(own, axis=0) if len(own) else nothing for own in exchanges]).reshape(-1, dimensions)
    lengths = np.sqrt(np.einsum("id,id->i", sums, sums))
    lengths[lengths == 0] = 1
    return np.asarray(sums / lengths[:, None], dtype=np.float32)


def triggering(vectors: Vectors, fresh: Collection[int], least: float) -> dict[int, list[int]]:
    """Return the exchanges that recur, each with the earlier ones that it is like.

    Args:
        vectors: unit vectors of exchanges in order of time.
        fresh: the numbers of those that may trigger.
        least: the cosine from which on two are alike.
    """
    found: dict[int, list[int]] = {}
    numbers = sorted(fresh)
    for start in range(0, len(numbers), _AT_ONCE):
        block = numbers[start : start + _AT_ONCE]
        alike = np.einsum("id,jd->ij", vectors[block], vectors[: block[-1] + 1])
        for row, number in zip(alike, block, strict=True):
            relevant = np.flatnonzero(row[:number] >= least)
            if len(relevant) >= COUNT:
                nearest = relevant[np.argsort(-row[relevant], kind="stable")]
                found[number] = list(map(int, nearest[:CANDIDATES]))
    return found


def recurring(vectors: Vectors, fresh: Collection[int], least: float) -> set[int]:
    """Return the exchanges that are worth reading: those that trigger, and the earlier ones that they are like."""
    triggered = triggering(vectors, fresh, least)
    return set(triggered).union(*triggered.values())
