"""Telegram's export is read as what people said, each in their own name, and nothing else."""

import json
import zipfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from chronomem import InvalidRecord
from chronomem.engine.importers import Conversation, ReadOptions, format_of, read_conversations

BEGUN = 1_714_550_400  # 2024-05-01T08:00:00Z
LEFT_OUT_FILE = "(File not included. Change data exporting settings to download.)"


def message(number: int, text: Any, **changes: Any) -> dict[str, Any]:
    """Return a message as Telegram Desktop writes it, sent so many minutes after the first."""
    at = BEGUN + 60 * number
    told = {
        "id": number,
        "type": "message",
        "date": f"{datetime.fromtimestamp(at + 7200, UTC):%Y-%m-%dT%H:%M:%S}",
        "date_unixtime": str(at),
        "from": "Ann Silva",
        "from_id": "user11",
        "text": text,
        "text_entities": [{"type": "plain", "text": text}] if isinstance(text, str) and text else [],
    } | changes
    return {key: value for key, value in told.items() if value != "leave out"}


def service(number: int, **more: Any) -> dict[str, Any]:
    told = {"actor": "Ann Silva", "actor_id": "user11", "text": "", "text_entities": []} | more
    return {"id": number, "type": "service", "date": "2024-05-01T10:00:00", "date_unixtime": str(BEGUN)} | told


def chat(*messages: Any, **changes: Any) -> dict[str, Any]:
    return {"name": "Bo", "type": "personal_chat", "id": 22} | changes | {"messages": list(messages)}


def account(*chats: Any, left: tuple[Any, ...] = ()) -> dict[str, Any]:
    contact = {"user_id": 22, "first_name": "Bo", "last_name": "", "phone_number": "+351 900 000 000"}
    return {
        "about": "Here is the data you requested.",
        "personal_information": {"user_id": 11, "first_name": "Ann", "bio": '{"messages": [1]}'},
        "profile_pictures": [{"date": "2020-01-01T00:00:00", "photo": LEFT_OUT_FILE}],
        "contacts": {"about": "Contacts.", "list": [contact] * 900},
        "chats": {"about": "Chats.", "list": list(chats)},
        "left_chats": {"about": "Left.", "list": list(left)},
    }


def write(path: Path, value: Any) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False), encoding="utf-8")
    return path


def only(path: Path) -> Conversation:
    assert format_of(path) == "telegram"
    [conversation] = read_conversations(path)
    return conversation


def said(path: Path) -> list[tuple[str, str]]:
    return [(turn.speaker, turn.text) for each in read_conversations(path) for turn in each.turns]


def test_of_a_chat_what_people_said_is_read(tmp_path: Path) -> None:
    told = [
        service(1, action="phone_call", discard_reason="missed"),
        message(2, "I moved to Porto yesterday!"),
        message(3, "", photo="photos/photo_1.jpg", width=800, height=600),
        message(4, "My new street", photo=LEFT_OUT_FILE),
        message(5, "", media_type="sticker", sticker_emoji="😀", file=LEFT_OUT_FILE),
        {"id": 6, "type": "unsupported"},
        message(7, "And you?", **{"from": "Bo", "from_id": "user22", "reply_to_message_id": 2}),
        message(500, "Next day", **{"from": None, "from_id": "user33"}),
    ]
    read = only(write(tmp_path / "ChatExport_2024-05-02" / "result.json", chat(*told)).parent)
    assert (read.id, read.user) == ("telegram:personal_chat:22", "me")
    assert [(turn.speaker, turn.role, turn.text) for turn in read.turns] == [
        ("Ann Silva", "user", "I moved to Porto yesterday!"),
        ("Ann Silva", "user", "My new street"),
        ("Bo", "user", "And you?"),
        ("user33", "user", "Next day"),
    ]
    assert read.turns[0].said_at == datetime.fromtimestamp(BEGUN + 120, UTC), "not the local time beside it"
    assert [turn.metadata for turn in read.turns[1:3]] == [{"chat": "Bo"}, {"chat": "Bo", "reply_to": 2}]
    assert len({turn.session for turn in read.turns[:3]}) == 1
    assert read.turns[3].session != read.turns[0].session
    assert read.left_out == {"notices": 1, "messages without words": 2, "unsupported messages": 1}


def test_a_forwarded_message_is_said_by_the_one_who_wrote_it(tmp_path: Path) -> None:
    told = [
        message(1, "I moved to Faro", forwarded_from="Cleo", saved_from="Cleo"),
        message(2, "I moved, too", forwarded_from=None),
    ]
    read = only(write(tmp_path / "result.json", chat(*told, name=None, type="saved_messages", id=11)))
    assert [(turn.speaker, turn.text) for turn in read.turns] == [
        ("Cleo", "I moved to Faro"),
        ("unknown", "I moved, too"),
    ]
    assert read.turns[0].metadata == {"chat": "saved_messages", "forwarded_by": "Ann Silva"}


def test_a_text_of_parts_and_a_poll_are_words(tmp_path: Path) -> None:
    parts = [
        "See ",
        {"type": "text_link", "text": "this", "href": "https://example.org/a"},
        " or ",
        {"type": "link", "text": "https://example.org/b"},
        {"type": "text_link", "text": "https://c.example", "href": "https://c.example"},
        {"type": "mention_name", "text": " Bo", "user_id": 22},
        {"type": "custom_emoji", "text": "🎉", "document_id": "stickers/1.webp"},
        {"type": "plain"},
        5,
    ]
    answers = [{"text": "At the harbour", "voters": 1, "chosen": True}, {"text": "At home", "voters": 0}]
    told = [
        message(1, parts),
        message(2, None, text_entities=[{"type": "bold", "text": "Only "}, {"type": "plain", "text": "so"}]),
        message(3, "", poll={"question": "Where do we meet?", "closed": False, "total_voters": 1, "answers": answers}),
    ]
    assert [text for _, text in said(write(tmp_path / "result.json", chat(*told)))] == [
        "See this (https://example.org/a) or https://example.org/bhttps://c.example Bo🎉",
        "Only so",
        "Where do we meet?\n- At the harbour\n- At home",
    ]


def test_all_chats_of_an_account_come_apart_with_bots_as_assistants(tmp_path: Path) -> None:
    bot = {"from": "Helper", "from_id": "user44"}
    whole = account(
        chat(message(1, "Hi Bo")),
        chat(message(1, "When?"), message(2, "At ten.", **bot), name="Helper", type="bot_chat", id=44),
        chat(name="Silent", id=55),
        left=(chat(message(1, "Hi all"), name="Bo", type="private_group", id=22),),
    )
    path = write(tmp_path / "result.json", whole)
    assert format_of(path) == "telegram"
    read = list(read_conversations(path))
    assert [each.id for each in read] == [
        "telegram:personal_chat:22",
        "telegram:bot_chat:44",
        "telegram:private_group:22",
    ]
    assert [turn.role for turn in read[1].turns] == ["user", "assistant"]
    assert len({turn.id for each in read for turn in each.turns}) == 4
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.write(path, "DataExport/result.json")
        archive.writestr("DataExport/photos/a.jpg", b"\xff\xd8")
    assert said(tmp_path / "export.zip") == said(path)


def test_a_longer_export_has_the_same_turns_and_the_new_words_of_edited_ones(tmp_path: Path) -> None:
    first, second = message(1, "One"), message(2, "Two")
    old = only(write(tmp_path / "a.json", chat(first, second)))
    edited = message(2, "Two!", edited="2024-05-01T11:00:00", edited_unixtime=str(BEGUN + 9000))
    reacted = first | {"reactions": [{"type": "emoji", "count": 1, "emoji": "👍"}]}
    new = only(write(tmp_path / "b.json", chat(reacted, edited, message(3, "Three"), name="Bo Reis")))
    assert new.turns[0].id == old.turns[0].id
    assert len({turn.id for turn in (*old.turns, *new.turns)}) == 4


def test_an_older_export_has_local_times(tmp_path: Path) -> None:
    told = [message(number, "Hi", date_unixtime="leave out") for number in (1, 2)]
    path = write(tmp_path / "result.json", chat(*told))
    [read] = read_conversations(path, options=ReadOptions(timezone="Europe/Lisbon"))
    assert read.turns[0].said_at == datetime(2024, 5, 1, 9, 1, tzinfo=UTC)
    write(path, chat(*told, message(3, "Hi")))
    with pytest.raises(InvalidRecord, match=r"message 3: some messages of the chat have a date_unixtime, and others"):
        list(read_conversations(path))


def test_control_characters_as_telegram_writes_them_are_read(tmp_path: Path) -> None:
    path = write(tmp_path / "result.json", chat(message(1, "a CONTROL b \\x41"), *[message(2, "c CONTROL")] * 3))
    path.write_text(path.read_text(encoding="utf-8").replace("CONTROL", r"\x1F"), encoding="utf-8")
    assert said(path)[0] == ("Ann Silva", "a \x1f b \\x41")
    path.write_text(path.read_text(encoding="utf-8").replace(r"\x1F", r"\x1"), encoding="utf-8")
    with pytest.raises(InvalidRecord, match="not JSON: Invalid"):
        said(path)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("no message", "chat 'Bo', message 1: expected an object, not 'no message'"),
        (message(1, "Hi", id=None), "id None is not the number of a message"),
        (message(1, "Hi", date_unixtime="soon"), "date_unixtime 'soon' is not a time"),
        (message(1, "Hi", date_unixtime="9" * 400), "said_at 'inf' is not"),
        (message(1, "Hi", date_unixtime="leave out", date="yesterday"), "date 'yesterday' is not an ISO 8601 time"),
        (message(1, "Hi", date_unixtime="leave out", date=None), "date must be"),
    ],
)
def test_a_damaged_message_is_named_or_skipped(tmp_path: Path, wrong: Any, words: str) -> None:
    path = write(tmp_path / "result.json", account(chat(wrong, message(2, "Whole"))))
    with pytest.raises(InvalidRecord, match=words) as raised:
        said(path)
    assert "result.json" in str(raised.value)
    skipped: list[InvalidRecord] = []
    [read] = read_conversations(path, skip_bad=skipped.append)
    assert [turn.text for turn in read.turns] == ["Whole"]
    assert len(skipped) == 1


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (json.dumps(chat(message(1, "Hi")))[:-9], "not JSON"),
        ("[1]", "expected a JSON object"),
        ("", "expected a JSON object"),
        ('{"messages": [{}]}', "neither an id nor a name"),
        ('{"chats": ' * 50_000, "nested too deeply"),
        ('{"list": ' + "[" * 50_000, "nested too deeply"),
        ('{"name": "Bo" "id": 5}', "expected ','"),
    ],
)
def test_a_damaged_file_is_refused_by_name(tmp_path: Path, content: str, words: str) -> None:
    path = tmp_path / "result.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InvalidRecord, match=words) as raised:
        list(read_conversations(path, "telegram"))
    assert "result.json" in str(raised.value)


def test_messages_of_a_large_file_come_before_its_end_is_read(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    chats = ",".join(json.dumps(chat(message(1, "tiles " * 10_000), id=n)) for n in range(60))
    path.write_text(f'{{"about": "", "chats": {{"list": [{chats}, {{broken', encoding="utf-8")
    reading = read_conversations(path)
    assert [next(reading).id for _ in range(59)] == [f"telegram:personal_chat:{n}" for n in range(59)]
    with pytest.raises(InvalidRecord, match="not JSON"):
        next(reading)


def test_an_export_of_pages_is_told_to_be_made_anew(tmp_path: Path) -> None:
    (tmp_path / "messages.html").write_text("<html>", encoding="utf-8")
    assert format_of(tmp_path) == "telegram"
    with pytest.raises(InvalidRecord, match="Machine-readable JSON"):
        said(tmp_path)
