"""Files of conversations are read as they are meant, and what is broken in them is named."""

import gzip
import json
import zipfile
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from chronomem import InvalidInput, InvalidRecord
from chronomem.engine.importers import Conversation, format_of, formats, read_conversations


def turn(number: int, **changes: Any) -> dict[str, Any]:
    return {"id": f"t{number}", "speaker": "Ada", "text": f"turn {number}", "said_at": "2024-05-01T10:00:00"} | changes


def line(*turns: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {"id": "c1", "user": "u1", "turns": list(turns)} | changes


def write(path: Path, lines: Sequence[object]) -> Path:
    path.write_text(
        "".join(f"{each if isinstance(each, str) else json.dumps(each)}\n" for each in lines), encoding="utf-8"
    )
    return path


def sample(**changes: Any) -> dict[str, Any]:
    conversation = {
        "speaker_a": "Ada",
        "speaker_b": "Ben",
        "session_2_date_time": "12:06 am on 11 November, 2022",
        "session_2": [{"speaker": "Ben", "dia_id": "D2:1", "text": "Look!", "blip_caption": "a photo of a boat"}],
        "session_1_date_time": "1:56 pm on 8 May, 2022",
        "session_1": [
            {"speaker": "Ada", "dia_id": "D1:1", "text": "Hello"},
            {"speaker": "Ben", "dia_id": "D1:2", "text": "Hello, Ada"},
        ],
        "session_3_date_time": "1:00 pm on 1 January, 2023",
    }
    qa = [
        {"question": "When?", "answer": 2022, "evidence": ["D1:1; D2:1", "D:1:02", "D", "D9:9"], "category": 2},
        {"question": "Did she?", "adversarial_answer": "no", "evidence": [], "category": 5},
    ]
    return {"sample_id": "conv-1", "conversation": conversation, "qa": qa} | changes


def test_the_neutral_form_is_read_with_its_questions(tmp_path: Path) -> None:
    question = {"id": "q", "text": "Which?", "asked_at": "2024-06-01T00:00:00", "category": "open", "gold": ["t1"]}
    path = write(
        tmp_path / "a.jsonl", [line(turn(1, session="s", role="assistant"), questions=[question | {"answer": 7}])]
    )
    [conversation] = read_conversations(path)
    assert (conversation.id, conversation.user) == ("c1", "u1")
    [read] = conversation.turns
    assert (read.id, read.session, read.speaker, read.role, read.text) == ("t1", "s", "Ada", "assistant", "turn 1")
    assert read.said_at == "2024-05-01T10:00:00"
    [asked] = conversation.questions
    assert (asked.asked_at, asked.gold, asked.answer) == (datetime(2024, 6, 1, tzinfo=UTC), ("t1",), "7")


def test_session_role_and_questions_may_be_missing_and_more_may_be_there(tmp_path: Path) -> None:
    [conversation] = read_conversations(write(tmp_path / "a.jsonl", [line(turn(1, mood="fine"), source="x")]))
    assert (conversation.turns[0].session, conversation.turns[0].role, conversation.questions) == (None, "user", ())


def test_packed_files_are_unpacked_and_empty_lines_and_a_byte_order_mark_passed_over(tmp_path: Path) -> None:
    plain = ("\ufeff" + json.dumps(line(turn(1))) + "\n\n" + json.dumps(line(turn(2), id="c2")) + "\n").encode()
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(gzip.compress(plain))
    assert [conversation.id for conversation in read_conversations(path)] == ["c1", "c2"]


def test_conversations_come_one_by_one(tmp_path: Path) -> None:
    reading = read_conversations(write(tmp_path / "a.jsonl", [line(turn(1)), "{"]))
    assert isinstance(next(reading), Conversation)
    with pytest.raises(InvalidRecord):
        next(reading)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        ('{"id": "c1", ', "not JSON"),
        ("[1]", "valid dictionary"),
        ("[" * 100_000, "nested too deeply"),
        (line(turn(1), user=" "), "user is empty or blank"),
        ({"id": "c1", "turns": []}, "user: Field required"),
        (line(turn(1), turn(2, text=" ")), "turn 2 (id 't2'): text is empty or blank"),
        (line(turn(1, text=5)), "turn 1 (id 't1'): text: Input should be a valid string (got 5)"),
        (line(turn(1, text="a\0b")), "NUL character at position 1"),
        (line(turn(1, text="a\ud800")), "lone surrogate at position 1"),
        (line(turn(1, text="x" * 1_000_001)), "1,000,001 characters"),
        (line(turn(1, said_at=None)), "said_at is missing"),
        (line(turn(1, said_at="yesterday")), "'yesterday' is not an ISO 8601 time"),
        (line(turn(1, said_at="0001-01-01")), "0001-01-01"),
        (line(turn(1, id=None)), "turn 1: id is missing"),
        (line(turn(1), questions=[{"id": "q"}]), "question 1 (id 'q'): text: Field required"),
    ],
)
def test_what_is_broken_is_named_with_its_file_and_line(tmp_path: Path, bad: object, words: str) -> None:
    path = write(tmp_path / "a.jsonl", [line(turn(1)), bad])
    with pytest.raises(InvalidRecord) as caught:
        list(read_conversations(path))
    assert (caught.value.path, caught.value.line) == (path, 2)
    assert str(caught.value).startswith(f"{path}, line 2: ")
    assert words in str(caught.value)


def test_a_line_that_is_not_utf8_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"id": "\xff"}\n')
    with pytest.raises(InvalidRecord, match=r"line 1: not UTF-8 text \(byte 9 of the line is 0xff\)"):
        list(read_conversations(path))


def test_what_is_broken_is_left_out_and_reported_when_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "a.jsonl", [line(turn(1), turn(2, text=""), turn(3)), "{", line(turn(4), id="c2")])
    bad: list[InvalidRecord] = []
    read = list(read_conversations(path, skip_bad=bad.append))
    assert [[each.id for each in conversation.turns] for conversation in read] == [["t1", "t3"], ["t4"]]
    assert [error.line for error in bad] == [1, 2]


@pytest.mark.parametrize("name", ["a.jsonl", "folder.jsonl", "cut.jsonl.gz"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder.jsonl").mkdir()
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(b"x" * 10_000)[:-12])
    with pytest.raises(InvalidRecord) as caught:
        list(read_conversations(tmp_path / name))
    assert (caught.value.path, caught.value.line) == (tmp_path / name, None)


def test_locomo_is_read_session_by_session_with_captions_and_mended_evidence(tmp_path: Path) -> None:
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([sample()]), encoding="utf-8")
    assert format_of(path) == "locomo"
    [conversation] = read_conversations(path)
    assert (conversation.id, conversation.user) == ("conv-1", "conv-1")
    assert [(each.id, each.session, each.speaker, each.said_at, each.text) for each in conversation.turns] == [
        ("D1:1", "session_1", "Ada", datetime(2022, 5, 8, 13, 56), "Hello"),  # noqa: DTZ001 - the file names no zone
        ("D1:2", "session_1", "Ben", datetime(2022, 5, 8, 13, 56, 30), "Hello, Ada"),  # noqa: DTZ001 - as above
        ("D2:1", "session_2", "Ben", datetime(2022, 11, 11, 0, 6), "Look! [shared image: a photo of a boat]"),  # noqa: DTZ001 - as above
    ]
    first, second = conversation.questions
    assert (first.id, first.category, first.gold, first.answer) == (
        "conv-1/0",
        "temporal",
        ("D1:1", "D2:1", "D1:2"),
        "2022",
    )
    assert first.asked_at == datetime(2022, 11, 12, 0, 6, tzinfo=UTC)
    assert (second.category, second.gold, second.answer) == ("adversarial", (), "no")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[", "not JSON"),
        ('{"qa": 1}', "expected a list of samples, not dict"),
        (json.dumps([sample(), {"qa": []}]), "sample 2: sample_id: Field required"),
        (
            json.dumps([sample()]).replace("1:56 pm on 8 May", "8 May"),
            "sample 1 (conv-1): session_1: the date '8 May, 2022'",
        ),
        (json.dumps([sample()]).replace('"Hello"', '""'), "session_1, turn 1 (id 'D1:1'): text is empty or blank"),
    ],
)
def test_what_is_broken_in_a_locomo_file_is_named(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "locomo.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InvalidRecord) as caught:
        list(read_conversations(path, "locomo"))
    assert words in str(caught.value)
    assert caught.value.line is None


def test_formats_are_recognised_or_named(tmp_path: Path) -> None:
    names = "chatgpt, claude, csv, graphiti, jsonl, locomo, mem0, neutral, slack, telegram, whatsapp"
    assert formats() == names.split(", ")
    other = write(tmp_path / "a.json", [{"hello": 1}])
    with pytest.raises(InvalidInput, match=f"was not recognised; name one of: {names}"):
        list(read_conversations(other))
    with pytest.raises(InvalidInput, match=f"unknown format 'xml'; choose from: {names}"):
        list(read_conversations(other, "xml"))


def test_an_empty_folder_a_locked_and_a_damaged_zip_file_are_named(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidRecord, match="it contains no file"):
        format_of(tmp_path / "empty")
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("_chat.txt", "[31/12/2023, 23:59:07] Ada: Hello")
    packed = (tmp_path / "a.zip").read_bytes()
    (tmp_path / "cut.zip").write_bytes(packed[:-30])
    with pytest.raises(InvalidRecord, match="damaged or truncated"):
        format_of(tmp_path / "cut.zip")
    flagged = packed.replace(b"PK\x01\x02\x14\x03\x14\x00\x00\x00", b"PK\x01\x02\x14\x03\x14\x00\x01\x00")
    assert flagged != packed
    (tmp_path / "locked.zip").write_bytes(flagged)
    with pytest.raises(InvalidRecord, match="protected by a password"):
        format_of(tmp_path / "locked.zip")


@given(st.lists(st.tuples(st.integers(0, 10**4), st.integers(0, 255)), min_size=1, max_size=4))
@example([(4, 254)])  # the version that unpacking needs, in the listing: 25.4
@example([(-1, 0)])
def test_a_zip_file_with_wrong_bytes_is_read_or_named(
    tmp_path_factory: pytest.TempPathFactory, wrong: list[tuple[int, int]]
) -> None:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("_chat.txt", "[31/12/2023, 23:59:07] Ada: Hello\n" * 20)
        archive.writestr("é.txt", "x")
    raw = bytearray(packed.getvalue())
    listing = raw.index(b"PK\x01\x02")
    for at, byte in wrong:
        raw[listing + (at + 2) % (len(raw) - listing)] = byte
    path = tmp_path_factory.mktemp("zip") / "a.zip"
    path.write_bytes(raw)
    with suppress(InvalidInput):  # what is no longer recognised; InvalidRecord is one of them
        list(read_conversations(path))


def test_a_line_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        file.write(b'{"id": "c1", "user": "u1", "turns": []}\n')
        for _ in range(70):
            file.write(b" " * (1 << 20))
    assert path.stat().st_size < 1_000_000
    with pytest.raises(InvalidRecord, match="line 2: longer than 67,108,864 bytes"):
        list(read_conversations(path))
