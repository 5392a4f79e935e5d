"""A passage has a vector of what it says after the messages before it, which is near that of a question it answers."""

from collections.abc import Sequence

import numpy as np
import pytest

from chronomem.extractors.language.tagger.context_vectors import (
    DIMENSIONS,
    STEPS,
    ContextPooling,
    PieceVectors,
    stored_vectors,
)
from chronomem.extractors.language.tagger.lower_layers import packaged_lower_layer, packaged_pooling
from chronomem.extractors.language.tagger.network import packaged_network
from chronomem.extractors.language.tagger.windows import WindowMessage, windows_of

ZEROS = np.zeros(DIMENSIONS, dtype=np.float32)
POOLING = ContextPooling("space", np.ones(9, dtype=np.float32), ZEROS, ZEROS)


def along(axis: int) -> np.ndarray:
    return np.asarray(np.eye(DIMENSIONS, dtype=np.float32)[axis])


def vectors_of(text: str, before: Sequence[str] = (), starts: Sequence[int] = (0,)) -> np.ndarray:
    """The unit vectors of the passages of what Ann says to Ben."""
    earlier = [WindowMessage("Ben", each) for each in before]
    network = packaged_network()
    found = network.contexts(network.read(windows_of(["Ann", "Ben"], earlier, WindowMessage("Ann", text))), starts)
    assert found is not None
    assert found.by == packaged_pooling().name
    return stored_vectors(found.vectors, len(starts)).astype(np.float32) / STEPS


def test_pieces_count_for_the_passage_in_which_they_begin_by_how_much_they_tell() -> None:
    first = PieceVectors([0, 6], np.stack([along(0), along(1)]), np.array([3.0, 4.0], dtype=np.float32))
    second = PieceVectors([25], along(2)[None], np.ones(1, dtype=np.float32))
    found = POOLING.of_passages([first, second], [0, 20, 40])
    assert found is not None
    stored = stored_vectors(found.vectors, 3).astype(float)
    direction = stored[0] / np.linalg.norm(stored[0])
    assert direction[0] == pytest.approx(0.707, abs=0.02), "both numbers are as large as eight bits can hold"
    assert stored[1].argmax() == 2
    assert not stored[2].any(), "no piece of the third passage was read"


def test_a_message_without_pieces_has_none() -> None:
    nothing = PieceVectors([], np.zeros((0, DIMENSIONS), dtype=np.float32), np.zeros(0, dtype=np.float32))
    assert POOLING.of_passages([nothing], [0]) is None
    assert POOLING.of_question(nothing) is None


def test_where_passages_were_cut_otherwise_all_have_the_mean() -> None:
    stored = np.stack([10 * along(0), 10 * along(1)]).astype(np.int8).tobytes()
    found = stored_vectors(stored, 3)
    assert found.shape == (3, DIMENSIONS)
    assert (found == found[0]).all()
    assert found[0, 0] == found[0, 1] > 0


def test_vectors_have_unit_length_and_depend_on_nothing_else() -> None:
    one = vectors_of("I moved to Lyon last spring")
    np.testing.assert_allclose(np.linalg.norm(one, axis=1), 1, atol=0.05)
    vectors_of("a message in between")
    assert np.array_equal(one, vectors_of("I moved to Lyon last spring"))


def test_an_answer_is_nearer_to_a_question_after_what_it_answers() -> None:
    asked = packaged_lower_layer().question_vector("Where does your sister live?")
    assert asked is not None
    answer = "Lyon, since spring"
    [alone] = vectors_of(answer) @ asked
    [after] = vectors_of(answer, ["and where does your sister live these days?"]) @ asked
    [other] = vectors_of("The bike needs a new chain") @ asked
    assert after > alone > other


def test_parts_of_a_long_message_have_vectors_of_their_own() -> None:
    start = "I bought a new bike with a red saddle. " * 4
    text = start + "My sister adopted two cats from the shelter. " * 4
    bike, cats = vectors_of(text, starts=(0, len(start)))
    asked = packaged_lower_layer().question_vector("Which pets does your sister have?")
    assert asked is not None
    assert cats @ asked > bike @ asked + 0.1
