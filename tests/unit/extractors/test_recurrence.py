"""An exchange recurs when five earlier ones are like it."""

import numpy as np

from chronomem.extractors.recurrence import CANDIDATES, COUNT, THRESHOLDS, recurring, threshold, triggering


def vectors(*angles: float) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return np.array([[np.cos(a), np.sin(a)] for a in angles], dtype=np.float32)


def test_the_sixth_of_a_kind_triggers_and_is_read_with_the_five_before_it() -> None:
    alike = vectors(*[0.0] * COUNT, 1.5, 0.01)
    assert triggering(alike, range(7), 0.9) == {6: [0, 1, 2, 3, 4]}
    assert recurring(alike, range(7), 0.9) == {0, 1, 2, 3, 4, 6}
    assert recurring(alike, range(6), 0.9) == set()


def test_only_the_fresh_ones_trigger() -> None:
    assert recurring(vectors(*[0.0] * 8), [3], 0.9) == set()
    assert recurring(vectors(*[0.0] * 8), [7], 0.9) == set(range(8))


def test_no_more_than_the_nearest_are_read_with_it() -> None:
    assert len(recurring(vectors(*[0.0] * 30), [29], 0.9)) == CANDIDATES + 1


def test_an_embedder_that_is_not_known_is_judged_by_its_own_vectors() -> None:
    spread = vectors(*np.linspace(0, 1.5, 200))
    least = threshold("unknown", spread)
    pairs = (spread @ spread.T)[np.triu_indices(200, 1)]
    assert 0.98 < np.mean(pairs < least) < 0.99
    assert threshold("static-minilm-256-int8", spread) == THRESHOLDS["static-minilm-256-int8"]
    assert threshold("unknown", spread[:1]) == 1.0
