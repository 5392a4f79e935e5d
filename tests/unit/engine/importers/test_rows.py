"""Rows of whatever program become turns, once it is known which column is what."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from chronomem import InvalidRecord, Turn
from chronomem.engine.importers import ReadOptions, format_of, read_conversations

SENT = datetime(2024, 5, 1, 10, tzinfo=UTC)


def turns_in(path: Path, **options: Any) -> list[Turn]:
    return [turn for c in read_conversations(path, options=ReadOptions(**options)) for turn in c.turns]


def lines(path: Path, *rows: Any) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def text(path: Path, value: str) -> Path:
    path.write_text(value, encoding="utf-8")
    return path


def test_json_lines_are_read_under_the_names_that_programs_give(tmp_path: Path) -> None:
    path = lines(
        tmp_path / "a.jsonl",
        {"role": "user", "content": "Hello", "timestamp": SENT.timestamp(), "thread_id": "s", "user_id": "u1"},
        {"author": "Ann", "message": "Hi", "time": SENT.timestamp() * 1000, "uuid": "x", "role": "assistant"},
        {"sender": "Bo", "body": "Ho", "date": "2024-05-01T12:00:00+02:00"},
    )
    assert format_of(path) == "jsonl"
    first, other = read_conversations(path)
    assert (first.user, other.user) == ("u1", "me")
    [hello], (hi, ho) = first.turns, other.turns
    assert (hello.speaker, hello.role, hello.text, hello.session, hello.said_at) == ("user", "user", "Hello", "s", SENT)
    assert (hi.id, hi.speaker, hi.role, hi.said_at) == ("x", "Ann", "assistant", SENT)
    assert (ho.speaker, ho.said_at) == ("Bo", "2024-05-01T12:00:00+02:00")


def test_files_of_whole_conversations_keep_their_own_format(tmp_path: Path) -> None:
    assert format_of(lines(tmp_path / "a.jsonl", {"id": "c", "user": "u", "turns": []})) == "neutral"


def test_csv_is_read_with_its_separator_its_columns_and_its_way_of_writing_times(tmp_path: Path) -> None:
    path = text(tmp_path / "a.csv", '\ufeffSent on;Who;What\r\n31/05/2024 10:00;Ann;"Hi; and\r\nmore"\r\n\r\n;Bo;x\r\n')
    told: dict[str, Any] = {
        "columns": {"said_at": "Sent on", "speaker": "Who", "text": "What"},
        "time_format": "%d/%m/%Y %H:%M",
    }
    assert format_of(path) == "csv"
    with pytest.raises(InvalidRecord, match=r"line 5: said_at is missing \(column 'Sent on'\)"):
        turns_in(path, **told)
    bad: list[InvalidRecord] = []
    [read] = read_conversations(path, options=ReadOptions(**told, timezone="Asia/Tokyo"), skip_bad=bad.append)
    [turn] = read.turns
    assert (turn.speaker, turn.text) == ("Ann", "Hi; and\r\nmore")
    assert turn.said_at == datetime(2024, 5, 31, 1, tzinfo=UTC)
    assert len(bad) == 1


@pytest.mark.parametrize(
    ("value", "options", "words"),
    [
        (
            "a,b,c\n1,2,3\n",
            {},
            "line 1: no column is known to be the text of a turn among a, b, c; name it: --column text=NAME",
        ),
        ("a,b\n1,2\n", {"columns": {"text": "z"}}, "line 1: there is no column 'z'; the columns are: a, b"),
        (
            "a,b\n1,2\n",
            {"columns": {"words": "a"}},
            "line 1: 'words' is not a field of a turn; choose from: text, speaker",
        ),
        ("text,from,time\nx,Ann,soon\n", {}, "line 2: said_at 'soon' is not an ISO 8601 time .*--time-format"),
        ("text,from,time\nx,Ann,soon\n", {"time_format": "%Y"}, "line 2: the time 'soon' is not of the form '%Y'"),
        ("text,from,time\nx,Ann,2024,4\n", {}, "line 2: the row has 4 cells, but the header has 3 columns"),
        ("text,from,time\n ,Ann,2024-01-01\n", {}, "line 2: text is empty or blank"),
        ('text,from,time\n"x,Ann,2024-01-01\n', {}, "line 2: unexpected end of data"),
        (f"text,from,time\n{'x' * 2_000_001},Ann,2024-01-01\n", {}, "line 2: field larger than field limit"),
        (f"text,from,time\n{'x' * 1_000_001},Ann,2024-01-01\n", {}, "line 2: text has 1,000,001 characters"),
    ],
)
def test_what_is_broken_in_rows_is_named_with_its_line(
    tmp_path: Path, value: str, options: dict[str, Any], words: str
) -> None:
    with pytest.raises(InvalidRecord, match=words):
        turns_in(text(tmp_path / "a.csv", value), **options)


def test_broken_lines_of_json_are_named(tmp_path: Path) -> None:
    path = text(tmp_path / "a.jsonl", '{"text": "x", "speaker": "Ann", "time": "2024-01-01"}\n[1]\n{"text": 5}\n{\n')
    bad: list[InvalidRecord] = []
    assert [len(each.turns) for each in read_conversations(path, skip_bad=bad.append)] == [1]
    assert [error.line for error in bad] == [2, 3, 4]


def test_rows_without_an_id_keep_theirs_in_a_longer_file(tmp_path: Path) -> None:
    head, row = "time,from,text\n", "2024-05-01,Ann,ok\n"
    old = turns_in(text(tmp_path / "a.csv", head + row + row))
    new = turns_in(text(tmp_path / "b.csv", head + row + row + row + "2024-05-02,Ann,ok\n"))
    assert [turn.id for turn in new[:2]] == [turn.id for turn in old]
    assert len({turn.id for turn in new}) == 4


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16", "utf-16-le", "utf-8-sig", "shift_jis", "gb18030"])
def test_a_table_is_read_in_the_encoding_that_it_has(tmp_path: Path, encoding: str) -> None:
    words = "電車は“遅い”" if encoding in ("shift_jis", "gb18030") else "“Zoë”: the café costs 5 €"
    table = f"speaker,text,said_at\nAnn,{words},2024-05-31T10:00:00Z\n"
    long = table + f"Bo,{words * 40_000},2024-05-31T10:00:01Z\n"
    for name, content in (("a.csv", long.encode(encoding)), ("a.csv.gz", gzip.compress(long.encode(encoding)))):
        (tmp_path / name).write_bytes(content)
        options = ReadOptions(encoding=encoding)
        assert format_of(tmp_path / name, options=options) == "csv"
        turns = [turn for each in read_conversations(tmp_path / name, options=options) for turn in each.turns]
        assert [turn.text for turn in turns] == [words, words * 40_000]


def test_a_byte_that_an_encoding_lacks_is_named_with_its_line_or_skipped(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = [b'{"text": "\xe9t\xe9", "speaker": "Ann", "said_at": "2024-05-31T10:00:00Z"}', b'{"text": "\x81"}']
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(InvalidRecord, match=r"line 1: not UTF-8 text .*such as --encoding cp1252"):
        list(read_conversations(path, "jsonl"))
    options = ReadOptions(encoding="cp1252")
    with pytest.raises(InvalidRecord, match="line 2: not UTF-8 text"):
        list(read_conversations(path, "jsonl", options=options))
    skipped: list[InvalidRecord] = []
    [read] = read_conversations(path, "jsonl", options=options, skip_bad=skipped.append)
    assert [turn.text for turn in read.turns] == ["été"]
    assert len(skipped) == 1
    path.write_bytes(b"a\0b")
    with pytest.raises(InvalidRecord, match="not utf-16-le text"):
        list(read_conversations(path, "jsonl", options=ReadOptions(encoding="utf-16-le")))


@pytest.mark.parametrize("name", ["cp12520", "base64", "", "a\0"])
def test_an_encoding_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(ValidationError, match="unknown encoding"):
        ReadOptions(encoding=name)
