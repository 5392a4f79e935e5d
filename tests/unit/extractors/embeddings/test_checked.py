"""Vectors of a foreign embedder are checked before they are stored or compared."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from chronomem import InvalidInput
from chronomem.extractors.embeddings.checked import CheckedEmbedder
from chronomem.extractors.embeddings.embedder import Vectors, embed_questions


class Foreign:
    """An embedder that gives what a test says."""

    name = "foreign"
    dimensions = 3

    def __init__(self, give: Callable[[int], object]) -> None:
        self._give = give

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.asarray(self._give(len(texts)), dtype=np.float32)


def test_other_shapes_and_numbers_that_are_not_finite_are_refused() -> None:
    for give, told in (
        (lambda n: np.ones((n, 4)), r"shape \(2, 4\) for 2 texts, not \(2, 3\)"),
        (lambda n: np.ones((n + 1, 3)), "shape"),
        (lambda n: np.ones(n), "shape"),
        (lambda n: np.full((n, 3), np.inf), "not finite"),
        (lambda n: np.full((n, 3), np.nan), "not finite"),
    ):
        with pytest.raises(InvalidInput, match=told):
            CheckedEmbedder(Foreign(give)).embed(["a", "b"])


def test_vectors_of_another_length_are_scaled_and_zeros_stay() -> None:
    vectors = CheckedEmbedder(Foreign(lambda _: [[1e30, 0, 0], [0, 0, 0], [3, 4, 0]])).embed(["a", "b", "c"])
    assert np.allclose(vectors, np.array([[1, 0, 0], [0, 0, 0], [0.6, 0.8, 0]]))
    assert CheckedEmbedder(Foreign(lambda _: np.zeros((0, 3)))).embed([]).shape == (0, 3)


@pytest.mark.parametrize(("name", "dimensions"), [("", 3), ("x", 0), ("x", "3"), (None, 3)])
def test_an_embedder_says_its_name_and_its_dimensions(name: object, dimensions: object) -> None:
    foreign = Foreign(lambda n: np.ones((n, 3)))
    foreign.name, foreign.dimensions = name, dimensions  # type: ignore[assignment]  # as somebody may get it wrong
    with pytest.raises(InvalidInput):
        CheckedEmbedder(foreign)


class Asking(Foreign):
    """An embedder that reads questions in its own way."""

    def embed_questions(self, texts: Sequence[str]) -> Vectors:
        return -self.embed(texts)


def test_questions_are_read_by_the_embedders_own_method_if_it_has_one() -> None:
    give = lambda n: np.tile([[0.0, 2.0, 0.0]], (n, 1))  # noqa: E731 - as the other tests give vectors
    assert embed_questions(CheckedEmbedder(Foreign(give)), ["a"]).tolist() == [[0, 1, 0]]
    assert embed_questions(CheckedEmbedder(Asking(give)), ["a"]).tolist() == [[0, -1, 0]]
    with pytest.raises(InvalidInput, match="shape"):
        embed_questions(CheckedEmbedder(Asking(lambda n: np.ones((n, 4)))), ["a"])
