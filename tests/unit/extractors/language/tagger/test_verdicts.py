"""Rules and network propose; the verdict drops, lists, or keeps as minor, by the signs of both."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from chronomem.extractors.language.extracted import DECLARED, TELLING, Extraction, Statement
from chronomem.extractors.language.judge.model import JudgeModel
from chronomem.extractors.language.parsing.pipeline import parse
from chronomem.extractors.language.parsing.syntax import tree_of
from chronomem.extractors.language.tagger.network import packaged_network
from chronomem.extractors.language.tagger.tags import GUESSED, TAGGED
from chronomem.extractors.language.tagger.verdicts import decided, packaged_verdicts
from chronomem.extractors.language.tagger.windows import WindowMessage, windows_of
from chronomem.extractors.language.tagger.witness import UNPLACED, Witness

NOW = datetime(2024, 5, 2, 12, tzinfo=UTC)


def witness_of(text: str) -> Witness:
    return Witness(text, packaged_network().read(windows_of(["Ann", "Ben"], [], WindowMessage("Ann", text))))


def told(text: str, predicate: str, value: str, rule: str = "verb") -> Statement:
    return Statement(
        "Ann", predicate, None, value, "affirmed", "actual", "present", ended=False, valid_at=None, invalid_at=None,
        grain=None, confidence=0.8, text=f"Ann {predicate} {value}", span=(0, len(text)), rule=rule,
    )  # fmt: skip


def verdict(text: str, statement: Statement, model: JudgeModel | None = None) -> Statement | None:
    """Return what is left of the only statement of Ann's message to Ben."""
    [doc] = parse([text])
    known = Extraction((), (statement,))
    found = decided(known, tree_of(doc), witness_of(text), speaker="Ann", others=["Ben"], said_at=NOW, model=model)
    return next(iter(found.statements), None)


CHEER = "You guys are gonna make it happen, I'm rooting for the whole team tomorrow!"
TEACHER = "I work as a teacher in Leeds."


def test_a_cheer_is_minor_and_a_job_is_listed() -> None:
    cheer, job = (
        verdict(CHEER, told(CHEER, "root_for", "whole team")),
        verdict(TEACHER, told(TEACHER, "works_as", "teacher")),
    )
    assert cheer is None or cheer.minor
    assert job is not None
    assert job.minor is False


def model_of(right: float, kept: float) -> JudgeModel:
    """Return a model that gives every statement these probabilities, and decides as the packaged one does."""
    odds = np.log([right / (1 - right), kept / (1 - kept)]).astype(np.float32)
    nothing = np.zeros((0, 2), np.float32)
    return JudgeModel((), nothing, nothing, nothing, odds, packaged_verdicts().least)


@pytest.mark.parametrize(
    ("rule", "right", "kept", "left"),
    [
        ("verb", 0.9, 0.8, "listed"),
        ("verb", 0.9, 0.1, "minor"),
        ("verb", 0.4, 0.39, "minor"),  # likelier wrong than right
        ("verb", 0.05, 0.04, "dropped"),
        (TAGGED, 0.9, 0.8, "listed"),
        (TAGGED, 0.9, 0.1, "minor"),
        (GUESSED, 0.9, 0.8, "listed"),
        (GUESSED, 0.9, 0.4, "dropped"),
    ],
)
def test_the_probabilities_decide(rule: str, right: float, kept: float, left: str) -> None:
    found = verdict(TEACHER, told(TEACHER, "studies", "teacher", rule), model_of(right, kept))
    assert ("dropped" if found is None else "minor" if found.minor else "listed") == left


@pytest.mark.parametrize(("rule", "minor"), [(TELLING, False), ("verb", True)])
def test_a_home_or_a_job_that_a_phrase_tells_is_listed(rule: str, minor: bool) -> None:
    left = verdict(TEACHER, told(TEACHER, "works_as", "teacher", rule), model_of(0.4, 0.39))
    assert left is not None
    assert left.minor is minor


@pytest.mark.parametrize(("right", "minor"), [(0.9, False), (0.4, True)])
def test_a_job_that_is_surely_told_is_worth_keeping(right: float, minor: bool) -> None:
    found = verdict(TEACHER, told(TEACHER, "works_as", "teacher"), model_of(right, 0.1))
    assert found is not None
    assert found.minor is minor


@pytest.mark.parametrize(("predicate", "minor"), [("went_to", False), ("studies", True), ("root_for", True)])
def test_an_event_may_be_worth_less(predicate: str, minor: bool) -> None:
    found = verdict(TEACHER, told(TEACHER, predicate, "teacher"), model_of(0.9, 0.12))
    assert found is not None
    assert found.minor is minor


@pytest.mark.parametrize(
    ("predicate", "relative", "minor"),
    [
        ("has_parent", "Ann's mother", True),
        ("has_parent", "Carol", False),
        ("has_sibling", "Ann's brother", False),
    ],
)
def test_that_somebody_has_parents_is_listed_with_their_names(predicate: str, relative: str, minor: bool) -> None:
    text = "My mother Carol and my brother have a shop in Leeds."
    statement = replace(told(text, predicate, "", "possessive"), object=relative, value=None)
    found = verdict(text, statement, model_of(0.9, 0.8))
    assert found is not None
    assert found.minor is minor


@pytest.mark.parametrize(
    ("predicate", "value", "minor"),
    [
        ("likes", "how art lets us get our emotions out", True),
        ("plans", "submit it to a festival", True),
        ("plans", "tell Ben about the festival", True),
        ("plans", "keep working hard", True),
        ("likes", "their rights", True),
        ("likes", "making", True),
        ("has", "any recommendations", True),
        ("likes", "art", False),
        ("plans", "submit a film to a festival", False),
        ("studies", "how to play the violin", False),
        ("received", "his licence", False),
    ],
)
def test_what_means_little_to_others_is_minor(predicate: str, value: str, minor: bool) -> None:
    found = verdict(TEACHER, told(TEACHER, predicate, value), model_of(0.9, 0.8))
    assert found is not None
    assert bool(found.minor) is minor


def test_what_one_does_with_another_for_a_moment_is_minor() -> None:
    text = "See you tomorrow!"
    seen = replace(told(text, "see", ""), object="Ben", value=None, valid_at=NOW + timedelta(days=1))
    found = verdict(text, seen)
    assert found is not None
    assert found.minor


def test_a_stay_in_the_past_is_minor() -> None:
    text = "I was in Chicago, it was awesome!"
    been = replace(told(text, "is_in", ""), object="Chicago", value=None, tense="past")
    found = verdict(text, been, model_of(0.9, 0.8))
    assert found is not None
    assert found.minor


@pytest.mark.parametrize(
    "statement",
    [
        told(CHEER, "thinks", "whole team"),  # an opinion
        told(CHEER, "root_for", "whole team", rule=DECLARED),  # of a user's own vocabulary
        replace(told(CHEER, "root_for", "whole team"), valid_at=NOW + timedelta(days=9)),  # announced
        told(CHEER, "lives_in", "Gdansk"),  # taken up from another message
        replace(told(CHEER, "root_for", "whole team"), ended=True, confidence=0.4),  # inferred
    ],
)
def test_what_no_verdict_is_given_on_stays_as_it_is(statement: Statement) -> None:
    assert verdict(CHEER, statement) == statement


def test_an_empty_extraction_stays_empty() -> None:
    [doc] = parse([CHEER])
    nothing = Extraction((), ())
    assert decided(nothing, tree_of(doc), witness_of(CHEER), speaker="Ann", others=[], said_at=NOW) == nothing


def test_the_witness_tells_the_fact_from_the_scrap() -> None:
    witness = witness_of(TEACHER)
    right, wrong = witness.of(told(TEACHER, "works_as", "teacher")), witness.of(told(TEACHER, "has_pet", "teacher"))
    assert right["net score alike"] > 0 > wrong["net score alike"]
    assert right["net best alike"] == 1
    assert right["net message"] == wrong["net message"]


def test_the_witness_knows_whose_the_fact_is() -> None:
    witness = witness_of(TEACHER)
    own = witness.of(told(TEACHER, "works_as", "teacher"))
    other = witness.of(replace(told(TEACHER, "works_as", "teacher"), subject="Ben"))
    nobody = witness.of(replace(told(TEACHER, "works_as", "teacher"), subject="Carla"))
    assert own["net subject"] > max(other["net subject"], nobody["net subject"])


@pytest.mark.parametrize("value", ["", "Gdansk", "…"])
def test_words_that_stand_nowhere_are_unplaced(value: str) -> None:
    assert UNPLACED in witness_of(TEACHER).of(told(TEACHER, "lives_in", value))


@pytest.mark.parametrize("value", ["teachers", "the teacher of Leeds"])
def test_an_object_is_found_by_its_longer_words(value: str) -> None:
    assert UNPLACED not in witness_of(TEACHER).of(told(TEACHER, "works_as", value))


def test_a_long_message_is_read_in_several_windows() -> None:
    text = " ".join([CHEER] * 8 + [TEACHER])
    found = verdict(text, replace(told(text, "works_as", "teacher"), span=(text.index(TEACHER), len(text))))
    assert found is not None
    assert found.minor is False


@pytest.mark.parametrize(("right", "stays"), [(0.2, False), (0.5, True)])
def test_an_ending_is_dropped_or_stays(right: float, stays: bool) -> None:
    over = replace(told(TEACHER, "works_as", "teacher"), ended=True)
    assert verdict(TEACHER, over, model_of(right, 0.1)) == (over if stays else None)
