"""The grammar, construct by construct: each expression with the interval that it means first.

It is Wednesday, 18 March 2026, 14:30, unless a test says otherwise.
"""

from datetime import datetime

import pytest
from tests.unit.extractors.semantic_time.reading import every, first, times, written

POINTS = {
    "today": "2026-03-18..2026-03-19",
    "yesterday": "2026-03-17..2026-03-18",
    "tomorrow": "2026-03-19..2026-03-20",
    "the day after tomorrow": "2026-03-20..2026-03-21",
    "the day before yesterday": "2026-03-16..2026-03-17",
    "last night": "2026-03-17 18:00..2026-03-18",
    "the night before last": "2026-03-16 18:00..2026-03-17",
    "this morning": "2026-03-18 06:00..2026-03-18 12:00",
    "tomorrow evening": "2026-03-19 18:00..2026-03-20",
    "3 March 2021": "2021-03-03..2021-03-04",
    "March 3rd, 2021": "2021-03-03..2021-03-04",
    "the 3rd of March 2021": "2021-03-03..2021-03-04",
    "Tuesday, 3 March 2021": "2021-03-03..2021-03-04",
    "2021-03-03": "2021-03-03..2021-03-04",
    "3/14/2021": "2021-03-14..2021-03-15",
    "14.3.2021": "2021-03-14..2021-03-15",
    "14-Mar-21": "2021-03-14..2021-03-15",
    "20210314": "2021-03-14..2021-03-15",
    "'98 was good, but May '98 was better": "1998-05-01..1998-06-01",
    "2021-03-03T10:15:30": "2021-03-03 10:15:30..2021-03-03 10:15:31",
    "last Friday": "2026-03-13..2026-03-14",
    "it came on Saturday, 4 berths and all": "2026-03-14..2026-03-15",
    "she was born on Saturday, 3.4 kilos": "2026-03-14..2026-03-15",
    "a leak on Tuesday, 2nd floor": "2026-03-17..2026-03-18",
    "my son turned 6 yesterday": "2026-03-17..2026-03-18",
    "she turned eighteen on Saturday": "2026-03-14..2026-03-15",
    "on Saturday 4": "2026-04-04..2026-04-05",
    "next Tuesday": "2026-03-24..2026-03-25",
    "this Saturday": "2026-03-21..2026-03-22",
    "this past Monday": "2026-03-16..2026-03-17",
    "Friday the 13th": "2026-03-13..2026-03-14",
    "Saturday, first in the family": "2026-03-14..2026-03-15",
}
RELATIVE = {
    "two Fridays ago": "2026-03-06..2026-03-07",
    "three Mondays from now": "2026-04-06..2026-04-07",
    "the Friday after next": "2026-03-27..2026-03-28",
    "last week": "2026-03-09..2026-03-16",
    "this month": "2026-03-01..2026-04-01",
    "next year": "2027-01-01..2028-01-01",
    "last quarter": "2025-10-01..2026-01-01",
    "the weekend before last": "2026-03-07..2026-03-09",
    "the week after next": "2026-03-30..2026-04-06",
    "this decade": "2020-01-01..2030-01-01",
    "the last two weeks": "2026-03-04..2026-03-18 14:30",
    "the past three months": "2025-12-18..2026-03-18 14:30",
    "over the past year": "2025-03-18 14:30..2026-03-18 14:30",
    "in the last month": "2026-02-18 14:30..2026-03-18 14:30",
    "the next 4 business days": "2026-03-19..2026-03-25",
    "within three days": "2026-03-18..2026-03-21",
    "year to date": "2026-01-01..2026-03-18 14:30",
    "two weeks ago": "2026-03-02..2026-03-09",
    "three days ago": "2026-03-15..2026-03-16",
    "two months ago": "2026-01-01..2026-02-01",
    "ten years ago": "2016-01-01..2017-01-01",
    "a couple of months back": "2026-01-01..2026-02-01",
    "a fortnight ago": "2026-03-02..2026-03-09",
    "five minutes ago": "2026-03-18 14:25..2026-03-18 14:25:01",
    "an hour and a half ago": "2026-03-18 13:00..2026-03-18 13:00:01",
    "a year ago today": "2025-03-18..2025-03-19",
    "in three weeks": "2026-04-06..2026-04-13",
    "in half an hour": "2026-03-18 15:00..2026-03-18 15:00:01",
    "two days from tomorrow": "2026-03-21..2026-03-22",
    "three days after Christmas": "2025-12-28..2025-12-29",
    "two Fridays before Christmas": "2025-12-12..2025-12-13",
    "the week before Christmas": "2025-12-18..2025-12-25",
}
PARTS = {
    "early May": "2025-05-01..2025-05-11",
    "the end of last year": "2025-09-01..2026-01-01",
    "mid-2022": "2022-05-01..2022-09-01",
    "early nineties": "1990-01-01..1994-01-01",
    "the beginning of the month": "2026-03-01..2026-03-11",
    "late last week": "2026-03-13..2026-03-16",
    "turned sixty last week": "2026-03-09..2026-03-16",
    "the first half of 2019": "2019-01-01..2019-07-01",
    "the rest of the week": "2026-03-18 14:30..2026-03-23",
    "earlier this year": "2026-01-01..2026-03-18 14:30",
    "the second week of June": "2025-06-09..2025-06-16",
    "last weekend of March": "2026-03-28..2026-03-30",
    "first Monday in June": "2025-06-02..2025-06-03",
    "the last day of February": "2026-02-28..2026-03-01",
    "the third Thursday of next month": "2026-04-16..2026-04-17",
    "week 12 of 2020": "2020-03-16..2020-03-23",
    "the week of May 4": "2025-04-28..2025-05-05",
    "Labor Day weekend": "2025-08-30..2025-09-02",
}
PERIODS = {
    "Q3 2021": "2021-07-01..2021-10-01",
    "H1 2020": "2020-01-01..2020-07-01",
    "the third quarter of 2019": "2019-07-01..2019-10-01",
    "summer 2019": "2019-06-01..2019-09-01",
    "last winter": "2025-12-01..2026-03-01",
    "two summers ago": "2024-06-01..2024-09-01",
    "the 1990s": "1990-01-01..2000-01-01",
    "the late 1980s": "1986-01-01..1990-01-01",
    "the nineties": "1990-01-01..2000-01-01",
    "the 18th century": "1700-01-01..1800-01-01",
    "Christmas": "2025-12-25..2025-12-26",
    "New Year's Eve 2019": "2019-12-31..2020-01-01",
    "Easter 2018": "2018-04-01..2018-04-02",
    "Thanksgiving": "2025-11-27..2025-11-28",
}
TIMES_OF_DAY = {
    "3 pm tomorrow": "2026-03-19 15:00..2026-03-19 16:00",
    "half past seven tonight": "2026-03-18 19:30..2026-03-18 19:31",
    "quarter to six on Friday": "2026-03-13 17:45..2026-03-13 17:46",
    "tomorrow morning at 9": "2026-03-19 09:00..2026-03-19 10:00",
    "the 5th at noon": "2026-03-05 12:00..2026-03-05 13:00",
    "from 9 to 5 on Monday": "2026-03-16 09:00..2026-03-16 17:00",
    "Friday afternoon": "2026-03-13 12:00..2026-03-13 18:00",
}
RANGES = {
    "from May to July": "2025-05-01..2025-08-01",
    "between 2014 and 2018": "2014-01-01..2019-01-01",
    "November 19-20": "2025-11-19..2025-11-21",
    "4 to 22 January 1995": "1995-01-04..1995-01-23",
    "from Monday to Wednesday": "2026-03-16..2026-03-19",
    "three days starting Monday": "2026-03-16..2026-03-19",
    "for three years until 2021": "2018-01-01..2021-01-01",
    "since 2019": "2019-01-01.....",
    "until Friday": ".....2026-03-14",
    "before May": ".....2025-05-01",
    "after 2018": "2019-01-01.....",
    "by tomorrow": ".....2026-03-20",
    "as of last summer": "2025-06-01.....",
    "since last March": "2025-03-01.....",
    "3 pm or later on Monday": "2026-03-16 15:00.....",
}
VAGUE = {
    "recently": "2026-02-16 14:30..2026-03-18 14:30",
    "a while ago": "2025-03-18 14:30..2026-02-18 14:30",
    "soon": "2026-03-18 14:30..2026-04-17 14:30",
    "these days": "2026-01-18 14:30..2026-03-18 14:30",
}
WORDS = {
    "in 1999": "1999-01-01..2000-01-01",
    "in the year 2015": "2015-01-01..2016-01-01",
    "nineteen eighty-six": "1986-01-01..1987-01-01",
    "on January twenty-fifth nineteen eighty six": "1986-01-25..1986-01-26",
    "twenty minutes past eight": "2026-03-18 08:20..2026-03-18 08:21",
}

MORE = {
    "this time last year": "2025-03-18..2025-03-19",
    "two or three weeks ago": "2026-02-23..2026-03-09",
    "3-4 days ago": "2026-03-14..2026-03-16",
    "a hundred years ago": "1926-01-01..1927-01-01",
    "two mornings ago": "2026-03-16 06:00..2026-03-16 12:00",
    "a quarter of an hour ago": "2026-03-18 14:15..2026-03-18 14:15:01",
    "the summer before last": "2024-06-01..2024-09-01",
    "the day before": "2026-03-17..2026-03-18",
    "Mon-Fri": "2026-03-16..2026-03-21",
    "from now on": "2026-03-18 14:30.....",
    "2020-01-01/2020-02-01": "2020-01-01..2020-02-02",
    "the 17th and 18th centuries": "1600-01-01..1800-01-01",
    "EOD tomorrow": "2026-03-19 23:59:59..2026-03-20",
    "year-end 1988": "1988-09-01..1989-01-01",
    "pre-2010": ".....2010-01-01",
    "spring to autumn 2019": "2019-03-01..2019-12-01",
    "Sunday morning last week": "2026-03-15 06:00..2026-03-15 12:00",
    "Monday week": "2026-03-30..2026-03-31",
    "0600 hours tomorrow": "2026-03-19 06:00..2026-03-19 06:01",
    "half eight tonight": "2026-03-18 20:30..2026-03-18 20:31",
    "noon EDT on Friday": "2026-03-13 12:00..2026-03-13 13:00",
    "the early hours of Sunday": "2026-03-15..2026-03-15 06:00",
    "back in the early 90s": "1990-01-01..1994-01-01",
    "next week between Wednesday and Friday": "2026-03-25..2026-03-28",
    "2020-W12": "2020-03-16..2020-03-23",
    "the final week of May 2020": "2020-05-25..2020-06-01",
}

CHATTED = {
    "we met on teusday": "2026-03-17..2026-03-18",
    "the day before yesteday": "2026-03-16..2026-03-17",
    "in febuary 2023": "2023-02-01..2023-03-01",
    "come over at 7ish tonight": "2026-03-18 19:00..2026-03-18 20:00",
    "at 8:15 sharp this morning": "2026-03-18 08:15..2026-03-18 08:16",
    "the meeting is 2-3:30pm tomorrow": "2026-03-19 14:00..2026-03-19 15:30",
    "Saturday night until 3am": "2026-03-14 18:00..2026-03-15 03:00",
    "lunchtime yesterday": "2026-03-17 12:00..2026-03-17 14:00",
    "taken on December 1,2023": "2023-12-01..2023-12-02",
    "a day or two ago": "2026-03-16..2026-03-18",
    "two weeks or so ago": "2026-03-02..2026-03-09",
    "a week from Saturday": "2026-03-28..2026-03-29",
    "I'm off Monday week I think": "2026-03-30..2026-03-31",
    "the party is a week on Sunday": "2026-03-29..2026-03-30",
    "we fly two weeks tomorrow": "2026-04-02..2026-04-03",
    "I'm off for a week tomorrow": "2026-03-19..2026-03-20",
    "three Christmases ago": "2023-12-25..2023-12-26",
    "Labor Day weekend last year": "2025-08-30..2025-09-02",
    "Christmas week two years ago": "2024-12-23..2024-12-30",
    "last year at Christmas": "2025-12-25..2025-12-26",
    "the day after Christmas last year": "2025-12-26..2025-12-27",
    "the last weekend before April 10, 2023": "2023-04-08..2023-04-10",
    "the first Monday after Easter 2023": "2023-04-10..2023-04-11",
    "the same day last week": "2026-03-11..2026-03-12",
    "the twenties of the last century": "1920-01-01..1930-01-01",
    "Winter 2020-21 was long": "2020-12-01..2021-03-01",
    "in May and June 2023": "2023-05-01..2023-06-01",
    "Monday and Tuesday of last week": "2026-03-09..2026-03-10",
    "over the course of 2020": "2020-01-01..2021-01-01",
    "throughout March": "2026-03-01..2026-04-01",
    "the papers came through last week": "2026-03-09..2026-03-16",
    "in Rome 28th to 3rd": "2026-02-28..2026-03-04",
    "On the 3rd we had a row": "2026-03-03..2026-03-04",
    "Tues 17th at half 6": "2026-03-17 18:30..2026-03-17 18:31",
    "twenty to four tomorrow afternoon": "2026-03-19 15:40..2026-03-19 15:41",
    "at 19h30 yesterday": "2026-03-17 19:30..2026-03-17 19:31",
    "at 0800 tomorrow": "2026-03-19 08:00..2026-03-19 08:01",
    "c u 2moro": "2026-03-19..2026-03-20",
    "two years ago this month": "2024-03-01..2024-04-01",
    "a week ago last Friday": "2026-03-06..2026-03-07",
    "next year in May": "2027-05-01..2027-06-01",
    "two Septembers ago": "2024-09-01..2024-10-01",
    "the latter half of 2022": "2022-07-01..2023-01-01",
    "1990-95": "1990-01-01..1996-01-01",
    "no later than 31 Jan 2025": ".....2025-02-01",
    "I need it by Friday": ".....2026-03-21",
    "Monday, Wednesday and Friday of last week": "2026-03-09..2026-03-10",
    "March, April and May 2021": "2021-03-01..2021-04-01",
    "earlier this afternoon": "2026-03-18 12:00..2026-03-18 14:30",
    "What have I been up to this month so far?": "2026-03-01..2026-03-18 14:30",
}


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        (text, interval)
        for table in (POINTS, RELATIVE, PARTS, PERIODS, TIMES_OF_DAY, RANGES, VAGUE, WORDS, MORE, CHATTED)
        for text, interval in table.items()
    ],
)
def test_expression_means_its_interval_first(text: str, interval: str) -> None:
    assert first(text) == interval


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("next Friday", "2026-03-20..2026-03-21"),
        ("two months ago", "2026-01-18..2026-01-19"),
        ("the last two weeks", "2026-03-02..2026-03-16"),
        ("late last month", "2026-02-16..2026-03-01"),
        ("this evening", "2026-03-18 16:00..2026-03-18 20:00"),
        ("3/4/2021", "2021-04-03..2021-04-04"),
        ("from 2014 to 2018", "2014-01-01..2018-01-01"),
        ("the first week of October 2014", "2014-10-06..2014-10-13"),
        ("after 2018", "2018-01-01....."),
        ("Tuesday at 7", "2026-03-17 19:00..2026-03-17 20:00"),
    ],
)
def test_second_meanings_are_offered(text: str, other: str) -> None:
    assert other in every(text)[1:]


def test_every_time_of_a_sentence_is_found_where_it_stands() -> None:
    text = "I moved in 2019, started at Acme last March and we met on Friday at 3 pm."
    found = times(text)
    assert [span.text for span in found] == ["2019", "last March", "Friday at 3 pm"]
    assert all(text[span.start_char : span.end_char] == span.text for span in found)


def test_printed_quotes_and_dashes_read_like_typed_ones() -> None:
    text = "May \u201998, 2014\u20132018"
    assert [span.text for span in times(text)] == ["May \u201998", "2014\u20132018"]
    assert every(text)[0] == every("May '98")[0]


def test_a_date_that_does_not_exist_is_no_time() -> None:
    assert times("February 29, 2022") == []
    assert times("2024-02-30 and 31/31/2020") == []


def test_a_leap_day_is_looked_for_in_leap_years() -> None:
    assert first("Feb 29", prefer="past") == "2024-02-29..2024-03-01"
    assert first("Feb 29", prefer="future") == "2028-02-29..2028-03-01"


def test_a_weekday_said_on_that_day_is_another_day() -> None:
    wednesday = datetime(2026, 3, 18)  # noqa: DTZ001 - the user's local time
    assert first("Wednesday", "past", wednesday) == "2026-03-11..2026-03-12"
    assert first("Wednesday", "future", wednesday) == "2026-03-25..2026-03-26"


def test_a_month_that_is_now_is_this_one() -> None:
    assert first("March") == "2026-03-01..2026-04-01"


def test_dates_with_month_names_of_other_languages_are_read() -> None:
    assert first("am 12. Mai 2014 war ich da") == "2014-05-12..2014-05-13"
    assert first("le 3 février 2020") == "2020-02-03..2020-02-04"
    assert times("3 février 2020", fallback=False) == []


def test_a_numbered_list_of_dates_is_read_as_dates() -> None:
    text = "1. March 18th, a fair\n2. May 6th, a market"
    assert [span.text for span in times(text)] == ["March 18th", "May 6th"]


def test_a_length_that_the_past_took_is_no_time() -> None:
    assert times("We painted it in two days.") == []
    assert first("We will paint it in two days.") == "2026-03-20..2026-03-21"


def test_what_a_story_counts_from_itself_weighs_less() -> None:
    assert [times(text)[0].weight for text in ("the next day", "that evening", "next week")] == [0.5, 0.3, 1.0]


@pytest.mark.parametrize(
    ("text", "interval"),
    [
        ("In 2019 we moved; two years later we had a son.", "2021-01-01..2022-01-01"),
        ("On 1 March 2022 I applied; two weeks later they called.", "2022-03-14..2022-03-21"),
        ("I moved last May and started at Acme two weeks later.", "2025-05-12..2025-06-16"),
        ("I had a nap at 3 pm yesterday. Two hours later I woke up.", "2026-03-17 17:00..2026-03-17 17:00:01"),
        ("She left on 3 May 2021; the following day I called.", "2021-05-04..2021-05-05"),
        ("We were there 3 to 5 May 2023. The next day we flew home.", "2023-05-06..2023-05-07"),
        ("We met in June 2020. Later that month we moved in.", "2020-06-01..2020-07-01"),
        ("I left in 2010 and came back the following year.", "2011-01-01..2012-01-01"),
    ],
)
def test_a_story_counts_from_the_time_that_it_told_last(text: str, interval: str) -> None:
    _, later = times(text)
    assert f"{written(later.start)}..{written(later.end)}" == interval
    assert later.weight == 0.7
    assert later.alternatives, "as it is counted from now"


def test_what_a_story_does_not_date_is_counted_from_now_and_weighs_less() -> None:
    assert [span.weight for span in times("Two weeks later we moved.")] == [0.5]
    assert [span.weight for span in times("We moved in 2019. The next day it rained.")] == [1.0, 0.5]
    assert [span.weight for span in times("I'll call you two weeks later.")] == [1.0]


def test_vague_expressions_weigh_little() -> None:
    assert [span.weight < 0.5 for span in times("recently")] == [True]
    assert [span.weight for span in times("last week")] == [1.0]


def test_a_period_that_goes_on_is_open() -> None:
    assert first("since I moved in 2021") == "2021-01-01....."
    assert times("since I moved in 2021")[0].kind == "open"
