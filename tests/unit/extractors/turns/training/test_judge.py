"""The training of the judge: its examples, and what it learns from them."""

from pathlib import Path

import numpy as np
import pytest

from chronomem.extractors.turns.training import judge as training

CHAT = """
= 2024-03-02 19:10 | Nia, Owen
Nia: I work at Tesco and I have two dogs.
+ me; works_at; Tesco
+ me; has_pet/has/owns; dogs
Owen: I'm making pasta. My sister Eva hates pasta.
- me; made/*make; pasta
+ me; has_sibling; Eva
"""


@pytest.fixture(scope="module")
def given(tmp_path_factory: pytest.TempPathFactory) -> list[training.Example]:
    folder = tmp_path_factory.mktemp("chats")
    found: list[training.Example] = []
    for name in ("one", "two"):
        path: Path = folder / f"{name}.chat"
        path.write_text(CHAT * 4, encoding="utf-8")
        found += training.examples(path)
    return found


def test_examples_are_what_the_rules_propose_with_what_the_labels_say(given: list[training.Example]) -> None:
    outcomes = {(e.statement.subject, e.statement.predicate): (e.right, e.kept) for e in given}
    assert outcomes["Nia", "works_at"] == (True, True)
    assert outcomes["Owen", "has_sibling"] == (True, True)
    assert outcomes["Eva", "dislikes"] == (False, False), "true, and without a label"
    assert {e.file for e in given} == {"one", "two"}


def test_equal_examples_give_equal_models_that_tell_the_outcomes(
    given: list[training.Example], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(training, "AXES", 2)
    one, again = training.fit(given), training.fit(given)
    assert one.names == again.names
    assert np.array_equal(one.weights, again.weights)
    probabilities = one.probabilities([e.features for e in given], np.array([e.embedding for e in given]))
    for example, (right, kept) in zip(given, probabilities, strict=True):
        assert (right > 0.5, kept > 0.5) == (example.right, example.kept)


def test_a_calibration_undoes_what_was_overconfident() -> None:
    generator = np.random.default_rng(0)
    odds = generator.normal(size=20_000)
    outcome = generator.random(20_000) < 1 / (1 + np.exp(-odds))
    scale, shift = training._calibration(1 / (1 + np.exp(-2 * odds - 1)), outcome)
    assert scale == pytest.approx(0.5, abs=0.03)
    assert shift == pytest.approx(-0.5, abs=0.06)
