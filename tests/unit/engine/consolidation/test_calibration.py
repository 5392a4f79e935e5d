"""Thresholds belong to an embedder; another gets those that as many pairs of sentences reach."""

from collections.abc import Sequence

import numpy as np
import pytest

from chronomem.engine.consolidation.calibration import HMEM, thresholds
from chronomem.extractors.embeddings.embedder import StaticEmbedder, Vectors


class Narrow:
    """Sees everything as more alike: each cosine is half way to one."""

    name = "narrow"
    dimensions = 257

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = StaticEmbedder().embed(texts) * np.float32(np.sqrt(0.5))
        return np.hstack([vectors, np.full((len(vectors), 1), np.sqrt(0.5), dtype=np.float32)])


def test_the_packaged_embedder_has_those_that_were_found() -> None:
    assert thresholds(HMEM, StaticEmbedder()) == HMEM["static-minilm-256-int8"]


def test_another_embedder_gets_those_that_as_many_pairs_reach() -> None:
    expected = [0.5 + value / 2 for value in HMEM["static-minilm-256-int8"]]
    assert thresholds(HMEM, Narrow()) == pytest.approx(expected, abs=0.005)
