"""The highest of many scores."""

import numpy as np

from chronomem.retrieval.lexical import Floats, Ints


def best(scores: Floats, k: int) -> Ints:
    """Return the numbers of the `k` highest scores, best first, the earlier of equals first."""
    k = min(k, len(scores))
    if k < 1:
        return np.zeros(0, dtype=np.int64)
    threshold = np.partition(scores, len(scores) - k)[len(scores) - k]
    candidates = np.flatnonzero(scores >= threshold)
    return candidates[np.argsort(-scores[candidates], kind="stable")][:k]
