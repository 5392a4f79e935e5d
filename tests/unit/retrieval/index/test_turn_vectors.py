"""The vectors of a user: in less room where they are many, and near enough to what they were."""

import numpy as np
import pytest

from chronomem.retrieval.index import turn_vectors
from chronomem.retrieval.index.turn_vectors import TurnVectors, Vectors, widened

DIMENSIONS = 96


def units(count: int, seed: int = 0) -> Vectors:
    """Vectors that differ along some axes more than along others, as embeddings do."""
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS)) * np.linspace(1, 0.05, DIMENSIONS)
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)


def test_halves_become_what_a_cast_makes_of_them() -> None:
    every = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    finite = every[np.isfinite(every)]
    assert np.array_equal(widened(finite), finite.astype(np.float32))


def test_few_vectors_are_kept_as_they_are() -> None:
    few, rows = TurnVectors(DIMENSIONS), units(50)
    few.extend(rows[:20])
    few.extend(rows[20:])
    assert np.array_equal(few[np.arange(50)], rows)
    np.testing.assert_allclose(few.similarity(rows[3]), rows @ rows[3], atol=1e-6)


def test_of_many_the_nearest_are_exact_and_the_others_estimates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turn_vectors, "MANY", 300)
    monkeypatch.setattr(turn_vectors, "_REFINED", 50)
    many, rows = TurnVectors(DIMENSIONS), units(700)
    for part in (rows[:200], rows[200:500], rows[500:501], rows[501:]):
        many.extend(part)
    assert len(many) == 700
    np.testing.assert_allclose(many[[0, 400, 699]], rows[[0, 400, 699]], atol=1e-3)
    query = units(1, seed=1)[0]
    exact, found = rows @ query, many.similarity(query)
    nearest = np.argsort(-exact)[:20]
    np.testing.assert_allclose(found[nearest], exact[nearest], atol=1e-3)
    assert np.abs(found - exact).max() < 0.25
    assert np.corrcoef(found, exact)[0, 1] > 0.98
    np.testing.assert_allclose(many.similarity_of(np.arange(700), query), exact, atol=1e-3)
