"""Which questions ask for an overview, and the summaries that answer them."""

from datetime import datetime

import pytest
from tests.unit.retrieval.views import NOW, START, at_day, days

from chronomem.graph_schema.model.periods import Grain
from chronomem.retrieval.pipeline import Recollection
from chronomem.retrieval.stages.overview import grains_for, wants_overview


@pytest.mark.parametrize(
    "question",
    [
        "Give me an overview of last month",
        "What happened in May 2023?",
        "What has happened to Ann and Ben since March?",
        "What went on last week?",
        "How was Ann's week?",
        "How was my first week?",
        "Can you catch me up?",
        "What has Ann been up to?",
        "Summarise the first week of June.",
    ],
)
def test_a_question_for_an_overview_is_known(question: str) -> None:
    assert wants_overview(Recollection(question, NOW, 10, None, times=(days(0, 7),)))


@pytest.mark.parametrize(
    "question",
    [
        "What happened to Ann's car in May 2023?",
        "What happened at the party last week?",
        "What did Ann paint in May 2023?",
        "How was the concert last week?",
        "When did Ann write her summit report?",
    ],
)
def test_a_question_for_something_in_particular_is_none(question: str) -> None:
    assert not wants_overview(Recollection(question, NOW, 10, None, times=(days(0, 7),)))


def test_what_happened_is_asked_of_a_time() -> None:
    assert not wants_overview(Recollection("What happened in May?", NOW, 10, None)), "no time was understood"
    assert wants_overview(Recollection("Give me a recap.", NOW, 10, None))


@pytest.mark.parametrize(
    ("start", "end", "first"),
    [
        (START, at_day(1), Grain.DAY),
        (START, at_day(7), Grain.WEEK),
        (START, at_day(31), Grain.MONTH),
        (START, at_day(366), Grain.YEAR),
        (None, at_day(1), Grain.MONTH),
    ],
)
def test_summaries_are_about_as_long_as_the_time_asked_about(
    start: datetime | None, end: datetime, first: Grain
) -> None:
    assert grains_for(start, end)[0] is first
