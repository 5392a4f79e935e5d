"""Exports of ChatGPT, Claude and Slack are read as what was said, and nothing else."""

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from chronomem import InvalidRecord
from chronomem.engine.importers import Conversation, format_of, read_conversations

BEGUN = 1_700_000_000.0


def message(key: str, role: str, *parts: Any, at: float | None = 1.0, **changes: Any) -> dict[str, Any]:
    return {
        "id": key,
        "author": {"role": role},
        "create_time": None if at is None else BEGUN + at,
        "content": {"content_type": "text", "parts": list(parts)},
        "recipient": "all",
        "metadata": {},
    } | changes


def tree(*nodes: tuple[str, str | None, dict[str, Any] | None]) -> dict[str, Any]:
    return {
        key: {"id": key, "parent": parent, "message": told, "children": [k for k, p, _ in nodes if p == key]}
        for key, parent, told in nodes
    }


def chatgpt(**changes: Any) -> dict[str, Any]:
    hidden = {"is_visually_hidden_from_conversation": True}
    return {
        "title": "Tiles",
        "create_time": BEGUN,
        "update_time": BEGUN,
        "mapping": tree(
            ("root", None, None),
            ("s", "root", message("s", "system", "", at=None, metadata=hidden)),
            ("q-old", "s", message("q-old", "user", "Which tiles?")),
            ("a-old", "q-old", message("a-old", "assistant", "Any.")),
            ("q", "s", message("q", "user", "Which tiles for a bath?", {"content_type": "image_asset_pointer"})),
            ("tool", "q", message("tool", "assistant", "search('tiles')", recipient="browser")),
            ("found", "tool", message("found", "tool", "results")),
            ("a", "found", message("a", "assistant", "Rough ones.", "They don't slip.", at=None)),
        ),
        "current_node": "a",
        "conversation_id": "c1",
    } | changes


def only(path: Path, name: str) -> Conversation:
    assert format_of(path) == name
    [conversation] = read_conversations(path)
    return conversation


def write(path: Path, value: Any) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_of_a_chatgpt_conversation_the_branch_shown_last_is_read(tmp_path: Path) -> None:
    read = only(write(tmp_path / "conversations.json", [chatgpt()]), "chatgpt")
    assert (read.id, read.user) == ("c1", "me")
    assert [(turn.id, turn.speaker, turn.role, turn.session, turn.text) for turn in read.turns] == [
        ("chatgpt:q", "user", "user", "chatgpt:c1", "Which tiles for a bath?"),
        ("chatgpt:a", "assistant", "assistant", "chatgpt:c1", "Rough ones.\n\nThey don't slip."),
    ]
    assert [turn.said_at for turn in read.turns] == [datetime.fromtimestamp(BEGUN + 1, UTC)] * 2, "as the one before"
    assert read.left_out == {"messages of other branches": 2, "messages of tools and systems": 3}


def test_chatgpt_spoken_words_and_a_missing_or_circular_end(tmp_path: Path) -> None:
    spoken = {"content_type": "audio_transcription", "text": "Hello there"}
    content = {"content_type": "multimodal_text", "parts": [{"content_type": "audio_asset_pointer"}, spoken]}
    mapping = tree(("a", None, message("a", "user", content=content)), ("b", "a", message("b", "assistant", "Hi")))
    read = only(write(tmp_path / "a.json", [chatgpt(mapping=mapping, current_node=None)]), "chatgpt")
    assert [turn.text for turn in read.turns] == ["Hello there", "Hi"]
    circle = tree(("a", "b", message("a", "user", "Round")), ("b", "a", message("b", "user", "and round")))
    read = only(write(tmp_path / "b.json", [chatgpt(mapping=circle, current_node="b")]), "chatgpt")
    assert [turn.text for turn in read.turns] == ["Round", "and round"]


def test_a_longer_chatgpt_export_has_the_same_turns_and_new_ones(tmp_path: Path) -> None:
    nodes = [("a", None, message("a", "user", "One")), ("b", "a", message("b", "assistant", "Two", at=None))]
    old = only(write(tmp_path / "a.json", [chatgpt(mapping=tree(*nodes), current_node="b")]), "chatgpt")
    nodes.append(("c", "b", message("c", "user", "Three", at=9)))
    new = only(write(tmp_path / "b.json", [chatgpt(mapping=tree(*nodes), current_node="c")]), "chatgpt")
    assert new.turns[:2] == old.turns
    assert len(new.turns) == 3


def test_the_zip_file_of_chatgpt_is_read_part_by_part(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        for number in range(2):
            archive.writestr(f"conversations-00{number}.json", json.dumps([chatgpt(conversation_id=f"c{number}")]))
        archive.writestr("chat.html", "<html>")
        archive.writestr("user.json", "{}")
    assert format_of(tmp_path / "export.zip") == "chatgpt"
    assert [each.id for each in read_conversations(tmp_path / "export.zip")] == ["c0", "c1"]


def test_conversations_of_a_large_file_come_before_its_end_is_read(tmp_path: Path) -> None:
    path = tmp_path / "conversations.json"
    long = chatgpt(mapping=tree(("a", None, message("a", "user", "tiles " * 10_000))), current_node="a")
    with path.open("w", encoding="utf-8") as file:
        file.write("[" + ",\n".join(json.dumps(long | {"conversation_id": f"c{n}"}) for n in range(60)) + ",\n{broken")
    reading = read_conversations(path)
    assert [next(reading).id for _ in range(60)] == [f"c{n}" for n in range(60)]
    with pytest.raises(InvalidRecord, match=r"not JSON: .* at character 36"):
        next(reading)


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ([chatgpt(), {"mapping": [1]}], "conversation 2: expected a mapping of messages"),
        ([chatgpt(create_time="soon")], "conversation 1: create_time 'soon' is not a number of seconds"),
        ([chatgpt(create_time=1e18)], "conversation 1: .*1e\\+18"),
        ([chatgpt(create_time=None, mapping=tree(("a", None, message("a", "user", "x", at=None))))], "'a' has no time"),
        ([chatgpt(), 7], "conversation 2: expected a mapping of messages, not 7"),
    ],
)
def test_what_is_broken_in_a_chatgpt_export_is_named(tmp_path: Path, value: Any, words: str) -> None:
    with pytest.raises(InvalidRecord, match=words):
        list(read_conversations(write(tmp_path / "a.json", value), "chatgpt"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not JSON: Expecting value at character 1"),
        ("[1 2]", "not JSON: expected ',' at character 4, not '2\\]'"),
        ("[1] x", "not JSON: extra text follows the value: 'x'"),
        ("[" * 200_000, "nested too deeply"),
        ('["\\ud800', "not JSON: Invalid"),
        ("[" + "9" * 5000 + "]", "not JSON: Exceeds the limit"),
    ],
)
def test_what_is_no_json_is_named_by_its_place(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    with pytest.raises(InvalidRecord, match=words):
        list(read_conversations(tmp_path / "a.json", "claude", skip_bad=lambda _: None))


def claude(**changes: Any) -> dict[str, Any]:
    def said(key: str, sender: str, text: str, *blocks: dict[str, Any]) -> dict[str, Any]:
        made = "2024-05-01T10:00:00.123456Z"
        return {"uuid": key, "sender": sender, "text": text, "content": list(blocks), "created_at": made, "files": []}

    return {
        "uuid": "c1",
        "name": "Tiles",
        "created_at": "2024-05-01T10:00:00Z",
        "chat_messages": [
            said("m1", "human", "Which tiles?", {"type": "text", "text": "Which tiles?"}),
            said(
                "m2", "assistant", "", {"type": "thinking", "thinking": "Hm"}, {"type": "text", "text": "Rough ones."}
            ),
            said("m3", "human", "Thanks"),
            said("m4", "human", "", {"type": "tool_result", "content": []}),
        ],
    } | changes


def test_a_claude_export_is_read_without_thoughts_and_tools(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "data.zip", "w") as archive:
        archive.writestr("conversations.json", json.dumps([claude()]))
        archive.writestr("users.json", "[]")
        archive.writestr("projects.json", "[]")
    read = only(tmp_path / "data.zip", "claude")
    assert [(turn.id, turn.speaker, turn.role, turn.text) for turn in read.turns] == [
        ("claude:m1", "user", "user", "Which tiles?"),
        ("claude:m2", "assistant", "assistant", "Rough ones."),
        ("claude:m3", "user", "user", "Thanks"),
    ]
    assert read.turns[0].said_at == datetime(2024, 5, 1, 10, 0, 0, 123456, tzinfo=UTC)
    assert read.left_out == {"messages without words": 1}


def test_what_is_broken_in_a_claude_export_is_named_and_left_out_when_asked_for(tmp_path: Path) -> None:
    broken = claude()
    broken["chat_messages"][0]["sender"] = "nobody"
    broken["chat_messages"][2]["created_at"] = None
    path = write(tmp_path / "conversations.json", [broken, {"chat_messages": 1}])
    with pytest.raises(InvalidRecord, match="conversation 1: message 1: expected a message with a sender"):
        list(read_conversations(path))
    bad: list[InvalidRecord] = []
    [read] = read_conversations(path, skip_bad=bad.append)
    assert [turn.id for turn in read.turns] == ["claude:m2"]
    assert [str(error).partition(": ")[2][:24] for error in bad] == [
        "conversation 1: message ",
        "conversation 1: message ",
        "conversation 2: expected",
    ]


def spoken(after: int, user: str | None, text: str, **more: Any) -> dict[str, Any]:
    return {"type": "message", "user": user, "text": text, "ts": f"{1700000000 + after}.000100"} | more


def slack_export(folder: Path) -> Path:
    users = [
        {"id": "U1", "name": "ada", "profile": {"display_name": "", "real_name": "Ada Lovelace"}},
        {"id": "U2", "name": "bo", "profile": {"display_name": "Bo"}},
    ]
    first = [
        spoken(0, "U1", "Hi <@U2>, see <#C9|tiles> &amp; <https://x.y|the page>"),
        spoken(1, "U2", "<@U2> has joined", subtype="channel_join"),
        spoken(2, "U2", "<!here> ok", thread_ts="1700000000.000100"),
        spoken(3, "U3", "fine", user_profile={"real_name": "Cy"}),
        spoken(4, None, "done", subtype="bot_message", username="deploy"),
        spoken(5, "U1", "", files=[{}]),
    ]
    second = [spoken(90_000, "U1", "changed", edited={"user": "U1", "ts": "1700090001.000000"})]
    for name, value in (("users.json", users), ("general/2023-11-14.json", first), ("general/2023-11-15.json", second)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        write(folder / name, value)
    return folder


@pytest.mark.parametrize("packed", [False, True])
def test_a_slack_export_is_read_from_its_folder_or_zip_file(tmp_path: Path, packed: bool) -> None:
    path = slack_export(tmp_path / "export")
    if packed:
        with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
            for file in sorted(path.rglob("*.json")):
                archive.write(file, file.relative_to(path))
        path = tmp_path / "export.zip"
    read = only(path, "slack")
    assert read.id == "general"
    assert [(turn.speaker, turn.role, turn.text) for turn in read.turns] == [
        ("Ada Lovelace", "user", "Hi @Bo, see #tiles & the page (https://x.y)"),
        ("Bo", "user", "@here ok"),
        ("Cy", "user", "fine"),
        ("deploy", "assistant", "done"),
        ("Ada Lovelace", "user", "changed"),
    ]
    assert [turn.session for turn in read.turns] == [
        "slack:general:2023-11-14T22:13:20",
        "slack:general:1700000000.000100",
        "slack:general:2023-11-14T22:13:20",
        "slack:general:2023-11-14T22:13:20",
        "slack:general:2023-11-15T23:13:20",
    ]
    assert read.turns[0].id == "slack:general:1700000000.000100"
    assert read.turns[4].id == "slack:general:1700090000.000100:1700090001.000000"
    assert read.left_out == {"notices": 1, "messages without words": 1}


def test_what_is_broken_in_a_slack_export_is_named_with_its_file(tmp_path: Path) -> None:
    folder = slack_export(tmp_path / "export")
    write(folder / "general" / "2023-11-15.json", [{"user": "U1", "text": "x", "ts": "later"}, 7])
    bad: list[InvalidRecord] = []
    list(read_conversations(folder, skip_bad=bad.append))
    place = folder / "general" / "2023-11-15.json"
    assert [str(error) for error in bad] == [
        f"{place}: message 1: ts 'later' is not a time",
        f"{place}: message 2: expected an object, not 7",
    ]
    (folder / "general" / "2023-11-15.json").write_text("[", encoding="utf-8")
    with pytest.raises(InvalidRecord, match="not JSON"):
        list(read_conversations(folder))
