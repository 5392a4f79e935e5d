"""A memory is begun with an embedder and stays with it."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import chronomem
from chronomem import InvalidInput, Memory, SchemaMismatch, Settings
from chronomem.extractors.embeddings.embedder import Vectors
from chronomem.extractors.embeddings.onnx import OnnxEmbedder

MODEL = Path(__file__).parents[1] / "unit" / "extractors" / "embeddings" / "sentence_model"


def test_a_folder_with_a_sentence_transformer_makes_the_vectors(tmp_path: Path) -> None:
    chosen = Settings(embedder=MODEL)
    with Memory.open(tmp_path / "memory", settings=chosen) as memory:
        memory.add("Ben moved to Lisbon", user="u", turn_id="t1")
        memory.add("Ann likes coffee", user="u", turn_id="t2")
        assert {item.turn_ids for item in memory.recall("Who likes tea?", user="u")} == {("t1",), ("t2",)}
        rows = memory.cypher("MATCH (t:Turn {user_id: $user}) RETURN t.embedding AS vector", user="u")
        assert {len(row["vector"]) for row in rows} == {2 * OnnxEmbedder(MODEL).dimensions}
        with pytest.raises(SchemaMismatch, match="onnx-"):
            Memory.open(tmp_path / "memory")
        with pytest.raises(chronomem.InvalidInput, match="holds no sentence model"):
            Memory.open(tmp_path / "memory", settings=Settings(embedder=tmp_path))


class Foreign:
    """An embedder that gives vectors of another length than it says."""

    name = "foreign"
    dimensions = 3

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.ones((len(texts), 4), dtype=np.float32)


def test_a_memory_stores_nothing_of_an_embedder_that_it_refuses(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory", embedder=Foreign()) as memory:
        with pytest.raises(InvalidInput, match=r"shape \(1, 4\) for 1 texts"):
            memory.add("Hello.", user="ann")
        assert memory.stats().turns == 0
