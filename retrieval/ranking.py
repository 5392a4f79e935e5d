"""How well each turn of a user fits a question."""

import numpy as np

from chronomem.retrieval.index import UserIndex
from chronomem.retrieval.lexical import Floats, Ints
from chronomem.retrieval.presets import Preset
from chronomem.retrieval.question import Question
from chronomem.retrieval.signs import SIGNS


def rank(index: UserIndex, question: Question, preset: Preset) -> Floats:
    """Score every turn, shape `(turns,)`: the sum of its signs of relevance, weighted by the preset."""
    scores = np.zeros(len(index))
    for name, weight in preset.weights.items():
        scores += weight * SIGNS[name](index, question)
    return scores


def best(scores: Floats, k: int) -> Ints:
    """Return the numbers of the `k` highest scores, best first, the earlier of equals first."""
    k = min(k, len(scores))
    if k < 1:
        return np.zeros(0, dtype=np.int64)
    threshold = np.partition(scores, len(scores) - k)[len(scores) - k]
    candidates = np.flatnonzero(scores >= threshold)
    return candidates[np.argsort(-scores[candidates], kind="stable")][:k]
