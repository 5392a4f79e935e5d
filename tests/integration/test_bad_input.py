"""What can't be stored or asked is refused with an error that names it, and leaves nothing behind."""

from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from chronomem import InvalidInput, InvalidRecord, InvalidText, InvalidTime, Memory, TurnConflict, UnknownUser
from chronomem.engine.importers import read_conversations

GOOD: dict[str, Any] = {"text": "Good morning", "said_at": "2024-05-01T10:00:00Z", "turn_id": "t1"}


@pytest.fixture
def stocked(memory: Memory, user: str) -> str:
    """A user who has one turn."""
    memory.add(user=user, **GOOD)
    return user


def counts(memory: Memory, user: str) -> dict[str, int]:
    """Count every node of the user and every relation between them, beside what `stats` counts."""
    [graph] = memory.cypher(
        "MATCH (n {user_id: $user}) OPTIONAL MATCH (n)-[r]->()"
        " RETURN count(DISTINCT n) AS nodes, count(r) AS relations",
        user=user,
    )
    [version] = memory.cypher("MATCH (u:User {id: $user}) RETURN u.version AS version", user=user)
    return asdict(memory.stats(user=user)) | dict(graph) | dict(version)


@pytest.mark.parametrize(
    ("changes", "error", "named"),
    [
        ({"text": ""}, InvalidText, "''"),
        ({"text": " \n\t"}, InvalidText, "' \\n\\t'"),
        ({"text": "x" * 1_000_001}, InvalidText, "1,000,001 characters"),
        ({"text": "a\ud800b"}, InvalidText, "surrogate at position 1"),
        ({"text": "ab\0"}, InvalidText, "NUL character at position 2"),
        ({"text": None}, InvalidInput, "None"),
        ({"text": b"bytes"}, InvalidInput, "b'bytes'"),
        ({"speaker": " "}, InvalidText, "speaker"),
        ({"role": ""}, InvalidText, "role"),
        ({"session": ""}, InvalidText, "session id"),
        ({"turn_id": "\0"}, InvalidText, "turn id"),
        ({"turn_id": "x" * 513}, InvalidText, "513"),
        ({"said_at": "last tuesday"}, InvalidTime, "'last tuesday'"),
        ({"said_at": ""}, InvalidTime, "''"),
        ({"said_at": "2024-02-30"}, InvalidTime, "'2024-02-30'"),
        ({"said_at": 1714557600}, InvalidInput, "said_at"),
        ({"said_at": "0001-01-01T00:00:00"}, InvalidTime, "0001-01-01"),
        ({"said_at": "9999-12-31T23:59:59"}, InvalidTime, "9999-12-31"),
        ({"said_at": datetime(1, 1, 1)}, InvalidTime, "0001-01-01"),  # noqa: DTZ001 - a naive time is the point
    ],
)
def test_a_turn_that_cannot_be_stored_is_refused_whole(
    memory: Memory, stocked: str, changes: dict[str, Any], error: type[Exception], named: str
) -> None:
    before = counts(memory, stocked)
    bad = {"text": "Hello", "said_at": "2024-05-02T10:00:00Z"} | changes
    with pytest.raises(error) as caught:
        memory.add(user=stocked, **bad)
    assert named in str(caught.value)
    assert counts(memory, stocked) == before
    bad["id"] = bad.pop("turn_id", None)
    with pytest.raises(error):
        memory.add_turns([{"text": "A good one", "said_at": "2024-05-02T09:00:00Z"}, bad], user=stocked)
    assert counts(memory, stocked) == before


@pytest.mark.parametrize("name", ["", "  ", "a\0b", "\ud800", "x" * 513])
def test_a_user_name_that_cannot_be_stored_makes_no_user(memory: Memory, name: str) -> None:
    before = memory.users()
    with pytest.raises(InvalidText, match="user"):
        memory.add("Hello", user=name)
    with pytest.raises(InvalidText, match="user"):
        memory.recall("Hello?", user=name)
    assert memory.users() == before


def test_a_first_turn_that_cannot_be_stored_makes_no_user(memory: Memory, user: str) -> None:
    values: dict[str, Any] = {"text": "Hello", "user": user}
    for bad in ({"said_at": "soon"}, {"said_at": "9999-12-31"}, {"text": " "}):
        with pytest.raises(InvalidInput):
            memory.add(**(values | bad))
    assert user not in memory.users()


def test_an_address_that_is_none_is_named() -> None:
    with pytest.raises(InvalidInput, match="'gopher://localhost' is not the address of a server"):
        Memory.connect("gopher://localhost")


def test_no_time_is_now_and_a_naive_time_is_read_in_the_users_timezone(memory: Memory, user: str) -> None:
    memory.create_user(user, timezone="Asia/Tokyo")
    memory.add("Good morning", user=user, said_at="2024-05-01T10:00:00", turn_id="naive")
    memory.add("No time", user=user, turn_id="now")
    query = "MATCH (t:Turn {user_id: $user, id: $id}) RETURN t.said_at AS said_at, t.created_at AS created_at"
    [naive] = memory.cypher(query, user=user, id="naive")
    assert naive["said_at"].isoformat() == "2024-05-01T01:00:00+00:00"
    [now] = memory.cypher(query, user=user, id="now")
    assert now["said_at"] == now["created_at"]


@pytest.mark.parametrize(
    "changes", [{"text": "Good evening"}, {"said_at": "2024-05-01T10:00:01Z"}, {"speaker": "somebody else"}]
)
def test_an_id_that_is_taken_names_both_and_changes_nothing(
    memory: Memory, stocked: str, changes: dict[str, Any]
) -> None:
    before = counts(memory, stocked)
    with pytest.raises(TurnConflict, match="'t1' is taken by a turn with another"):
        memory.add(user=stocked, **GOOD | changes)
    assert counts(memory, stocked) == before


@pytest.mark.parametrize(
    ("asked", "error", "named"),
    [
        ({"question": " "}, InvalidText, "question"),
        ({"question": "x" * 10_001}, InvalidText, "10,001"),
        ({"question": "a\0"}, InvalidText, "NUL"),
        ({"now": "noon"}, InvalidTime, "'noon'"),
        ({"now": "0001-01-01"}, InvalidTime, "0001"),
        ({"k": -1}, InvalidInput, "-1"),
        ({"max_tokens": 1.5}, InvalidInput, "1.5"),
        ({"preset": "best"}, InvalidInput, "'best'"),
        ({"preset": None}, InvalidInput, "None"),
        ({"preset": ["chronomem"]}, InvalidInput, "['chronomem']"),
        ({"preset": "segtree"}, InvalidInput, "'segtree')) and run consolidate()"),
        ({"question": "x" * 100_000}, InvalidText, "100,000"),
        ({"question": 7}, InvalidText, "7"),
        ({"now": "2023-02-30"}, InvalidTime, "'2023-02-30'"),
        ({"now": "2023-05-30T25:00"}, InvalidTime, "25:00"),
        ({"k": "10"}, InvalidInput, "'10'"),
        ({"k": True}, InvalidInput, "True"),
        ({"k": 1.0}, InvalidInput, "1.0"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(
    memory: Memory, stocked: str, asked: dict[str, Any], error: type[Exception], named: str
) -> None:
    with pytest.raises(error) as caught:
        memory.recall(**({"question": "Who?", "user": stocked} | asked))
    assert named in str(caught.value)


def test_an_unknown_user_is_named_and_not_made(memory: Memory, user: str) -> None:
    for ask in (lambda: memory.recall("Who?", user=user), lambda: memory.stats(user=user)):
        with pytest.raises(UnknownUser, match=user):
            ask()
    assert user not in memory.users()


def test_an_unknown_timezone_is_named_and_makes_no_user(memory: Memory, user: str) -> None:
    with pytest.raises(InvalidTime, match="'Mars/Olympus'"):
        memory.create_user(user, timezone="Mars/Olympus")
    assert user not in memory.users()


def test_a_broken_line_ends_the_reading_before_its_turns_are_stored(memory: Memory, user: str, tmp_path: Path) -> None:
    path = tmp_path / "two.jsonl"
    turn = '{"id": "t%s", "speaker": "Ada", "text": "Hi", "said_at": "%s"}'
    lines = [
        f'{{"id": "c", "user": "{user}", "turns": [{turn}]}}' % pair for pair in (("1", "2024-05-01"), ("2", "soon"))
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    reading = read_conversations(path)
    memory.add_turns(next(reading).turns, user=user)
    with pytest.raises(InvalidRecord, match=r"line 2: turn 1 .*'soon'"):
        next(reading)
    assert memory.stats(user=user).turns == 1
