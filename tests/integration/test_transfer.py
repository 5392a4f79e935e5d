"""Export and load carry everything, exactly; backup and restore copy a folder while it is in use."""

import json
import os
import shutil
import threading
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.inside import is_embedded

from chronomem import DatabaseError, FolderUnusable, InvalidInput, InvalidRecord, Memory, UnknownUser


def fill(memory: Memory, user: str) -> None:
    memory.create_user(user, timezone="America/Sao_Paulo")
    talk = [
        {
            "text": "I moved to Lisbon last weekend! \u00e9\u4e2d\U0001f600",
            "speaker": "Ann",
            "said_at": "2024-05-31T22:30:00.123456",
        },
        {"text": 'A "quoted" text\nof two lines', "speaker": "Bo", "said_at": "2024-06-01T22:30:00"},
        {"text": "Tomorrow, tomorrow and next month.", "speaker": "ann", "role": "assistant", "said_at": "2024-06-02"},
    ]
    memory.add_session(talk, user=user, session="a")
    memory.add_turns([{"text": f"Number {n}.", "id": f"n{n}"} for n in range(7)], user=user)
    memory.consolidate(user=user)
    memory.add_fact(user=user, subject="Ann", predicate="works_at", object="The Bakery", source="a letter")
    memory.add_fact(user=user, subject="Ann", predicate="works_at", object="The Mill", valid_at="2030-01-01")
    memory.merge_entities("The Mill", "Mill & Sons", user=user)
    memory.add("This one is not read yet.", user=user, turn_id="unread", said_at="2023-02-28")


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Memory]:
    """Another memory, in which no test's user is known."""
    with Memory.open(tmp_path_factory.mktemp("other") / "memory") as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.dialect
def test_what_is_loaded_is_exported_as_the_same_bytes(memory: Memory, user: str, tmp_path: Path, other: Memory) -> None:
    fill(memory, user)
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    out = memory.export(first, user=user)
    assert out.users == 1
    (all_nodes,) = memory.cypher(
        "MATCH (n {user_id: $user}) WHERE NOT n:Lease AND NOT n:Name RETURN count(n) AS nodes", user=user
    )
    (all_relations,) = memory.cypher("MATCH ({user_id: $user})-[r]->() RETURN count(r) AS relations", user=user)
    assert (out.nodes, out.relations) == (all_nodes["nodes"], all_relations["relations"])
    assert other.load(first) == out
    assert other.export(second, user=user) == out
    assert other.doctor(user=user).findings == ()
    asked = "Which city did Ann move to?"
    assert other.facts(user=user) == memory.facts(user=user)
    assert other.recall(asked, user=user).as_prompt() == memory.recall(asked, user=user).as_prompt()
    assert other.consolidate(user=user).turns == 1
    assert first.read_bytes() == second.read_bytes()
    assert first.read_text(encoding="utf-8").count("\n") == len(first.read_bytes().splitlines())


@pytest.mark.slow
@pytest.mark.dialect
def test_what_was_forgotten_is_loaded_again_as_the_same_bytes(memory: Memory, user: str, tmp_path: Path) -> None:
    fill(memory, user)
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    out = memory.export(first, user=user)
    memory.forget(user=user, everything=True)
    assert user not in memory.users()
    assert memory.load(first) == out
    memory.export(second, user=user)
    assert second.read_bytes() == first.read_bytes()
    assert memory.doctor(user=user).findings == ()


def test_a_user_moves_to_another_server_and_goes_on_there(
    memory: Memory, user: str, tmp_path: Path, other: Memory
) -> None:
    fill(memory, user)
    asked = "Which city did Ann move to?"
    before = memory.recall(asked, user=user).as_prompt()
    memory.export(tmp_path / "user", user=user)
    other.load(tmp_path / "user")
    memory.forget(user=user, everything=True, scrub=False)
    with pytest.raises(UnknownUser):
        memory.recall(asked, user=user)
    assert other.recall(asked, user=user).as_prompt() == before
    assert user in other.due_users(limit=10_000), "the turn that was not read yet is read by the workers there"
    assert other.drain(user).done.turns == 1
    assert user not in other.due_users(limit=10_000)
    other.add("I moved on to Porto.", user=user, speaker="Ann", said_at="2024-07-01")
    assert "Porto" in other.recall("Where did Ann move on to?", user=user).as_prompt()
    assert other.doctor(user=user).findings == ()


def test_embeddings_that_were_left_out_are_made_anew(memory: Memory, user: str, tmp_path: Path, other: Memory) -> None:
    fill(memory, user)
    whole, lean, again = (tmp_path / name for name in ("whole", "lean", "again"))
    memory.export(whole, user=user)
    memory.export(lean, user=user, embeddings=False)
    assert len(whole.read_bytes()) - len(lean.read_bytes()) > 11 * 512
    other.load(lean)
    other.export(again, user=user)
    assert again.read_bytes() == whole.read_bytes()


def test_loading_twice_changes_nothing_and_a_load_that_was_cut_off_goes_on(
    memory: Memory, user: str, tmp_path: Path, other: Memory
) -> None:
    fill(memory, user)
    whole, part, again = (tmp_path / name for name in ("whole", "part", "again"))
    memory.export(whole, user=user)
    lines = whole.read_bytes().splitlines(keepends=True)
    for kept in (2, 9, len(lines) - 9, len(lines) - 1):
        part.write_bytes(b"".join(lines[:kept]))
        with pytest.raises(InvalidRecord, match="was truncated"):
            other.load(part)
    assert other.load(whole).users == 1
    assert other.load(whole).users == 0
    other.export(again, user=user)
    assert again.read_bytes() == whole.read_bytes()


@pytest.mark.slow
def test_all_users_are_exported(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "one") as one, Memory.open(tmp_path / "two") as other:
        for name in ("b", "a", "c"):
            fill(one, name)
        assert one.export(tmp_path / "all").users == 3
        assert other.load(tmp_path / "all").users == 3
        assert other.users() == ["a", "b", "c"]
        assert other.stats() == one.stats()


@pytest.mark.dialect
def test_memories_that_are_here_already_are_not_mixed_with_others(
    memory: Memory, user: str, tmp_path: Path, other: Memory
) -> None:
    fill(memory, user)
    memory.export(tmp_path / "x", user=user)
    other.add("I was here before.", user=user)
    with pytest.raises(InvalidRecord, match=f"x, line 2: there are other memories of user '{user}'"):
        other.load(tmp_path / "x")
    assert other.stats(user=user).turns == 1


WRONG = [
    (1, {"chronomem": "export", "format": 2, "schema": 1}, "newer version of chronomem .format 2"),
    (1, {"chronomem": "export", "format": 1, "schema": 99}, "newer version of chronomem .schema 99"),
    (1, {"id": "t1"}, "is not the first line of an export"),
    (2, {"user": {"id": "x"}}, "expected a user"),
    (3, {"node": "Secret", "properties": {"id": "a", "user_id": "$user"}}, "is neither a node of user"),
    (3, {"node": "Session", "properties": {"id": "a", "user_id": "somebody else"}}, "is neither a node of user"),
    (3, {"from": ["Turn", "n1"], "relations": [["OWNS", "Turn", "n2", {}]]}, "is not a relation of a Turn"),
    (
        3,
        {"from": ["Turn", "n1"], "relations": [["NEXT", "Turn", "nowhere", {}]]},
        "have an end that is not in the file",
    ),
    (5, {"end": "$user", "lines": 99}, "some were lost or added"),
]


@pytest.mark.parametrize(("number", "record", "message"), WRONG)
def test_a_wrong_line_is_named(
    memory: Memory, user: str, tmp_path: Path, other: Memory, number: int, record: object, message: str
) -> None:
    memory.add("Hello.", user=user)
    path = tmp_path / "x.jsonl"
    memory.export(path, user=user)
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[number - 1] = json.dumps(record).replace("$user", user)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(InvalidRecord, match=message) as caught:
        other.load(path)
    assert caught.value.line == number
    assert f"x.jsonl, line {number}: " in str(caught.value)


def test_files_that_are_none_are_refused(memory: Memory, user: str, tmp_path: Path) -> None:
    (tmp_path / "half").write_text('{"chronomem": "export", "for', encoding="utf-8")
    (tmp_path / "empty").touch()
    with pytest.raises(InvalidRecord, match="half, line 1: is not a complete line of JSON"):
        memory.load(tmp_path / "half")
    with pytest.raises(InvalidRecord, match="is empty"):
        memory.load(tmp_path / "empty")
    with pytest.raises(InvalidRecord, match="missing: can't be read"):
        memory.load(tmp_path / "missing")
    with pytest.raises(UnknownUser):
        memory.export(tmp_path / "nobody", user=user)
    memory.add("Hello.", user=user)
    with pytest.raises(InvalidInput, match="can't be written"):
        memory.export(tmp_path / "no folder" / "x", user=user)
    os.mkfifo(tmp_path / "pipe")
    for device in (tmp_path / "pipe", tmp_path, Path()):
        with pytest.raises(InvalidInput, match="not a regular file"):
            memory.export(device, user=user)
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.dialect
def test_an_export_beside_a_writer_is_of_one_moment(memory: Memory, user: str, tmp_path: Path, other: Memory) -> None:
    memory.add("First.", user=user)
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            memory.add("More.", user=user, session="s")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        memory.export(tmp_path / "x.jsonl", user=user)
    finally:
        stop.set()
        writer.join()
    other.load(tmp_path / "x.jsonl")
    assert other.doctor(user=user).findings == ()


@pytest.mark.slow
def test_a_backup_made_while_turns_are_stored_restores_to_a_sound_memory(tmp_path: Path) -> None:
    acknowledged: list[str] = []
    stop = threading.Event()
    with Memory.open(tmp_path / "source") as source:
        source.add("Before.", user="u", turn_id="before")

        def write() -> None:
            while not stop.is_set():
                acknowledged.extend(source.add("More.", user="u", session="s").turn_ids)

        writer = threading.Thread(target=write)
        writer.start()
        try:
            while len(acknowledged) < 5:
                pass
            certain = list(acknowledged)
            source.backup(tmp_path / "x.backup")
        finally:
            stop.set()
            writer.join()
        assert sorted(path.name for path in tmp_path.iterdir()) == ["source", "x.backup"]
    Memory.restore(tmp_path / "x.backup", tmp_path / "copy")
    with Memory.open(tmp_path / "copy") as copy:
        assert copy.doctor().findings == ()
        rows = copy.cypher("MATCH (t:Turn {user_id: 'u'}) RETURN t.id AS id")
        assert {"before", *certain} <= {row["id"] for row in rows}
        assert copy.add("After.", user="u").stored == 1


def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "source") as source:
        source.add("Hello.", user="u")
        source.backup(tmp_path / "x.backup")
    with pytest.raises(FolderUnusable, match="is not empty"):
        Memory.restore(tmp_path / "x.backup", tmp_path / "source")
    (tmp_path / "text").write_text("no zip", encoding="utf-8")
    shutil.make_archive(str(tmp_path / "other"), "zip", tmp_path / "source", "config")
    content = (tmp_path / "x.backup").read_bytes()
    (tmp_path / "cut").write_bytes(content[: len(content) // 2])
    with zipfile.ZipFile(tmp_path / "x.backup") as packed:
        largest = max(packed.infolist(), key=lambda member: member.compress_size)
    place = largest.header_offset + largest.compress_size // 2  # within the member's data
    (tmp_path / "flipped").write_bytes(content[:place] + bytes([content[place] ^ 255]) + content[place + 1 :])
    for name, message in (
        ("text", "is damaged, or no backup"),
        ("cut", "is damaged, or no backup"),
        ("flipped", "is damaged, or no backup"),
        ("other.zip", "is no backup of chronomem"),
    ):
        with pytest.raises(InvalidRecord, match=message):
            Memory.restore(tmp_path / name, tmp_path / "copy")
        assert not (tmp_path / "copy").exists()
        assert not (tmp_path / "copy.part").exists()


@pytest.mark.dialect
def test_a_server_is_not_backed_up_from_here(memory: Memory, tmp_path: Path) -> None:
    if is_embedded(memory):
        memory.backup(tmp_path / "x")
        assert (tmp_path / "x").stat().st_size > 0
    else:
        with pytest.raises(DatabaseError, match="neo4j-admin"):
            memory.backup(tmp_path / "x")
