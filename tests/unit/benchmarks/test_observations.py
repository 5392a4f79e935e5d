"""What the comparison with observations counts as covered and as malformed."""

from dataclasses import replace
from types import ModuleType

import pytest
from tests.scripts import load_script

from chronomem.extractors.language.extracted import Statement

GOOD = Statement(
    subject="Ann", predicate="visited", object="Rome", value=None, polarity="affirmed", modality="actual",
    tense="past", ended=False, valid_at=None, invalid_at=None, grain=None, confidence=0.8,
    text="Ann went to Rome with Eva", span=(0, 10), object_type="location",
)  # fmt: skip


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    return load_script("observations")


@pytest.mark.parametrize(
    ("fact", "fault"),
    [
        (GOOD, None),
        (replace(GOOD, subject="she"), "subject is a pronoun, a stop word or empty"),
        (replace(GOOD, object=None), "no object and no value"),
        (replace(GOOD, object=None, value="it"), "object or value of stop words"),
        (replace(GOOD, object=None, value="a trip,"), "punctuation at an edge"),
        (replace(GOOD, object=None, value="and the trip"), "cut in the middle"),
        (replace(GOOD, object=None, value="the trip of the"), "cut in the middle"),
        (replace(GOOD, text=" "), "no text"),
    ],
)
def test_a_malformed_fact_is_told_from_a_good_one(bench: ModuleType, fact: Statement, fault: str | None) -> None:
    assert bench.fault_of(fact) == fault


@pytest.mark.parametrize(
    ("person", "text", "covered"),
    [
        ("Ann", "Ann went to Rome.", True),
        ("Ann", "Ann visited Rome with Eva last summer.", True),
        ("Ann", "Ann enjoyed the museums, food and music of Rome.", False),
        ("Ben", "Ben went to Rome.", False),
    ],
)
def test_half_of_the_content_words_cover_an_observation(
    bench: ModuleType, person: str, text: str, covered: bool
) -> None:
    assert bench.is_covered(bench.Observation(person, text, ("D1:1",)), [GOOD]) is covered


def test_a_fact_about_a_relative_is_about_the_person(bench: ModuleType) -> None:
    assert bench.is_about(replace(GOOD, subject="Ann's sister"), "Ann")
    assert not bench.is_about(replace(GOOD, subject="Anna"), "Ann")
