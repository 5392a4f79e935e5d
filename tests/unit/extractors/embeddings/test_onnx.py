"""A sentence transformer in a folder makes vectors. The one beside this file gives each of ten words a vector."""

from pathlib import Path

import numpy as np
import pytest

from chronomem import InvalidInput, OnnxEmbedder

FOLDER = Path(__file__).parent / "sentence_model"


def test_vectors_are_means_of_unit_length_in_the_order_of_the_texts() -> None:
    embedder = OnnxEmbedder(FOLDER)
    vectors = embedder.embed(["Ann likes tea", " ", "tea", "tea likes Ann", "boat"])
    assert vectors.shape == (5, 8)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), [1, 0, 1, 1, 1], atol=1e-6)
    np.testing.assert_allclose(vectors[0], vectors[3], atol=1e-6)
    assert vectors[0] @ vectors[2] > vectors[0] @ vectors[4]
    assert embedder.embed([]).shape == (0, 8)


def test_a_text_has_the_same_vector_whatever_it_is_embedded_with() -> None:
    embedder, many = OnnxEmbedder(FOLDER), OnnxEmbedder(FOLDER, threads=2)
    texts = ["Ann likes tea", "Ben moved to Lisbon", "tea " * 50]
    alone = np.concatenate([embedder.embed([text]) for text in texts])
    assert np.array_equal(embedder.embed(texts), alone)
    assert np.array_equal(many.embed(texts), alone)


def test_the_name_tells_the_model_and_not_where_it_is(tmp_path: Path) -> None:
    for file in FOLDER.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    assert OnnxEmbedder(tmp_path).name == OnnxEmbedder(str(FOLDER)).name
    assert OnnxEmbedder(tmp_path).name.endswith("-8")


def test_a_folder_without_a_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"model\.onnx is missing"):
        OnnxEmbedder(tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"no model")
    (tmp_path / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(InvalidInput, match="can't be read as an ONNX model"):
        OnnxEmbedder(tmp_path)
    (tmp_path / "model.onnx").write_bytes((FOLDER / "model.onnx").read_bytes())
    with pytest.raises(InvalidInput, match="can't be read as a tokenizer"):
        OnnxEmbedder(tmp_path)
