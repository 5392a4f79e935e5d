"""What happened on a day that a sentence names in another way than beside its verb."""

from datetime import datetime

import pytest
from tests.unit.extractors.language.dialogue.test_dialogue import last


def _begins(said: str, predicate: str) -> set[str]:
    facts = [fact for fact in last("Sam: hi", f"Noor: {said}") if fact.predicate == predicate and not fact.negated]
    return {f"{fact.valid_at:%Y-%m-%d}" for fact in facts if isinstance(fact.valid_at, datetime)}


@pytest.mark.parametrize(
    ("said", "predicate", "day"),
    [
        ("Halloween was when we adopted Rolo, our terrier", "adopted", "2023-10-31"),
        ("Friday is when I start at Globex", "works_at", "2024-05-03"),
        ("My cousin didn't learn to drive until 2012", "learn", "2012-01-01"),
        ("I haven't been to Malta since 2014", "visited", "2014-01-01"),
        ("Omar hasn't been back to Malta since May 2019", "visited", "2019-05-01"),
        ("I ran a marathon once. That was in 2011", "run", "2011-01-01"),
        ("I've only missed a ferry once, and that was in 2011", "miss", "2011-01-01"),
    ],
)
def test_what_happened_on_a_day(said: str, predicate: str, day: str) -> None:
    assert day in _begins(said, predicate)


@pytest.mark.parametrize(
    ("said", "predicate"),
    [
        ("I haven't been to Malta since I moved", "visited"),
        ("I haven't been to Malta", "visited"),
        ("I didn't work until I was thirty", "does"),
        ("I ran a marathon once. Was that in 2011?", "run"),
    ],
)
def test_what_names_no_day_is_not_dated(said: str, predicate: str) -> None:
    assert _begins(said, predicate) == set()
