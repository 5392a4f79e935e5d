"""Which of two readings comes first."""

from tests.unit.extractors.semantic_time.reading import NOW, first

from chronomem.extractors.semantic_time import parse_time
from chronomem.extractors.semantic_time.direction import Tense

LAST_FRIDAY = "2026-03-13..2026-03-14"
NEXT_FRIDAY = "2026-03-20..2026-03-21"


def test_the_tense_of_the_sentence_decides() -> None:
    assert first("I flew on Friday") == LAST_FRIDAY
    assert first("I'm flying on Friday") == NEXT_FRIDAY
    assert first("We will meet on Friday") == NEXT_FRIDAY
    assert first("She's going to call Friday") == NEXT_FRIDAY
    assert first("Where were you on Friday?") == LAST_FRIDAY


def test_what_is_on_or_starts_on_a_day_is_ahead() -> None:
    assert first("The course starts on Friday") == NEXT_FRIDAY
    assert first("The party is on Friday") == NEXT_FRIDAY
    assert first("The party was on Friday") == LAST_FRIDAY


def test_what_is_arranged_is_ahead_whether_or_not_it_has_a_subject() -> None:
    assert first("I start on Friday") == NEXT_FRIDAY
    assert first("Flying home Friday") == NEXT_FRIDAY
    assert first("I get back from Rome on Friday") == NEXT_FRIDAY
    assert first("I got back from Rome on Friday") == LAST_FRIDAY
    assert first("Yep, moving to Leeds on Friday") == NEXT_FRIDAY
    assert first("We signed it! Moving in Friday") == NEXT_FRIDAY
    assert first("Moving on Friday was awful") == LAST_FRIDAY
    assert first("Cleaned all day Friday") == LAST_FRIDAY


def test_what_will_be_done_is_ahead() -> None:
    assert first("It will be closed until Friday") == "....." + NEXT_FRIDAY.partition("..")[2]
    assert first("It was closed on Friday") == LAST_FRIDAY


def test_a_weekday_tells_the_year_of_a_date_where_no_verb_does() -> None:
    assert first("out on Friday the 14th of August") == "2026-08-14..2026-08-15"
    assert first("Thursday, 14 August: rain") == "2025-08-14..2025-08-15"
    assert first("14 August (Friday): rain") == "2026-08-14..2026-08-15"
    assert first("We met on Friday 14 August") == "2025-08-14..2025-08-15"


def test_questions_without_a_tense_lean_back() -> None:
    assert first("What about Friday?") == LAST_FRIDAY


def test_each_sentence_has_its_own_direction() -> None:
    assert first("I met Ann. We will talk again on Friday.") == NEXT_FRIDAY
    assert first("I will call Ann. We talked on Friday.") == LAST_FRIDAY


def test_the_setting_overrules_the_tense() -> None:
    assert first("I flew on Friday", prefer="future") == NEXT_FRIDAY
    assert first("I'm flying on Friday", prefer="past") == LAST_FRIDAY


def test_tenses_of_a_tagger_are_taken_before_the_words() -> None:
    spans = parse_time("I flew on Friday", now=NOW, tenses=[Tense(2, "future")])
    assert spans[0].start is not None
    assert spans[0].start.day == 20


def test_the_other_direction_is_an_alternative() -> None:
    span = parse_time("Friday", now=NOW)[0]
    assert [reading.start.day for reading in span.readings() if reading.start] == [13, 20]


def test_since_looks_back_whatever_the_verb_does() -> None:
    assert first("I'm off sugar since January") == "2026-01-01....."
    assert first("I'm off on Friday") == NEXT_FRIDAY
