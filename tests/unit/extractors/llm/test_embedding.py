"""Embeddings come from a server, in batches, and are of unit length."""

from datetime import timedelta
from typing import Any

import numpy as np
import pytest
from tests.model_server.server import Fails, FakeModelServer

from chronomem import InvalidInput, ModelUnavailable, OpenAIEmbedder
from chronomem.extractors.llm.settings import LanguageModel


def embedder(server: FakeModelServer, model: str = "own", dimensions: int | None = 8, **more: Any) -> OpenAIEmbedder:
    values = {"base_url": server.url, "retries": 0, "timeout": timedelta(seconds=60)} | more
    return OpenAIEmbedder(LanguageModel.of(model=model, **values), dimensions)


def test_vectors_are_unit_length_and_in_the_order_of_the_texts(model_server: FakeModelServer) -> None:
    own = embedder(model_server)
    vectors = own.embed(["blue tiles", "a red boat", "tiles blue", " "])
    assert vectors.shape == (4, 8)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), [1, 1, 1, 0])
    assert np.allclose(vectors[0], vectors[2])
    assert not np.allclose(vectors[0], vectors[1])
    assert model_server.embedded == [["blue tiles", "a red boat", "tiles blue"]]
    assert own.tokens > 0


def test_many_texts_go_in_batches_and_long_ones_are_clipped(model_server: FakeModelServer) -> None:
    embedder(model_server).embed(["a"] * 300 + ["é" * 20_000])
    assert [len(batch) for batch in model_server.embedded] == [128, 128, 45]
    assert len(model_server.embedded[-1][-1].encode()) <= 16_000


def test_no_texts_ask_nothing(model_server: FakeModelServer) -> None:
    assert embedder(model_server).embed([]).shape == (0, 8)
    assert model_server.embedded == []


def test_the_name_tells_model_and_length(model_server: FakeModelServer) -> None:
    assert embedder(model_server, "text-embedding-3-small", None).dimensions == 1536
    short = embedder(model_server, "text-embedding-3-small", 256)
    assert (short.name, short.embed(["a"]).shape) == ("text-embedding-3-small-256", (1, 256))


def test_an_unknown_length_is_refused(model_server: FakeModelServer) -> None:
    with pytest.raises(InvalidInput, match="vector length of 'own' is unknown"):
        embedder(model_server, "own", None)
    with pytest.raises(ModelUnavailable, match="give OpenAIEmbedder its dimensions"):
        embedder(model_server, "own", 9).embed(["a"])


def test_a_server_that_fails_is_an_error(model_server: FakeModelServer) -> None:
    model_server.script(Fails(500))
    with pytest.raises(ModelUnavailable, match="keeps failing"):
        embedder(model_server).embed(["a"])


def test_a_server_that_fails_for_a_moment_is_asked_again(model_server: FakeModelServer) -> None:
    model_server.script(Fails(503))
    assert embedder(model_server, retries=1).embed(["a"]).shape == (1, 8)
