"""Context vectors come after the turns, and are compared without what all of a user's turns have in common."""

import numpy as np
from numpy.typing import NDArray

from chronomem.extractors.language.tagger.context_vectors import DIMENSIONS, STEPS
from chronomem.retrieval.index.arrays.columns import StoredArrays
from chronomem.retrieval.index.turn_contexts import TurnContexts


def vectors(count: int, seed: int, shared: float = 0.0) -> NDArray[np.int8]:
    rows = np.random.default_rng(seed).normal(size=(count, DIMENSIONS))
    rows[:, 0] += shared * np.sqrt(DIMENSIONS)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return np.clip(np.rint(rows * STEPS), -127, 127).astype(np.int8)


def question(seed: int) -> NDArray[np.float32]:
    return np.asarray(vectors(1, seed)[0] / STEPS, dtype=np.float32)


def test_what_was_not_read_has_no_likeness() -> None:
    contexts = TurnContexts()
    assert not contexts
    contexts.set([3, 1], vectors(2, 0))
    assert contexts
    found = contexts.similarity(question(1), np.arange(6))
    assert np.flatnonzero(~np.isnan(found)).tolist() == [1, 3]


def test_a_vector_is_likest_to_itself_also_where_all_have_much_in_common() -> None:
    contexts, rows = TurnContexts(), vectors(300, 2, shared=1.0)
    contexts.set(range(300), rows)
    asked = (rows[7] / np.linalg.norm(rows[7].astype(float))).astype(np.float32)
    found = contexts.similarity(asked, np.arange(300))
    assert found.argmax() == 7
    assert np.sort(found)[-2] < 0.6, "the others' likeness is what all have in common"


def test_vectors_that_are_set_again_are_replaced() -> None:
    once, twice = TurnContexts(), TurnContexts()
    once.set(range(40), vectors(40, 3))
    twice.set(range(50), vectors(50, 4))
    twice.set(range(40), vectors(40, 3))
    twice.set(range(40, 50), np.zeros((10, DIMENSIONS), dtype=np.int8))
    asked, numbers = question(5), np.arange(50)
    np.testing.assert_allclose(twice.similarity(asked, numbers), once.similarity(asked, numbers), atol=1e-9)


def test_kept_arrays_give_the_same() -> None:
    whole, restored = TurnContexts(), TurnContexts()
    whole.set(range(30), vectors(30, 6))
    arrays = whole.arrays()
    restored.restore(StoredArrays(arrays, {name: len(array) for name, array in arrays.items()}))
    whole.set([31], vectors(1, 7))
    restored.set([31], vectors(1, 7))
    asked, numbers = question(8), np.arange(40)
    assert np.array_equal(restored.similarity(asked, numbers), whole.similarity(asked, numbers), equal_nan=True)
