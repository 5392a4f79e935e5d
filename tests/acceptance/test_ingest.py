"""`chronomem ingest` as a person runs it: what is in a file, what is new, what is broken, and an interrupt."""

import json
import os
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.acceptance.conversations import turn, write

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine


def test_ingest_reports_what_is_new_and_what_was_known(cli: "CommandLine", tmp_path: Path, user: str) -> None:
    path = write(tmp_path / "a.jsonl", [turn(1), turn(2)], user=user)
    dry = cli.json("ingest", path, "--dry-run")
    assert (dry["format"], dry["turns"], dry["users"], "stored" in dry) == ("neutral", 2, [user], False)
    assert user not in cli.memory.users()
    first = cli.json("ingest", path)
    assert (first["stored"], first["known"], first["skipped"], first["conversations"]) == (2, 0, 0, 1)
    assert first["turns_per_s"] > 0
    assert f"2 turns in 1 conversation (neutral) for {user}: 0 stored, 2 known already, 0 skipped" in cli.out(
        "ingest", path
    )
    assert cli.memory.stats(user=user).turns == 2


def test_ingest_can_give_the_turns_to_another_user(cli: "CommandLine", tmp_path: Path, user: str) -> None:
    cli.out("ingest", write(tmp_path / "a.jsonl", [turn(1)], user="nobody"), "--user", user)
    assert cli.memory.stats(user=user).turns == 1
    assert "nobody" not in cli.memory.users()


CHAT = """\
13/05/24, 09:00 - Messages and calls are end-to-end encrypted.
13/05/24, 09:01 - Ada: I moved to Porto yesterday
13/05/24, 09:02 - Bo: <Media omitted>
"""


def test_a_dry_run_shows_what_is_in_a_file(cli: "CommandLine", tmp_path: Path, user: str) -> None:
    (tmp_path / "WhatsApp Chat with Bo.txt").write_text(CHAT, encoding="utf-8")
    path = str(tmp_path / "WhatsApp Chat with Bo.txt")
    shown = cli.out("ingest", path, "--user", user, "--dry-run")
    assert shown.splitlines()[0].endswith(
        f"1 turn in 1 conversation (whatsapp) for {user}, 0 skipped, left out: 1 media, 1 notices; nothing was stored"
    )
    assert shown.splitlines()[1:] == [
        "speakers: Ada (1)",
        "from 2024-05-13 to 2024-05-13",
        "  2024-05-13 09:01  Ada: I moved to Porto yesterday",
    ]
    document = cli.json("ingest", path, "--user", user, "--dry-run")
    assert document["speakers"] == {"Ada": 1}
    assert document["first"] == document["last"] == "2024-05-13T09:01:00+00:00"
    assert document["shown"] == [
        {"speaker": "Ada", "said_at": "2024-05-13T09:01:00", "text": "I moved to Porto yesterday"}
    ]
    assert user not in cli.memory.users()


def test_a_longer_export_adds_only_what_is_new_in_the_zone_that_was_named(
    cli: "CommandLine", tmp_path: Path, user: str
) -> None:
    path = tmp_path / "chat.txt"
    path.write_text(CHAT, encoding="utf-8")
    named = ("ingest", str(path), "--user", user, "--timezone", "Europe/Lisbon")
    assert cli.json(*named)["stored"] == 1
    path.write_text(CHAT + "14/05/24, 10:00 - Bo: How is it?\n", encoding="utf-8")
    again = cli.json(*named)
    assert (again["stored"], again["known"], again["left_out"]) == (1, 1, {"media": 1, "notices": 1})
    [first, _] = [
        item for item in cli.json("recall", "Where did I move?", "--user", user)["items"] if item["kind"] == "turn"
    ]
    assert (first["when"], first["text"]) == ("2024-05-13T09:01:00+01:00", "I moved to Porto yesterday")


def test_ingest_asks_for_what_a_file_does_not_tell(cli: "CommandLine", tmp_path: Path, user: str) -> None:
    path = tmp_path / "chat.txt"
    path.write_text("03/04/24, 10:00 - Ada: Hello\n", encoding="utf-8")
    assert "--date-order dmy (day first) or mdy" in cli.error("ingest", str(path), "--user", user)
    assert (
        cli.json("ingest", str(path), "--user", user, "--date-order", "mdy", "--dry-run")["first"][:10] == "2024-03-04"
    )
    assert "date_order: Input should be" in cli.error("ingest", str(path), "--user", user, "--date-order", "dym")
    assert "unknown timezone 'Mars'" in cli.error("ingest", str(path), "--timezone", "Mars")
    assert "'text' is not of the form FIELD=NAME" in cli.misuse("ingest", str(path), "--column", "text")
    assert user not in cli.memory.users()


def test_of_a_file_with_a_broken_line_nothing_is_stored_unless_it_is_skipped(
    cli: "CommandLine", tmp_path: Path, user: str
) -> None:
    path = write(tmp_path / "a.jsonl", [turn(1)], '{"id": ', [turn(2), turn(3, text=" ")], user=user)
    assert f"{path}, line 2: not JSON" in cli.error("ingest", path)
    assert user not in cli.memory.users()
    status, out, err = cli.run("ingest", path, "--skip-bad", "--json")
    assert status == 0
    assert [line.split(": ")[:2] for line in err.splitlines()] == [
        ["skipped", f"{path}, line 2"],
        ["skipped", f"{path}, line 3"],
    ]
    report = json.loads(out)
    assert (report["stored"], report["skipped"]) == (2, 2)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="Windows sends no SIGINT to one process")
def test_an_interrupt_ends_with_130_and_keeps_what_was_stored(cli: "CommandLine", tmp_path: Path, user: str) -> None:
    path = write(tmp_path / "a.jsonl", [turn(number) for number in range(12_000)], user=user)
    with cli.start("ingest", path) as process:
        until = time.monotonic() + 60
        while user not in cli.memory.users() or cli.memory.stats(user=user).turns == 0:
            assert time.monotonic() < until
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err == "interrupted; stored turns stay, and the same command resumes from there\n"
    stored = cli.memory.stats(user=user).turns
    assert 0 < stored < 12_000
    assert stored % 500 == 0, "whole batches"
