"""The judge: its features, its model, and what it does with the statements of a turn."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from chronomem.extractors.language.extracted import Extraction, Statement
from chronomem.extractors.language.extraction import extract_turn, readable_doc
from chronomem.extractors.language.judge.features import features_of, predicate_class
from chronomem.extractors.language.judge.judging import judge
from chronomem.extractors.language.judge.model import JudgeModel, load_model
from chronomem.extractors.language.parsing.pipeline import parse
from chronomem.extractors.language.parsing.syntax import SyntaxTree, tree_of
from chronomem.extractors.language.readable.turn_text import make_readable

TEXTS = [
    "I moved to Rome in May with my sister Eva, and I've never regretted it!",
    "ok brb making pasta lol",
    "My brother isn't allergic to nuts. \u201cNever was\u201d, he says. Did you know?",
    "I think I might want a dog that doesn't bark",
]


def proposed(text: str) -> tuple[SyntaxTree, Extraction]:
    readable = make_readable(text, others=["Ben"])
    [doc] = parse([readable.text])
    doc = readable_doc(doc, readable)
    return tree_of(doc), extract_turn(doc, speaker="Ann", others=["Ben"])


def features(text: str) -> list[dict[str, float]]:
    tree, extraction = proposed(text)
    return [features_of(s, tree, speaker="Ann", others=["Ben"]) for s in extraction.statements]


def model(names: dict[str, tuple[float, float]], least: tuple[float, float, float] = (0.2, 0.4, 0.8)) -> JudgeModel:
    """Return a model that knows some features, and whose other probabilities are one half."""
    return JudgeModel(
        tuple(names),
        np.array(list(names.values()), dtype=np.float32),
        np.zeros((256, 1), dtype=np.float32),
        np.zeros((1, 2), dtype=np.float32),
        np.zeros(2, dtype=np.float32),
        np.array(least, dtype=np.float32),
    )


def test_the_shipped_weights_fit_the_features() -> None:
    """Every feature that was learned is one that is computed: a renamed one would be lost without a word."""
    computed = {name.partition("=")[0] for text in TEXTS for found in features(text) for name in found}
    rare = {"begun", "ended", "passive", "object_has_digit", "object_ends_in_ing", "subject_far", "subject_is_lower"}
    learned = {name.partition("=")[0] for name in load_model().names}
    unknown = learned - computed - rare
    source = Path(features_of.__code__.co_filename).read_text(encoding="utf-8")
    assert {name for name in unknown if name not in source and not name.startswith("hedge_")} == set()
    assert {"rule", "predicate", "verb", "prior", "subject_word", "passing"} <= learned


def test_the_shipped_weights_know_a_fact_from_a_mood() -> None:
    texts = ["I work as a nurse in Leeds.", "I'm so tired today lol"]
    shown = []
    for text in texts:
        tree, extraction = proposed(text)
        shown.append([s.minor for s in judge(extraction, tree, speaker="Ann", others=["Ben"]).statements])
    assert True not in shown[0]
    assert set(shown[1]) <= {True}


@pytest.mark.parametrize("text", TEXTS)
def test_features_are_numbers_of_moderate_size(text: str) -> None:
    found = features(text)
    assert all(np.isfinite(value) and abs(value) <= 6 for one in found for value in one.values())


@pytest.mark.parametrize(
    ("predicate", "name"),
    [("lives_in", "lives_in"), ("favorite_band", "favorite_*"), ("address_is", "*_is"), ("run_into", "open")],
)
def test_predicates_are_of_the_vocabulary_of_a_pattern_or_open(predicate: str, name: str) -> None:
    assert predicate_class(predicate) == name


def test_what_is_wrong_is_dropped_and_what_is_slight_is_minor() -> None:
    tree, extraction = proposed("I love pizza. I'm tired. I visited Rome.")
    weights = {"predicate=likes": (3.0, 3.0), "predicate=feels": (3.0, -3.0), "predicate=visited": (-3.0, -3.0)}
    judged = judge(extraction, tree, speaker="Ann", others=["Ben"], model=model(weights))
    left = [s for s in judged.statements if not s.ended]
    assert {(s.predicate, s.minor) for s in left} == {("likes", False), ("feels", True)}
    assert all(s.confidence == pytest.approx(0.953, abs=0.001) for s in left)


def test_between_the_thresholds_the_predicate_decides() -> None:
    tree, extraction = proposed("I love pizza.")
    [statement] = judge(extraction, tree, speaker="Ann", others=[], model=model({})).statements
    assert (statement.minor, statement.confidence) == (None, 0.5)


def test_opinions_and_endings_are_left_alone() -> None:
    tree, extraction = proposed("I sold my car. The new bridge is a disgrace to the whole city.")
    left = [s for s in extraction.statements if s.ended or s.predicate == "thinks"]
    judged = judge(
        extraction, tree, speaker="Ann", others=[], model=model({"kind=state": (-9, -9), "kind=event": (-9, -9)})
    )
    assert left
    assert list(judged.statements) == left


def test_worth_keeping_is_never_likelier_than_right() -> None:
    tree, extraction = proposed("I love pizza.")
    [statement] = extraction.statements
    found = features_of(statement, tree, speaker="Ann", others=[])
    [(right, kept)] = model({"predicate=likes": (-2.0, 2.0)}).probabilities(
        [found], np.zeros((1, 256), dtype=np.float32)
    )
    assert kept == right < 0.5


def test_a_model_survives_its_file(tmp_path: Path) -> None:
    saved = model({"predicate=likes": (3.0, -1.0)})
    saved.save(tmp_path / "weights.npz")
    loaded = load_model(tmp_path / "weights.npz")
    assert loaded.names == saved.names
    assert np.array_equal(loaded.weights, saved.weights)
    assert np.array_equal(loaded.least, saved.least)


def test_a_statement_whose_span_is_empty_or_beyond_the_text_is_judged() -> None:
    tree, extraction = proposed("I love pizza.")
    [statement] = extraction.statements
    odd: list[Statement] = [replace(statement, span=span) for span in ((0, 0), (13, 13), (5, 500))]
    judged = judge(replace(extraction, statements=odd), tree, speaker="Ann", others=[], model=model({}))
    assert len(judged.statements) == 3


def test_a_turn_without_statements_is_returned_as_it_is() -> None:
    tree, extraction = proposed("hi")
    assert judge(extraction, tree, speaker="Ann", others=[]) is extraction
