"""From which moment on a fact counts, when it is asked for as of a time."""

from dataclasses import dataclass
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from chronomem.graph_schema.facts.fact_filter import FactFilter

TOLD = datetime(2024, 6, 28, 15, 0, tzinfo=UTC)
NOON = datetime(2024, 6, 28, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Given:
    predicate: str = "finished"
    negated: bool = False
    minor: bool = False
    valid_at: datetime | None = TOLD
    invalid_at: datetime | None = None
    dated: bool = False
    supersedes: tuple[str, ...] = ()


def admitted(fact: Given, as_of: datetime, zone: str = "UTC") -> bool:
    return FactFilter().admits(fact, now=TOLD, as_of=as_of, zone=ZoneInfo(zone))


def test_what_is_told_without_a_date_counts_from_the_beginning_of_its_day() -> None:
    assert admitted(Given(), NOON)
    assert admitted(Given(), NOON.replace(hour=0))
    assert not admitted(Given(), NOON.replace(day=27, hour=23, minute=59))


@pytest.mark.parametrize("exact", [Given(dated=True), Given(supersedes=("former",))])
def test_a_known_beginning_and_one_that_replaces_another_fact_count_to_the_minute(exact: Given) -> None:
    assert not admitted(exact, NOON)
    assert admitted(exact, TOLD)


def test_the_day_is_that_of_the_user() -> None:
    evening_before = datetime(2024, 6, 27, 20, 0, tzinfo=UTC)  # in Auckland, the 28th
    assert admitted(Given(valid_at=NOON.replace(hour=3)), evening_before, "Pacific/Auckland")
    assert not admitted(Given(), NOON.replace(hour=11), "Pacific/Auckland")  # told on the 29th there


def test_what_ended_on_its_day_is_over_from_then_on() -> None:
    ended = Given(invalid_at=TOLD.replace(hour=18))
    assert admitted(ended, NOON)
    assert not admitted(ended, TOLD.replace(hour=19))
