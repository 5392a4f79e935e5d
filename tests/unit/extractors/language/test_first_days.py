"""Jobs, studies and homes that are told before they begin, and count from the day that is told with them."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from chronomem.extractors.turns.extraction import TurnExtractor
from chronomem.extractors.turns.stored_turn import StoredTurn
from chronomem.graph_schema.facts.given import GivenFact

NOW = datetime(2024, 5, 2, 12, tzinfo=UTC)  # a Thursday


@pytest.fixture(scope="module")
def extractor() -> TurnExtractor:
    return TurnExtractor()


def facts(extractor: TurnExtractor, text: str) -> list[GivenFact]:
    [done] = extractor.extract([StoredTurn("t", text, NOW, "Ann", "user", ("Ben",))], ZoneInfo("UTC")).done
    return list(done.facts)


def start_of(extractor: TurnExtractor, text: str, predicate: str, thing: str) -> datetime | str | None:
    [found] = [
        each
        for each in facts(extractor, text)
        if each.predicate == predicate and thing in (each.object or each.value or "") and not each.ended
    ]
    return found.valid_at


@pytest.mark.parametrize(
    ("text", "predicate", "thing", "month", "day"),
    [
        ("I got the job!! Night porter at Velmora, starting 10 June", "works_at", "Velmora", 6, 10),
        ("got an apprenticeship at Velmora, from 2 September", "works_at", "Velmora", 9, 2),
        ("landed an internship at Velmora, 3 June to 30 August", "works_at", "Velmora", 6, 3),
        ("Joining Velmora on 10 June", "works_at", "Velmora", 6, 10),
        ("new job sorted, starting at Velmora on the 13th", "works_at", "Velmora", 5, 13),
        ("got made redundant, but I start at Velmora as a gardener on monday!", "works_as", "gardener", 5, 6),
        ("we're moving to the bungalow in Ghent in July", "lives_in", "Ghent", 7, 1),
        ("got into the MBA at Velmora, lectures start 9 September", "studies_at", "Velmora", 9, 9),
        ("I start at the bakery on the 20th", "works_at", "bakery", 5, 20),
        ("we're moving to the new house in Ghent on 1 June", "lives_in", "Ghent", 6, 1),
        ("we're getting posted to Cyprus on 4 June", "lives_in", "Cyprus", 6, 4),
    ],
)
def test_what_is_announced_begins_on_its_day(
    extractor: TurnExtractor, text: str, predicate: str, thing: str, month: int, day: int
) -> None:
    assert start_of(extractor, text, predicate, thing) == datetime(2024, month, day, tzinfo=UTC)


def test_a_job_of_which_only_the_contract_is_finished_is_over(extractor: TurnExtractor) -> None:
    work = [
        each for each in facts(extractor, "finished my contract at Velmora in April") if each.predicate == "works_at"
    ]
    assert [each.ended for each in work] == [True]


def test_the_last_day_that_is_told_ends_a_job(extractor: TurnExtractor) -> None:
    work = [each for each in facts(extractor, "so I quit today. last day is 31 July") if each.predicate == "works_at"]
    assert {each.invalid_at for each in work} == {datetime(2024, 8, 1, tzinfo=UTC)}


def test_what_was_once_intended_is_no_plan(extractor: TurnExtractor) -> None:
    told = facts(extractor, "I was going to move to Leeds but the job fell through")
    assert not [each for each in told if each.predicate == "plans" and not each.ended]


def test_the_start_of_another_thing_dates_no_job(extractor: TurnExtractor) -> None:
    start = start_of(extractor, "I work at Velmora as a cook, starting yoga on Monday", "works_at", "Velmora")
    assert not isinstance(start, datetime) or start <= NOW


def test_a_job_that_is_announced_leaves_the_present_one(extractor: TurnExtractor) -> None:
    text = "still working at Aldi but I start at the post office on the 20th"
    at = {each.object or each.value for each in facts(extractor, text) if each.predicate == "works_at"}
    assert at == {"Aldi", "post office"}


def test_a_threat_ends_no_job(extractor: TurnExtractor) -> None:
    assert not [each for each in facts(extractor, "if they cut my hours I'm leaving Aldi") if each.ended]


def test_studies_are_told_once(extractor: TurnExtractor) -> None:
    told = {each.predicate for each in facts(extractor, "I'm studying nursing at Umea from this month")}
    assert {"studies", "studies_at"} <= told
    assert not told & {"study", "works_at"}


def test_a_plan_keeps_its_verb(extractor: TurnExtractor) -> None:
    plans = [
        each.value for each in facts(extractor, "end of July I'm moving back to Ghent") if each.predicate == "plans"
    ]
    assert plans == ["move back to Ghent"]


def test_a_place_where_somebody_is_based_is_a_home_now(extractor: TurnExtractor) -> None:
    homes = [each for each in facts(extractor, "from Lagos but based in Leeds") if each.predicate == "lives_in"]
    assert [(each.object, each.ended) for each in homes] == [("Leeds", False)]


def test_a_job_lasts_until_the_last_day_that_is_announced(extractor: TurnExtractor) -> None:
    text = "I retire on 31 December. Thirty-eight years at Posti are enough."
    [job] = [each for each in facts(extractor, text) if each.predicate == "works_at"]
    assert job.ended
    assert job.invalid_at == datetime(2024, 12, 31, tzinfo=UTC)
