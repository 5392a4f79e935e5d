"""The packaged static embeddings, and the way in which they read questions."""

import numpy as np
import pytest

from chronomem.extractors.embeddings.embedder import StaticEmbedder, Vectors

OTHERS = (
    "we watched the match until midnight",
    "my sister is moving house",
    "the printer is out of ink",
    "it rained all week",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("What does he do for a living?", "another long shift at the hospital"),
        ("How do you get to work?", "the 49 was late again"),
        ("What animals do you have?", "the cat threw up on the rug again"),
    ],
)
def test_a_question_is_nearer_to_an_answer_in_other_words(question: str, answer: str) -> None:
    embedder = StaticEmbedder()
    texts = embedder.embed([answer, *OTHERS])

    def lead(vectors: Vectors) -> float:
        cosines = texts @ vectors[0]
        return float(cosines[0] - cosines[1:].max())

    assert lead(embedder.embed_questions([question])) > lead(embedder.embed([question]))


def test_questions_have_unit_vectors_and_zeros_without_a_known_word() -> None:
    vectors = StaticEmbedder().embed_questions(["Where does Ann live?", "", "who?"])
    assert vectors.dtype == np.float32
    assert np.linalg.norm(vectors, axis=1) == pytest.approx([1, 0, 1], abs=1e-5)
    assert StaticEmbedder().embed_questions([]).shape == (0, 256)
