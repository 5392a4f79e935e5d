"""The database that stays for the next command, and how it is stopped."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine


def test_the_database_stays_for_the_next_command_until_it_is_stopped(cli: "CommandLine", tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    (tmp_path / "no folder").touch()  # so that no cache is made behind the test
    there = {"CHRONOMEM_FOLDER": str(folder), "CHRONOMEM_LINGER": "60", "XDG_CACHE_HOME": str(tmp_path / "no folder")}
    try:
        cli.out("add", "I moved to Lisbon", "--user", "u1", "--speaker", "user", **there)  # its streams were closed
        state = json.loads((folder / "keeper.json").read_text(encoding="utf-8"))
        assert cli.json("stats", **there)["turns"] == 1
        assert json.loads((folder / "keeper.json").read_text(encoding="utf-8")) == state
        cli.out("backup", str(tmp_path / "copy"), **there)
    finally:
        stopped = cli.json("stop", **there)
    assert stopped == {"folder": str(folder), "stopped": True}
    assert not (folder / "keeper.json").exists()
    assert "does not run" in cli.out("stop", **there)


def test_nothing_stays_unless_it_is_asked_for(cli: "CommandLine", tmp_path: Path) -> None:
    there = {"CHRONOMEM_FOLDER": str(tmp_path / "memory")}
    cli.out("create-user", "u1", **there)
    assert "does not run" in cli.out("stop", **there)
    assert "CHRONOMEM_LINGER is 'long'" in cli.error("users", CHRONOMEM_LINGER="long", **there)


def test_a_database_in_use_is_not_stopped(cli: "CommandLine") -> None:
    assert "in use by another process" in cli.error("stop")
    assert cli.memory.stats().turns >= 0
