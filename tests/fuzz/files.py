"""Exported files of every format, and what becomes of them: bytes and values in the wrong places."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from tests.fuzz.texts import PIECES, TEXTS

_TIME = "2024-01-01T00:00:00Z"
_SAID = {"author": {"role": "user"}, "create_time": 1.7e9, "content": {"content_type": "text", "parts": ["Hi"]}}
_ENDS = {"start": {"id": "1"}, "end": {"id": "1"}}
_RELATION = {"name": "KNOWS", "fact": "Ann knows Bo", "episodes": ["e"], "created_at": _TIME, "group_id": "g"}
FILES: dict[str, Any] = {
    "chatgpt": [{"create_time": 1.7e9, "current_node": "a", "mapping": {"a": {"message": _SAID, "children": []}}}],
    "claude": [
        {"chat_messages": [{"sender": "human", "created_at": _TIME, "content": [{"type": "text", "text": "Hi"}]}]}
    ],
    "graphiti": [
        {"type": "node", "id": "1", "labels": ["Entity", "Person"], "properties": {"name": "Ann"}},
        {
            "type": "node",
            "id": "2",
            "labels": ["Episodic"],
            "properties": {"uuid": "e", "content": "Hi", "valid_at": _TIME},
        },
        {"type": "relationship", "label": "RELATES_TO", "properties": _RELATION, **_ENDS},
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
    "mem0": [{"id": "1", "memory": "Likes tea", "user_id": "u", "created_at": _TIME, "run_id": "r"}],
    "neutral": [{"id": "c", "user": "u", "turns": [{"id": "t", "speaker": "Ann", "text": "Hi", "said_at": _TIME}]}],
    "slack": {
        "users.json": [{"id": "U1", "profile": {"display_name": "Ann"}}],
        "general/2024-01-01.json": [
            {"user": "U1", "text": "Hi <@U1>", "ts": "1.7e9", "subtype": None, "edited": {"ts": "1"}}
        ],
    },
    "telegram": {
        "about": "Your data",
        "chats": {
            "list": [
                {
                    "name": "Ann",
                    "type": "bot_chat",
                    "id": 7,
                    "messages": [
                        {
                            "id": 1,
                            "type": "message",
                            "date": "2024-01-01T00:00:00",
                            "date_unixtime": "1704067200",
                            "from": "Ann",
                            "from_id": "user7",
                            "forwarded_from": "Bo",
                            "reply_to_message_id": 1,
                            "text": ["Hi ", {"type": "text_link", "text": "you", "href": "https://example.org"}],
                        },
                        {"id": 2, "date_unixtime": "1704067200", "text": "", "poll": {"question": "?", "answers": []}},
                    ],
                }
            ]
        },
    },
}
"""A small file of each format that is JSON."""
PLAIN = {
    "whatsapp": "31/12/2023, 23:59 - Ann: Hi\nand more\n[12/31/23, 11:59:07 PM] Bo: Ho\n31.12.23, 23:59 - Ann left\n",
    "csv": 'speaker,text,said_at,id\nAnn,"Hi, ""you""",2024-01-01T00:00:00Z,1\nBo,Ho,1704067200,2\n',
}
"""A small file of each format that is not."""
_BY_LINE = ("graphiti", "jsonl", "neutral")
_ODD: st.SearchStrategy[Any] = (
    st.sampled_from((None, 5, 1e308, 10**30, "", [], {}, "\0", [None], True, -1, "2024-02-30")) | TEXTS
)
_MARKS = st.sampled_from(
    [b"\xff\xfe", b"\x1f\x8b", b"PK\x03\x04", b"\x00", b"\n", b'"', b"{", b"[", b",", b"\xef\xbb\xbf"]
)

Place = tuple[str | int, ...]


def places(value: Any, place: Place = ()) -> Iterator[Place]:
    """Yield the place of each value inside a value."""
    yield place
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    for key in keys:
        yield from places(value[key], (*place, key))


def changed(value: Any, place: Place, new: Any) -> Any:
    """Return a copy of a value with another one in one place."""
    if not place:
        return new
    copy = value.copy()
    copy[place[0]] = changed(value[place[0]], place[1:], new)
    return copy


def content_of(kind: str, value: Any) -> bytes:
    """Return the bytes of a file that holds a value."""
    if kind == "slack":
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w") as archive:
            for name, content in value.items() if isinstance(value, dict) else ():
                archive.writestr(name, json.dumps(content))
        return file.getvalue()
    by_line = kind in _BY_LINE and isinstance(value, list)
    return ("\n".join(map(json.dumps, value)) if by_line else json.dumps(value)).encode()


@st.composite
def damaged_files(draw: st.DrawFn) -> tuple[str, bytes]:
    """Return a format and a file of it, with a few values replaced and then a few bytes."""
    kind = draw(st.sampled_from([*FILES, *PLAIN]))
    if kind in PLAIN:
        lines = PLAIN[kind].splitlines(keepends=True)
        content = "".join(draw(st.lists(st.sampled_from(lines) | st.sampled_from(PIECES) | TEXTS, max_size=8))).encode()
    else:
        value = FILES[kind]
        for _ in range(draw(st.integers(0, 3))):
            value = changed(value, draw(st.sampled_from(list(places(value)))), draw(_ODD))
        content = content_of(kind, value)
    for _ in range(draw(st.integers(0, 3))):
        at, to = sorted((draw(st.integers(0, len(content))), draw(st.integers(0, len(content)))))
        content = content[:at] + draw(_MARKS | st.binary(max_size=4)) + content[min(to, at + 20) :]
    return kind, content
