"""A file whose values are not what they should be is refused or read without them; nothing else ever comes of it."""

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from chronomem import InvalidInput
from chronomem.engine.importers import read_conversations

Place = tuple[str | int, ...]

TIME = "2024-01-01T00:00:00Z"
ODD: tuple[Any, ...] = (
    None,
    5,
    1e308,
    float("nan"),
    10**30,
    "",
    [],
    {},
    "\ud800",
    "\0",
    [None],
    {"a": None},
    True,
    [[]],
)
SAID = {"author": {"role": "user"}, "create_time": 1.7e9, "content": {"content_type": "text", "parts": ["Hi"]}}
ENDS = {"start": {"id": "1"}, "end": {"id": "1"}}
RELATION = {"name": "KNOWS", "fact": "Ann knows Bo", "episodes": ["e"], "created_at": TIME, "group_id": "g"}
FILES: dict[str, Any] = {
    "chatgpt": [{"create_time": 1.7e9, "current_node": "a", "mapping": {"a": {"message": SAID, "children": []}}}],
    "claude": [
        {"chat_messages": [{"sender": "human", "created_at": TIME, "content": [{"type": "text", "text": "Hi"}]}]}
    ],
    "graphiti": [
        {"type": "node", "id": "1", "labels": ["Entity", "Person"], "properties": {"name": "Ann"}},
        {
            "type": "node",
            "id": "2",
            "labels": ["Episodic"],
            "properties": {"uuid": "e", "content": "Hi", "valid_at": TIME},
        },
        {"type": "relationship", "label": "RELATES_TO", "properties": RELATION, **ENDS},
    ],
    "jsonl": [{"text": "Hi", "speaker": "Ann", "said_at": 1.7e9, "id": "1", "session": "s", "user": "u"}],
    "locomo": [
        {
            "sample_id": "s",
            "conversation": {
                "session_1": [{"speaker": "Ann", "dia_id": "D1:1", "text": "Hi"}],
                "session_1_date_time": "1:56 pm on 8 May, 2023",
            },
            "qa": [{"question": "Who?", "answer": "Ann", "evidence": ["D1:1"], "category": 1}],
        }
    ],
    "mem0": [{"id": "1", "memory": "Likes tea", "user_id": "u", "created_at": TIME, "run_id": "r"}],
    "neutral": [{"id": "c", "user": "u", "turns": [{"id": "t", "speaker": "Ann", "text": "Hi", "said_at": TIME}]}],
    "slack": {
        "users.json": [{"id": "U1", "profile": {"display_name": "Ann"}}],
        "general/2024-01-01.json": [
            {"user": "U1", "text": "Hi <@U1>", "ts": "1.7e9", "subtype": None, "edited": {"ts": "1"}}
        ],
    },
}


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    yield place
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield from places(value[key], (*place, key))


def changed(value: Any, place: Place, new: Any) -> Any:
    if not place:
        return new
    copy = value.copy()
    copy[place[0]] = changed(value[place[0]], place[1:], new)
    return copy


def write(folder: Path, kind: str, value: Any) -> Path:
    if kind == "slack":
        path = folder / "export.zip"
        with zipfile.ZipFile(path, "w") as archive:
            for name, content in value.items() if isinstance(value, dict) else ():
                archive.writestr(name, json.dumps(content))
        return path
    path = folder / "file.json"
    by_line = kind in ("graphiti", "jsonl", "neutral") and isinstance(value, list)
    path.write_text("\n".join(map(json.dumps, value)) if by_line else json.dumps(value), encoding="utf-8")
    return path


@pytest.mark.parametrize("kind", FILES)
def test_any_value_may_be_odd(tmp_path: Path, kind: str) -> None:
    whole = FILES[kind]
    assert list(read_conversations(write(tmp_path, kind, whole), kind))
    refused: list[str] = []
    for place in places(whole):
        for odd in ODD:
            path = write(tmp_path, kind, changed(whole, place, odd))
            try:
                list(read_conversations(path, kind))
            except InvalidInput as error:
                refused.append(str(error))
    assert refused
    assert all(path.name in error for error in refused), "it names the file"
