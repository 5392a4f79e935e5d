"""When a statement holds, as the time expression of its clause says."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from tests.unit.extractors.language.conftest import SAID_AT, Reader

from chronomem.extractors.semantic_time import parse_time
from chronomem.extractors.turns.durations import told_lengths


def at(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "predicate", "start", "end"),
    [
        ("I went to Rome yesterday.", "visited", at(2023, 5, 7), at(2023, 5, 8)),
        ("I've lived in Boston since 2018.", "lives_in", at(2018, 1, 1), None),
        ("I moved to Rome in March 2022.", "lives_in", at(2022, 3, 1), None),
        ("I moved to Rome in March 2022.", "moved_to", at(2022, 3, 1), at(2022, 4, 1)),
        ("I started collecting stamps in March 2022.", "collects", at(2022, 3, 1), None),
        ("I lived in Boston in 2015.", "lives_in", at(2015, 1, 1), at(2016, 1, 1)),
        ("I quit my job in March 2022.", "works_at", None, at(2022, 3, 1)),
        ("I love pizza.", "likes", None, None),
        ("The guitar I bought in March broke.", "bought", at(2023, 3, 1), at(2023, 4, 1)),
        ("We even had a picnic last week!", "attended", at(2023, 5, 1), at(2023, 5, 8)),
        ("I moved to Hull the summer before last.", "moved_to", at(2021, 6, 1), at(2021, 9, 1)),
        ("I have worked at Acme since before Christmas.", "works_at", None, None),
        ("I started at Acme mid-February.", "works_at", at(2023, 2, 11), None),
        ("I moved to Rome this winter.", "moved_to", at(2022, 12, 1), at(2023, 3, 1)),
        ("I booked a cabin for this winter.", "plans", at(2023, 12, 1), at(2024, 3, 1)),
        ("We ate at Marco's last week.", "eat_at", at(2023, 5, 1), at(2023, 5, 8)),
        ("My internship at Globex ends in June.", "works_at", None, at(2023, 7, 1)),
    ],
)
def test_the_interval_of_a_statement(
    read: Reader, text: str, predicate: str, start: datetime | None, end: datetime | None
) -> None:
    times = parse_time(text, now=SAID_AT)
    found = [a for a in read(text, times=times).statements if a.predicate == predicate]
    assert [(a.valid_at, a.invalid_at) for a in found] == [(start, end)]


def test_a_time_belongs_to_the_clause_that_names_it(read: Reader) -> None:
    text = "I visited Rome in 2019 and I love pizza."
    found = {a.predicate: a.valid_at for a in read(text, times=parse_time(text, now=SAID_AT)).statements if not a.ended}
    assert found == {"visited": at(2019, 1, 1), "likes": None}


def test_what_is_still_to_come_is_a_plan(read: Reader) -> None:
    text = "I am having dinner with Tom on Friday."
    (plan,) = read(text, times=parse_time(text, now=SAID_AT)).statements
    assert (plan.predicate, plan.modality, plan.value) == ("plans", "planned", "have dinner with Tom on Friday")


def test_a_time_is_no_part_of_the_value(read: Reader) -> None:
    text = "I saw a great movie last Friday."
    (statement,) = read(text, times=parse_time(text, now=SAID_AT)).statements
    assert statement.value == "great movie"
    assert statement.text == "Ann saw a great movie last Friday"


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I live in Leeds but I'm moving to York in June.", "lives_in"),
        ("I've got a dog and I went to Rome last week.", "has_pet"),
        ("My sister works at Lidl, she moved to Leeds in 2019.", "works_at"),
        ("My brother, who moved to Oslo in 2019, is a vet.", "works_as"),
        ("I was born in Oslo and my sister was born in 1990.", "is_from"),
    ],
)
def test_a_time_of_the_next_clause_isnt_that_of_the_one_before(read: Reader, text: str, predicate: str) -> None:
    found = [each for each in read(text, times=parse_time(text, now=SAID_AT)).statements if each.predicate == predicate]
    assert found[0].valid_at is None


def test_clauses_with_one_subject_share_a_time(read: Reader) -> None:
    text = "I went to Rome and met Eva last week."
    found = {each.predicate: each.valid_at for each in read(text, times=parse_time(text, now=SAID_AT)).statements}
    assert found["visited"] == found["met"] is not None


@pytest.mark.parametrize(
    ("text", "year"),
    [("I rented a flat in Leeds until March.", 2024), ("I lived in Leeds until March.", 2023)],
)
def test_what_was_given_until_a_time_goes_on(read: Reader, text: str, year: int) -> None:
    homes = [each for each in read(text, times=parse_time(text, now=SAID_AT)).statements if each.object == "Leeds"]
    assert {each.invalid_at.year for each in homes if each.invalid_at is not None} == {year}


def test_since_then_means_since_the_time_before(read: Reader) -> None:
    text = "I moved to Cork in 2019 and I've worked at Acme since then."
    times = [*parse_time(text, now=SAID_AT), *told_lengths(text, SAID_AT, ZoneInfo("UTC"))]
    [job] = [each for each in read(text, times=times).statements if each.predicate == "works_at" and not each.ended]
    assert job.valid_at is not None
    assert job.valid_at.year == 2019


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("I've moved in with my sister for three months.", False),
        ("She came for two weeks.", False),
        ("I've been here for three months, since I moved.", True),
        ("I've lived here for three months.", True),
    ],
)
def test_the_length_of_a_stay_to_come_tells_no_start(text: str, since: bool) -> None:
    assert any(True for _ in told_lengths(text, SAID_AT, ZoneInfo("UTC"))) is since


@pytest.mark.parametrize(
    ("text", "predicate", "start"),
    [
        ("My sister lives in Ulm and starts a job in September.", "lives_in", None),
        ("I live in Bonn and had a crash on Sunday.", "lives_in", None),
        ("I live in Bonn and will fly home in June.", "lives_in", None),
        ("I visited Rome and met Eva yesterday.", "visited", at(2023, 5, 7)),
        ("I have lived in Bonn and worked at Acme since 2018.", "lives_in", at(2018, 1, 1)),
    ],
)
def test_what_is_so_isnt_dated_by_what_happens_beside_it(
    read: Reader, text: str, predicate: str, start: datetime | None
) -> None:
    times = parse_time(text, now=SAID_AT)
    assert [a.valid_at for a in read(text, times=times).statements if a.predicate == predicate and not a.ended] == [
        start
    ]
