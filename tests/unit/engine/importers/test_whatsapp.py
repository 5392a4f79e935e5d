"""WhatsApp's exports are read as every telephone writes them, and as the same turns again when they grow."""

import tracemalloc
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from chronomem import InvalidRecord, Turn
from chronomem.engine.importers import ReadOptions, format_of, read_conversations

NNBSP = "\N{NARROW NO-BREAK SPACE}"
LRM = "\N{LEFT-TO-RIGHT MARK}"
ARABIC = "\u0663\u0661\u200f/\u0661\u0662\u200f/\u0662\u0660\u0662\u0663\u060c \u0661\u0661:\u0665\u0669 \u0645"


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def turns_in(path: Path, **options: str) -> list[Turn]:
    return [
        turn for each in read_conversations(path, options=ReadOptions.model_validate(options)) for turn in each.turns
    ]


def said(path: Path, **options: str) -> list[tuple[str, str, str]]:
    return [(turn.said_at.isoformat(), turn.speaker, turn.text) for turn in turns_in(path, **options)]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("line", "when"),
    [
        ("31/12/2023, 23:59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("12/31/23, 11:59 PM - Ann: Hi", "2023-12-31T23:59:00"),
        (f"12/31/23, 11:59{NNBSP}PM - Ann: Hi", "2023-12-31T23:59:00"),
        ("31/12/23, 12:05 am - Ann: Hi", "2023-12-31T00:05:00"),
        ("31/12/23 12:05 p. m. - Ann: Hi", "2023-12-31T12:05:00"),
        ("31.12.23, 23:59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("31.12.2023 klo 23.59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("2023-12-31 23:59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("2023. 12. 31. 23:59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("2023/12/31 下午11:59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("[31/12/2023, 23:59:07] Ann: Hi", "2023-12-31T23:59:07"),
        (f"{LRM}[31.12.23, 23:59:07] Ann: Hi", "2023-12-31T23:59:07"),
        (f"[12/31/23, 11:59:07{NNBSP}PM] Ann: Hi", "2023-12-31T23:59:07"),
        ("[2023-12-31, 11:59:07 p.m.] Ann: Hi", "2023-12-31T23:59:07"),
        ("[31.12.2023 klo 23.59.07] Ann: Hi", "2023-12-31T23:59:07"),
        ("\u200f31\u200f/12\u200f/2023, 23:59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("31.12.23 \u0433., 23:59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("31.12.2023 ÖS 11:59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("31/12/23, 11:59 μ.μ. - Ann: Hi", "2023-12-31T23:59:00"),
        ("2023/12/31 晚上11:59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("2023/12/31 凌晨12:05 - Ann: Hi", "2023-12-31T00:05:00"),
        (f"{ARABIC} - Ann: Hi", "2023-12-31T23:59:00"),
        ("31/12/2566 23:59 - Ann: Hi", "2023-12-31T23:59:00"),
        ("[31/12/2023, 23:59:07] ~\N{NARROW NO-BREAK SPACE}Ann: Hi", "2023-12-31T23:59:07"),
    ],
)
def test_every_form_of_date_and_time_is_read(tmp_path: Path, line: str, when: str) -> None:
    path = write(tmp_path / "a.txt", line)
    assert format_of(path) == "whatsapp"
    assert said(path) == [(when, "Ann", "Hi")]


def test_lines_go_on_and_what_the_program_says_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "WhatsApp Chat with Bo.txt"
    lines = [
        "12/31/23, 10:00 - Messages and calls are end-to-end encrypted. No one outside of this chat: not even us.",
        '12/31/23, 10:00 - Ann created group "Trip: Rome"',
        "12/31/23, 10:01 - Ann: First line",
        "",
        "second: line, of 3/4",
        "12/31/23, 10:02 - Bo: <Media omitted>",
        "12/31/23, 10:02 - Bo: This message was deleted",
        "12/31/23, 10:03 - Bo: IMG-1.jpg (file attached)",
        "12/31/23, 10:03 - Bo: IMG-2.jpg (file attached)",
        "Look at this",
        "12/31/23, 10:04 - Ann: Better <This message was edited>",
        "12/31/23, 10:05 - Ann: <script>alert('x')</script> [b]{{7*7}}",
    ]
    path.write_bytes(("\ufeff" + "\r\n".join(lines) + "\r\n").encode())
    [chat] = read_conversations(path)
    assert (chat.id, chat.user) == ("Bo", "me")
    assert [(turn.speaker, turn.text) for turn in chat.turns] == [
        ("Ann", "First line\n\nsecond: line, of 3/4"),
        ("Bo", "IMG-2.jpg (file attached)\nLook at this"),
        ("Ann", "Better"),
        ("Ann", "<script>alert('x')</script> [b]{{7*7}}"),
    ]
    assert chat.left_out == {"notices": 2, "media": 2, "deleted messages": 1}
    assert {turn.session for turn in chat.turns} == {"whatsapp:Bo:2023-12-31T10:01:00"}


def test_what_ios_marks_as_its_own_is_left_out_and_the_zip_file_names_the_chat(tmp_path: Path) -> None:
    lines = [
        f"[31/12/2023, 10:00:00] Trip: {LRM}Ann created this group",
        f"{LRM}[31/12/2023, 10:00:01] Ann: {LRM}image omitted",
        f"[31/12/2023, 10:00:02] Ann: A photo {LRM}<attached: 00000012-PHOTO.jpg>",
        "[31/12/2023, 10:00:03] Ann: 12/31/23, 10:00 - Bo: a line of an Android export",
        "12/31/23, 10:00 - Bo: and another",
    ]
    with zipfile.ZipFile(tmp_path / "WhatsApp Chat - Trip.zip", "w") as archive:
        archive.writestr("_chat.txt", "\n".join(lines))
        archive.writestr("00000012-PHOTO.jpg", b"\xff\xd8")
        archive.writestr("__MACOSX/._chat.txt", b"\0")
    [chat] = read_conversations(tmp_path / "WhatsApp Chat - Trip.zip")
    assert chat.id == "Trip"
    assert [turn.text for turn in chat.turns] == [
        "A photo",
        "12/31/23, 10:00 - Bo: a line of an Android export\n12/31/23, 10:00 - Bo: and another",
    ]
    assert chat.left_out == {"notices": 1, "media": 1}


@pytest.mark.parametrize("name", ["chat.txt", "Chat de WhatsApp con Bo.txt", "export/Conversa do WhatsApp com Bo.txt"])
def test_a_zip_file_holds_the_chat_under_any_name_and_texts_that_were_sent_beside_it(tmp_path: Path, name: str) -> None:
    path = tmp_path / "chat.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a note.txt", "Milk\n")
        archive.writestr(name, "31/12/2023, 23:59 - Ann: Hi\n")
    assert format_of(path) == "whatsapp"
    assert said(path) == [("2023-12-31T23:59:00", "Ann", "Hi")]


def test_text_of_another_encoding_is_told_to_be_saved_anew(tmp_path: Path) -> None:
    path = tmp_path / "chat.txt"
    for encoding in ("latin-1", "utf-16"):
        path.write_text("31/12/2023, 23:59 - Zoë: Hi\n", encoding=encoding)
        with pytest.raises(InvalidRecord, match="as UTF-8"):
            said(path)


def test_one_day_above_twelve_tells_the_order_of_all_dates(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "03/04/24, 10:00 - Ann: a", "13/04/24, 10:00 - Ann: b")
    assert [when[:10] for when, *_ in said(path)] == ["2024-04-03", "2024-04-13"]
    path = write(tmp_path / "b.txt", "03/04/24, 10:00 - Ann: a", "03/14/24, 10:00 - Ann: b")
    assert [when[:10] for when, *_ in said(path)] == ["2024-03-04", "2024-03-14"]


def test_dates_that_step_back_tell_the_order_and_one_late_message_does_not_spoil_it(tmp_path: Path) -> None:
    days = [f"0{day}/0{month}/24" for month in (3, 4, 5, 6) for day in range(1, 10)]
    path = write(tmp_path / "a.txt", *(f"{day}, 10:00 - Ann: {day}" for day in (*days, days[-2])))
    assert [when[:10] for when, *_ in said(path)][:2] == ["2024-03-01", "2024-03-02"]
    swapped = ["/".join((day[3:5], day[:2], day[6:])) for day in days]
    path = write(tmp_path / "b.txt", *(f"{day}, 10:00 - Ann: {day}" for day in swapped))
    assert [when[:10] for when, *_ in said(path)][:2] == ["2024-03-01", "2024-03-02"]


def test_an_order_that_cannot_be_told_is_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "03/04/24, 10:00 - Ann: a", "04/04/24, 10:00 - Ann: b")
    with pytest.raises(InvalidRecord, match=r"whether the day or the month comes first \(4/4/24\).*--date-order dmy"):
        said(path)
    assert [when[:10] for when, *_ in said(path, date_order="dmy")] == ["2024-04-03", "2024-04-04"]
    assert [when[:10] for when, *_ in said(path, date_order="mdy")] == ["2024-03-04", "2024-04-04"]
    same = write(tmp_path / "b.txt", "04/04/24, 10:00 - Ann: a")
    assert [when[:10] for when, *_ in said(same)] == ["2024-04-04"]


def test_dates_that_fit_no_order_are_named_by_their_lines(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "13/04/24, 10:00 - Ann: a", "b", "03/14/24, 10:00 - Ann: c")
    with pytest.raises(InvalidRecord, match=r"not dmy because of line 3 \(3/14/24\), not mdy because of line 1"):
        said(path)


def test_what_is_no_date_goes_on_with_the_message_before(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "13/04/24, 10:00 - Ann: a", "45/13/24, 10:00 - Bo: b", "14/04/24, 25:00 - Bo: c")
    assert [text for *_, text in said(path)] == ["a\n45/13/24, 10:00 - Bo: b\n14/04/24, 25:00 - Bo: c"]


def test_a_longer_export_has_the_same_turns_and_new_ones(tmp_path: Path) -> None:
    first = ["13/04/24, 10:00 - Ann: ok", "13/04/24, 10:00 - Ann: ok", "13/04/24, 10:00 - Bo: ok"]
    old = turns_in(write(tmp_path / "a.txt", *first))
    new = turns_in(write(tmp_path / "b.txt", *first, "13/04/24, 10:00 - Ann: ok", "14/04/24, 10:00 - Ann: ok"))
    assert len({turn.id for turn in new}) == 5
    assert [turn.id for turn in new[:3]] == [turn.id for turn in old]
    assert [turn.text for turn in new] == ["ok"] * 5


def test_sessions_begin_after_half_an_hour_of_silence(tmp_path: Path) -> None:
    path = write(tmp_path / "Bo.txt", *(f"13/04/24, {at} - Ann: x" for at in ("10:00", "10:30", "11:01")))
    assert [turn.session for turn in turns_in(path)] == [
        "whatsapp:Bo:2024-04-13T10:00:00",
        "whatsapp:Bo:2024-04-13T10:00:00",
        "whatsapp:Bo:2024-04-13T11:01:00",
    ]


def test_times_are_read_in_the_zone_that_is_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "13/07/24, 10:00 - Ann: x")
    [turn] = turns_in(path, timezone="Europe/Lisbon")
    assert turn.said_at == datetime(2024, 7, 13, 9, tzinfo=UTC)


def test_lines_before_the_first_message_and_lines_that_are_no_text_are_named(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", "From: somebody", "13/04/24, 10:00 - Ann: a")
    with pytest.raises(InvalidRecord, match="line 1: 'From: somebody' precedes the first message"):
        said(path)
    path.write_bytes(b"13/04/24, 10:00 - Ann: a\n13/04/24, 10:01 - Ann: \xff\n13/04/24, 10:02 - Ann: c\n")
    with pytest.raises(InvalidRecord, match="line 2: not UTF-8 text"):
        said(path)
    bad: list[InvalidRecord] = []
    assert [len(each.turns) for each in read_conversations(path, skip_bad=bad.append)] == [2]
    assert [error.line for error in bad] == [2]


def test_what_no_database_stores_is_shown_as_what_cannot_be_shown(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", f"13/04/24, 10:00 - Ann: a\0b {'x' * 1_500_000}")
    first, second = turns_in(path)
    assert first.text.startswith("a\N{REPLACEMENT CHARACTER}b xxx")
    assert (len(first.text), len(second.text), second.id) == (1_000_000, 500_004, f"{first.id}/2")


def test_a_long_chat_is_read_in_pieces_without_holding_it(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    with path.open("w", encoding="utf-8") as file:
        for number in range(10_000):
            day, minute = divmod(number, 1440)
            file.write(
                f"{day % 28 + 1:02}/{day // 28 + 1:02}/24, {minute // 60:02}:{minute % 60:02} - Ann: turn {number}\n"
            )
    tracemalloc.start()
    try:
        pieces = [
            (each.id, len(each.turns)) for each in read_conversations(path, options=ReadOptions(date_order="dmy"))
        ]
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert {name for name, _ in pieces} == {"long"}
    assert sum(size for _, size in pieces) == 10_000
    assert max(size for _, size in pieces) <= 2_000
    assert most < 8_000_000, "bytes; its turns, held at once, take 13 million"
