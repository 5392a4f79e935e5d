"""The bundled demo conversation keeps the neutral form that the readers and the benchmark expect."""

import json
from datetime import datetime, timedelta
from importlib import resources
from itertools import groupby, pairwise
from typing import Any

import pytest

CONVERSATION_KEYS = {"id", "user", "turns", "questions"}
TURN_KEYS = {"id", "session", "speaker", "role", "text", "said_at"}
QUESTION_KEYS = {"id", "text", "asked_at", "category", "gold", "answer"}
CATEGORIES = {"single-hop", "multi-hop", "temporal", "open"}
SESSION_GAP = timedelta(minutes=30)


@pytest.fixture(scope="module")
def conversation() -> dict[str, Any]:
    file = resources.files("chronomem.engine") / "demo" / "conversation.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 1, "one conversation, hence one line"
    loaded = json.loads(lines[0])
    assert isinstance(loaded, dict)
    return loaded


@pytest.fixture(scope="module")
def turns(conversation: dict[str, Any]) -> list[dict[str, Any]]:
    return list(conversation["turns"])


@pytest.fixture(scope="module")
def questions(conversation: dict[str, Any]) -> list[dict[str, Any]]:
    return list(conversation["questions"])


def test_every_object_has_exactly_the_fields_of_the_form(
    conversation: dict[str, Any], turns: list[dict[str, Any]], questions: list[dict[str, Any]]
) -> None:
    assert set(conversation) == CONVERSATION_KEYS
    assert all(set(turn) == TURN_KEYS for turn in turns)
    assert all(set(question) == QUESTION_KEYS for question in questions)


def test_ids_of_turns_and_questions_are_unique(turns: list[dict[str, Any]], questions: list[dict[str, Any]]) -> None:
    assert len({turn["id"] for turn in turns}) == len(turns)
    assert len({question["id"] for question in questions}) == len(questions)


def test_times_have_no_zone_and_ascend_over_the_whole_conversation(turns: list[dict[str, Any]]) -> None:
    times = [datetime.fromisoformat(turn["said_at"]) for turn in turns]
    assert all(time.tzinfo is None for time in times)
    assert all(earlier < later for earlier, later in pairwise(times))


def test_a_session_is_one_stretch_without_a_gap_that_would_start_a_new_one(turns: list[dict[str, Any]]) -> None:
    stretches = [session for session, _ in groupby(turns, key=lambda turn: turn["session"])]
    assert len(stretches) == len(set(stretches)), "no session is taken up again"
    for before, after in pairwise(turns):
        gap = datetime.fromisoformat(after["said_at"]) - datetime.fromisoformat(before["said_at"])
        assert (gap < SESSION_GAP) == (before["session"] == after["session"]), after["id"]


def test_one_session_crosses_midnight(turns: list[dict[str, Any]]) -> None:
    days: dict[str, set[str]] = {}
    for turn in turns:
        days.setdefault(turn["session"], set()).add(turn["said_at"][:10])
    assert sum(len(dates) > 1 for dates in days.values()) == 1


def test_two_speakers_say_at_least_200_turns_on_over_at_least_300_days(turns: list[dict[str, Any]]) -> None:
    first, last = (datetime.fromisoformat(turns[index]["said_at"]) for index in (0, -1))
    assert 200 <= len(turns) <= 220
    assert last - first >= timedelta(days=300)
    assert {turn["speaker"] for turn in turns} == {"Ines", "Owen"}


def test_every_month_of_the_year_is_talked_in(turns: list[dict[str, Any]]) -> None:
    assert {turn["said_at"][:7] for turn in turns} == {f"2024-{month:02d}" for month in range(1, 13)}


def test_no_text_is_empty(turns: list[dict[str, Any]], questions: list[dict[str, Any]]) -> None:
    assert all(turn["text"].strip() for turn in turns)
    assert all(question["text"].strip() and question["answer"].strip() for question in questions)


def test_gold_turns_exist_and_were_said_before_the_question(
    turns: list[dict[str, Any]], questions: list[dict[str, Any]]
) -> None:
    said_at = {turn["id"]: turn["said_at"] for turn in turns}
    for question in questions:
        assert question["gold"], question["id"]
        assert set(question["gold"]) <= said_at.keys(), question["id"]
        asked_at = datetime.fromisoformat(question["asked_at"])
        assert all(datetime.fromisoformat(said_at[turn]) < asked_at for turn in question["gold"])


def test_thirty_questions_of_all_four_categories(questions: list[dict[str, Any]]) -> None:
    assert len(questions) == 30
    assert {question["category"] for question in questions} == CATEGORIES
