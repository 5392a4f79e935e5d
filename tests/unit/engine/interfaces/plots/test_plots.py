"""The picture of a timeline: what is chosen for it, and that any words can stand in it."""

import xml.etree.ElementTree as ET
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from matplotlib.image import imread

from chronomem import Entity, Fact, InvalidInput, Topic
from chronomem.engine.interfaces.plots.activity import is_daily, months_of_turns, steps_of
from chronomem.engine.interfaces.plots.colours import INK, PAPER, ink_on
from chronomem.engine.interfaces.plots.lanes import MOST_ROWS, lanes_of
from chronomem.engine.interfaces.plots.letters import cut, fitting, shown, width_of
from chronomem.engine.interfaces.plots.picture import Timeline, save_timeline
from chronomem.engine.interfaces.plots.span import MonthSpan
from chronomem.engine.interfaces.plots.topic_stream import months_of
from chronomem.engine.interfaces.topic_streams import streams_of
from chronomem.graph_schema.facts.predicates import VOCABULARY, Predicate
from chronomem.graph_schema.facts.vocabulary import FactVocabulary

KOLKATA = ZoneInfo("Asia/Kolkata")
YEAR = MonthSpan.around(date(2024, 1, 7), date(2024, 12, 29), KOLKATA)
HOSTILE = (
    *("$\\frac{1}{$ \\bad", "line\nbreak\r\ttab", "שלום עולם ומלואו", "مرحبا بالعالم", "日本語の名前", "\U0001f697"),
    *("x" * 400, "<script>alert(1)</script>&amp;", "a\u202eb\u0000c", "Z̸̡a̷l̶g̵o̴", "____", "%s {0} ^_^ \\$5"),
)


def at(*day: int) -> datetime:
    return datetime(*day, tzinfo=UTC)  # type: ignore[misc,arg-type] # year, month, day


def fact(says: str, predicate: str = "lives_in", subject: str = "Ann", **changes: object) -> Fact:
    values = {
        **dict.fromkeys(("object", "valid_at", "invalid_at", "occurred_until", "expired_at")),
        **dict.fromkeys(("created_at", "reinforced_at"), at(2024, 1, 1)),
        **dict.fromkeys(("turn_ids", "supersedes"), ()),
        "id": f"{subject} {predicate} {says}",
        "subject": Entity(subject, subject),
        "predicate": predicate,
        "value": says,
        "text": says,
        "confidence": 0.5,
        "negated": False,
        "dated": True,
        "reinforcements": 0,
    }
    return Fact(**(values | changes))  # type: ignore[arg-type] # a mixture, as of the fields


def topic(month: int, *things: str, turns: int = 3) -> Topic:
    start = datetime(2024, month, 1, tzinfo=KOLKATA)
    return Topic(
        id=f"{month} {things[0]}",
        month=f"month:2024-{month:02}",
        start=start,
        end=start + timedelta(days=28),
        name=things[0],
        things=things,
        entities=(),
        summary="",
        extractive=True,
        turn_ids=tuple(map(str, range(turns))),
    )


def picture(user: str, words: tuple[str, ...]) -> Timeline:
    facts = [fact(text, ("lives_in", "likes", text)[n % 3], text) for n, text in enumerate(words)]
    topics = [topic(month, text, words[n - 1]) for month in (1, 2, 6, 12) for n, text in enumerate(words[:8])]
    return Timeline(user, YEAR, {date(2024, 1, 7): 5, date(2024, 12, 29): 1}, facts, topics)


def test_any_words_can_stand_in_a_picture(tmp_path: Path) -> None:
    hostile = picture("$user\n", HOSTILE)
    save_timeline(hostile, tmp_path / "a.png")
    height, width, _ = imread(tmp_path / "a.png").shape
    assert (width, height > 1000) == (1800, True)
    save_timeline(hostile, tmp_path / "a.svg")
    drawn = ET.parse(tmp_path / "a.svg").getroot()  # noqa: S314 - our own
    assert {element.tag.rpartition("}")[2] for element in drawn.iter()}.isdisjoint({"script", "image", "a", "text"})


def test_the_same_timeline_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        save_timeline(picture("ann", ("Porto", "Lisbon")), tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_many_years_and_a_single_day_are_drawn(tmp_path: Path) -> None:
    days = {date(2001, 3, 1) + timedelta(days=17 * n): 1 + n % 9 for n in range(500)}
    for turns in (days, {date(2024, 2, 29): 1}):
        span = MonthSpan.around(min(turns), max(turns), KOLKATA)
        save_timeline(Timeline("ann", span, turns, [fact("Porto")], []), tmp_path / "a.png")
        assert imread(tmp_path / "a.png").shape[1] == 1800
        assert is_daily(span) == (len(turns) == 1)


def test_another_ending_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"'a.pdf' should end in .png or .svg"):
        save_timeline(picture("ann", ("Porto",)), tmp_path / "a.pdf")
    with pytest.raises(InvalidInput, match="can't be written"):
        save_timeline(picture("ann", ("Porto",)), tmp_path / "nowhere" / "a.svg")


def test_words_become_one_line_of_letters_that_can_be_drawn() -> None:
    assert shown(" line\nbreak\ttab ") == "line break tab"
    assert shown("a\u202eb\u0000c") == "abc"
    assert shown("a \U0010ffff") == "a ▯"
    assert cut("Marek", 5) == "Marek"
    assert cut("Marek and", 6) == "Marek…"
    assert fitting("Bristol", 10, 2.0) == "Bristol"
    assert fitting("Bristol", 10, 0.2) == ""
    assert width_of("日本", 10) > width_of("ab", 10)


def test_a_span_is_of_whole_months_in_the_users_time() -> None:
    assert (YEAR.first, YEAR.end, YEAR.days) == (date(2024, 1, 1), date(2025, 1, 1), 366)
    assert YEAR.at(at(2023, 12, 31) + timedelta(hours=18, minutes=30)) == 0.0
    assert len(list(YEAR.months())) == 12


def test_what_holds_one_value_has_a_lane_with_its_values_in_a_row() -> None:
    porto = fact("Porto", valid_at=at(2020, 1, 1), invalid_at=at(2024, 3, 1))
    lisbon = fact("Lisbon", valid_at=at(2024, 3, 1))
    (lane,) = lanes_of([lisbon, porto], YEAR)
    assert [bar.says for bar in lane.rows[0]] == ["Porto", "Lisbon"]
    assert [(bar.open_start, bar.open_end) for bar in lane.rows[0]] == [(True, False), (False, True)]
    assert lane.rows[0][0].end == lane.rows[0][1].start


def test_events_denials_minor_facts_and_other_times_have_no_lane() -> None:
    left_out = [
        fact("Rome", "visited", valid_at=at(2024, 5, 1)),
        fact("meat", "likes", negated=True),
        fact("it rains", "thinks", minor=True),
        fact("Faro", valid_at=at(2010, 1, 1), invalid_at=at(2012, 1, 1)),
        fact("Oslo", valid_at=at(2026, 1, 1)),
        fact("Bath", valid_at=at(2024, 5, 1), invalid_at=at(2024, 5, 1)),
    ]
    assert lanes_of(left_out, YEAR) == []


def test_homes_come_before_the_rest_when_there_is_room_for_few() -> None:
    many = [fact(str(n), "likes", f"Person {n:02}") for n in range(2 * MOST_ROWS)]
    lanes = lanes_of([*many, fact("Porto", subject="Zoe")], YEAR)
    assert sum(len(lane.rows) for lane in lanes) == MOST_ROWS
    assert lanes[0].subject == "Zoe"


def test_a_stream_is_what_topics_of_several_months_share() -> None:
    told = [topic(1, "coffee", "dog", turns=9), topic(1, "rain", turns=2), topic(3, "Dog", "bread"), topic(5, "bread")]
    months = months_of(told, YEAR)
    assert {month: [t.name for t in own] for month, own in months.items()} == {
        0: ["coffee", "rain"],
        2: ["Dog"],
        4: ["bread"],
    }
    (stream,) = streams_of(months, 8)
    assert (stream.name, sorted(stream.topics), stream.turns) == ("dog", [0, 2], 12)


def test_colours_step_at_the_quarters_of_what_was_said() -> None:
    assert steps_of([0, 1, 2, 3, 4, 5, 6, 7, 8]) == [0, 3, 5, 7]
    assert steps_of([7, 7]) == [0]
    assert steps_of([0]) == [0]
    assert months_of_turns({date(2024, 5, 1): 2, date(2024, 5, 31): 3}) == {(2024, 5): 5}
    assert (ink_on("#0b4c80"), ink_on("#e69f00")) == (PAPER, INK)


def test_a_users_own_events_have_no_lane_and_their_single_states_come_first() -> None:
    own = {
        "tests": Predicate("tests", "tried that shoe", kind="event"),
        "trains_at": Predicate("trains_at", "trains at that club", single=True),
    }
    vocabulary = FactVocabulary({**VOCABULARY, **own})
    known = [
        fact("a red shoe", "tests", valid_at=at(2024, 5, 1)),
        fact("Harriers", "trains_at", valid_at=at(2024, 5, 1)),
        fact("rain", "likes", valid_at=at(2024, 1, 1)),
    ]
    assert {lane.respect for lane in lanes_of(known, YEAR)} == {"tests", "trains at", "likes"}
    assert [lane.respect for lane in lanes_of(known, YEAR, vocabulary)] == ["trains at", "likes"]
