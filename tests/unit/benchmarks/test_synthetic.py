"""The generator of synthetic load: its form, its repeatability, and words spread as in real talk."""

import json
import re
import subprocess
import sys
from collections import Counter
from datetime import datetime
from itertools import groupby, islice, pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from tests.scripts import FOLDER, load_script


@pytest.fixture(scope="module")
def synthetic() -> ModuleType:
    return load_script("synthetic")


@pytest.fixture(scope="module")
def long_history(synthetic: ModuleType) -> dict[str, Any]:
    (conversation,) = synthetic.conversations(users=1, turns_each=10_000, seed=1)
    assert isinstance(conversation, dict)
    return conversation


def words(turns: list[dict[str, Any]]) -> Counter[str]:
    return Counter(word for turn in turns for word in re.findall(r"\w+", turn["text"].lower()))


def test_users_and_turns_are_as_many_as_asked_for(synthetic: ModuleType) -> None:
    made = list(synthetic.conversations(users=3, turns_each=123, seed=5))
    assert [len(conversation["turns"]) for conversation in made] == [123, 123, 123]
    assert len({conversation["user"] for conversation in made}) == 3


def test_a_history_has_the_neutral_form(long_history: dict[str, Any]) -> None:
    assert set(long_history) == {"id", "user", "turns", "questions"}
    turn_keys = {"id", "session", "speaker", "role", "text", "said_at"}
    assert all(set(turn) == turn_keys and turn["text"].strip() for turn in long_history["turns"])
    assert len({turn["id"] for turn in long_history["turns"]}) == 10_000
    assert len({turn["speaker"] for turn in long_history["turns"]}) == 2


def test_no_slot_of_a_template_is_left_unfilled(long_history: dict[str, Any]) -> None:
    texts = [turn["text"] for turn in long_history["turns"]]
    texts += [question["text"] + question["answer"] for question in long_history["questions"]]
    assert not [text for text in texts if "{" in text or "}" in text]


def test_times_ascend_and_sessions_are_split_where_talk_pauses(long_history: dict[str, Any]) -> None:
    turns = long_history["turns"]
    for before, after in pairwise(turns):
        gap = datetime.fromisoformat(after["said_at"]) - datetime.fromisoformat(before["said_at"])
        assert gap.total_seconds() > 0
        assert (gap.total_seconds() < 1800) == (before["session"] == after["session"])
    sizes = [len(list(session)) for _, session in groupby(turns, key=lambda turn: turn["session"])]
    assert max(sizes) <= 40
    assert min(sizes[:-1]) >= 10, "only the last session may be cut short"


def test_ten_thousand_turns_fill_about_a_year(long_history: dict[str, Any]) -> None:
    first, last = (datetime.fromisoformat(long_history["turns"][index]["said_at"]) for index in (0, -1))
    assert 300 <= (last - first).days <= 450


def test_each_question_has_one_gold_turn_that_holds_its_answer(long_history: dict[str, Any]) -> None:
    texts = {turn["id"]: turn["text"].lower() for turn in long_history["turns"]}
    questions = long_history["questions"]
    assert 100 <= len(questions) <= 200
    assert len({question["text"] for question in questions}) == len(questions)
    for question in questions:
        (gold,) = question["gold"]
        names = re.findall(r"\b[A-Z0-9]\w*", question["answer"].removeprefix("At "))
        assert names, question["answer"]
        assert all(name.lower() in texts[gold] for name in names), (question, texts[gold])


def test_the_same_seed_tells_the_same_story_and_another_seed_another(synthetic: ModuleType) -> None:
    first = list(synthetic.conversations(users=2, turns_each=200, seed=9))
    assert list(synthetic.conversations(users=2, turns_each=200, seed=9)) == first
    assert next(synthetic.conversations(users=1, turns_each=200, seed=9)) == first[0]
    other = next(synthetic.conversations(users=1, turns_each=200, seed=10))
    assert [turn["text"] for turn in other["turns"]] != [turn["text"] for turn in first[0]["turns"]]


def test_users_are_made_one_at_a_time(synthetic: ModuleType) -> None:
    endless = synthetic.conversations(users=10**9, turns_each=5, seed=2)
    assert len(list(islice(endless, 2))) == 2


def test_some_twenty_thousand_words_are_in_store(synthetic: ModuleType) -> None:
    kinds = synthetic.read_world(1).words.values()
    assert 20_000 <= len({word for kind in kinds for word in kind}) <= 22_000


def test_words_are_spread_as_in_real_talk(long_history: dict[str, Any]) -> None:
    """Chat between friends: the 100 commonest words are about 60 % of it, and new words keep coming."""
    counted = words(long_history["turns"])
    share = sum(count for _, count in counted.most_common(100)) / counted.total()
    assert 0.5 <= share <= 0.7
    assert len(counted) > 6_000
    assert len(counted) > 1.5 * len(words(long_history["turns"][:3_000]))


def test_turns_hardly_repeat_each_other(long_history: dict[str, Any]) -> None:
    assert len({turn["text"] for turn in long_history["turns"]}) > 9_900


def test_the_command_writes_one_line_a_user_and_the_same_bytes_each_time(tmp_path: Path) -> None:
    files = [tmp_path / "once.jsonl", tmp_path / "twice.jsonl"]
    for file in files:
        command = [
            sys.executable,
            str(FOLDER / "synthetic.py"),
            "--users",
            "2",
            "--turns",
            "50",
            "--seed",
            "3",
            str(file),
        ]
        subprocess.run(command, check=True)
    assert files[0].read_bytes() == files[1].read_bytes()
    made = [json.loads(line) for line in files[0].read_text(encoding="utf-8").splitlines()]
    assert [len(conversation["turns"]) for conversation in made] == [50, 50]


def test_the_command_refuses_no_turns_at_all(tmp_path: Path) -> None:
    out = tmp_path / "none.jsonl"
    command = [sys.executable, str(FOLDER / "synthetic.py"), "--turns", "0", str(out)]
    refused = subprocess.run(command, check=False, capture_output=True, text=True)
    assert refused.returncode == 2
    assert "0 is not a number of 1 or more" in refused.stderr
    assert not out.exists()
