"""Summaries without a language model are made of what was said, and read by themselves."""

import asyncio
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from chronomem.extractors.embeddings.embedder import StaticEmbedder
from chronomem.extractors.summaries.dated_words import with_dates
from chronomem.extractors.summaries.extractive import ExtractiveSummariser
from chronomem.extractors.summaries.summariser import Source, Summary, SummaryRequest
from chronomem.extractors.summaries.third_person import retold

ZONE = ZoneInfo("Europe/Lisbon")
NOON = datetime(2024, 5, 8, 12, tzinfo=UTC)  # a Wednesday
SUMMARISER = ExtractiveSummariser(StaticEmbedder())

TALK = [
    ("Ann", "Hey Bob! Good to see you! How have you been?"),
    ("Bob", "Hi Ann! I moved to Porto last week. It was a lot of work!"),
    ("Ann", "Wow, that's awesome, Bob! What made you choose Porto?"),
    ("Bob", "My sister Clara lives there. We are opening a bakery together in June."),
    ("Bob", "My sister Clara lives there, and we are opening a bakery together in June."),
    ("Ann", "Thanks for telling me! I adopted a greyhound called Rufus yesterday."),
    ("Bob", "Sounds great, Ann! [shared image: a greyhound on a sofa]"),
]


def said(talk: list[tuple[str, str]], start: datetime = NOON) -> list[Source]:
    return [Source(f"t{n}", text, start + timedelta(minutes=n), who) for n, (who, text) in enumerate(talk)]


def summary(sources: list[Source], words: int = 60) -> Summary:
    request = SummaryRequest("calendar.day", sources, words, ZONE)
    return asyncio.run(SUMMARISER.summarise([request], user="u"))[0]


def test_it_tells_what_happened_in_order_by_name_and_date() -> None:
    found = summary(said(TALK))
    assert found.extractive
    assert found.text.splitlines() == [
        "Bob moved to Porto last week (the week of 29 April 2024).",
        "Bob: My sister Clara lives there, and we are opening a bakery together in June 2024.",
        "Ann adopted a greyhound called Rufus on 7 May 2024.",
        "Bob shared an image: a greyhound on a sofa.",
    ]
    assert found.rests_on == ("t1", "t4", "t5", "t6")


def test_greetings_questions_and_repetitions_are_left_out() -> None:
    text = summary(said(TALK), words=500).text
    assert "?" not in text
    assert not any(word in text for word in ("Hey", "Hi ", "Good to see", "awesome", "Sounds great"))
    assert text.count("bakery") == 1


@pytest.mark.parametrize("words", [10, 25, 60])
def test_it_keeps_to_its_length(words: int) -> None:
    text = summary(said(TALK), words).text
    assert text
    assert len(text.split()) <= 1.6 * words  # dates and names are added to what was picked


def test_the_same_sources_give_the_same_words() -> None:
    assert summary(said(TALK)) == summary(said(TALK))


def test_of_several_days_each_begins_with_its_date_and_so_do_summaries_of_summaries() -> None:
    first, second = said(TALK[1:2]), said(TALK[5:6], NOON + timedelta(days=1))
    lines = summary([*first, *second]).text.splitlines()
    assert lines[0].startswith("8 May 2024: Bob moved to Porto")
    assert lines[-1].startswith("9 May 2024: Ann adopted a greyhound")
    above = summary([Source("week", "\n".join(lines), NOON), Source("next", "Ann bought a tent.", NOON + timedelta(9))])
    assert above.text.splitlines() == [*lines, "17 May 2024: Ann bought a tent."]


def test_where_there_are_only_questions_they_are_the_summary() -> None:
    assert summary(said([("Ann", "Where are you?")])).text == "Ann: Where are you?"


def test_nothing_is_made_of_nothing() -> None:
    assert summary([]) == Summary("", True, ())


def test_long_texts_without_an_end_are_cut() -> None:
    assert len(summary(said([("Ann", "tomato " * 5_000)])).text.split()) < 80


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I have a cat and I love it.", "Ann has a cat and she loves it."),
        ("I'm moving to Rome with my sister.", "Ann is moving to Rome with her sister."),
        ("My boss gave me a raise.", "Ann's boss gave her a raise."),
        ("I don't eat meat.", "Ann doesn't eat meat."),
        ("I've finished my book.", "Ann has finished her book."),
        ("I'd love to see Oslo.", "Ann would love to see Oslo."),
        ("I go running and swim every day.", "Ann goes running and swims every day."),
        ("I painted that lake last year.", "Ann painted that lake last year."),
        ("We went to Rome.", "Ann: We went to Rome."),
        ("I will call you.", "Ann: I will call you."),
        ("Gonna see my mom.", "Ann: Gonna see my mom."),
        ('She said "I know my way."', 'Ann: She said "I know my way."'),
        ("Me gusta mucho el mar.", "Ann: Me gusta mucho el mar."),
        ("Der Urlaub war sehr schön.", "Ann: Der Urlaub war sehr schön."),
    ],
)
def test_who_speaks_is_told_by_name(text: str, expected: str) -> None:
    assert retold([(text, "Ann")]) == [expected]


def test_of_whom_nobody_knows_she_or_he_they_is_said() -> None:
    assert retold([("I sold my car because I was broke.", "user")]) == ["User sold their car because they were broke."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I ran yesterday.", "I ran on 7 May 2024."),
        ("Yesterday, I ran.", "On 7 May 2024, I ran."),
        ("I ran last Saturday.", "I ran on 4 May 2024."),
        ("We go next month.", "We go in June 2024."),
        ("It opens in June.", "It opens in June 2024."),
        ("It is lovely in June.", "It is lovely in June."),
        ("It will open in June.", "It will open in June 2024."),
        ("I moved last year.", "I moved in 2023."),
        ("I moved last week.", "I moved last week (the week of 29 April 2024)."),
        ("I moved in 2019.", "I moved in 2019."),
        ("It was yesterday's bread.", "It was yesterday's bread."),
        ("I slept badly lately.", "I slept badly lately."),
        ("I may march for it.", "I may march for it."),
    ],
)
def test_times_are_told_by_the_calendar(text: str, expected: str) -> None:
    assert with_dates(text, NOON, ZONE) == expected
