"""Words that look like times and are none."""

import pytest
from tests.unit.extractors.semantic_time.reading import times

NO_TIMES = [
    "You may ask, and one may wonder.",
    "May the force be with you.",
    "They march on.",
    "That was my last day at the shop",
    "Last day of school!",
    "She wrote it in her last year at school.",
    "My last week of work was fun.",
    "The sun came out and he sat down.",
    "mon ami",
    "I'm on my second coffee",
    "the first time",
    "I teach year four, and she's in year 5",
    "month three of the course",
    "This might be the first!",
    "Let's target a second round",
    "fall in love, spring a leak",
    "a year-long course, a 10 minute walk",
    "my 5 year old son ran 5 km in 25 minutes",
    "it lasted for three days",
    "24/7, 50/50 and 10/10 would recommend",
    "a 4:3 screen, a 1:1 meeting",
    "We won 3-2",
    "version 2.0.1, Version: 1.10.30",
    "Call 555-123-4567 or +86 138-2010-2015",
    "The ssn is 123-12-1234",
    "$12.50, 12.53%, 101,194 points",
    "https://example.org/a1b2?id=3am3ioY-4ea7-8418",
    "Pay ABC 2000",
    "room 2019, chapter 3",
    "she's in her 30s",
    "Good morning! Have a great week!",
    "every Tuesday, each month, once a week",
    "over and over, from time to time",
    "in the end, at last, next to me",
    "12 80 2012",
    "I am 5",
    "The spring in the mattress broke.",
    "The fall broke his arm.",
    "June, can you pass the salt?",
    "I went there with April and June.",
    "I live at 12 March Street.",
    "About 3/4 of the class came.",
    "He won the 100 m in 10.5 seconds.",
    "Model T-2000 robots",
    "How long ago did I start?",
    "What was she up to?",
    "in my late twenties, in her mid-30s",
    "choir every other Tuesday",
    "on the 3rd floor, the 2nd try",
    "Easter eggs and Christmas trees",
]


@pytest.mark.parametrize("text", NO_TIMES)
def test_text_without_a_time_has_no_span(text: str) -> None:
    assert [span.text for span in times(text) if span.resolved] == []


def test_the_same_words_are_times_where_the_neighbours_say_so() -> None:
    for text in (
        "It may be in may",
        "I might go in March",
        "last sat",
        "on the second",
        "in the fall",
        "on 7/10",
        "in June, and",
    ):
        assert len(times(text)) == 1, text


def test_today_may_be_nowadays() -> None:
    assert [span.kind for span in times("a city known today as Mumbai")] == ["instant"]
