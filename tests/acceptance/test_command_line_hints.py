"""The command line says what is missing, and asks before anything is lost."""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from chronomem import Memory

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine


@pytest.fixture
def known(cli: "CommandLine", user: str) -> str:
    cli.memory.add_fact(user=user, subject="Ann", predicate="works_at", object="Siemens", valid_at="2023-05-01")
    return user


def test_an_unknown_name_is_answered_with_those_that_are_like_it(cli: "CommandLine", known: str) -> None:
    for command in (("entity", "Siemnes"), ("facts", "--about", "siemns"), ("history", "Simens", "works_at")):
        status, _, err = cli.run(*command, "--user", known)
        assert status == 0
        assert "did you mean Siemens?" in err
    assert "check the name" in cli.run("entity", "Quixote", "--user", known)[2]
    assert [entity.name for entity in cli.memory.entities("an", user=known)] == ["Ann"]


def test_turns_that_wait_are_named_where_facts_are_missing(cli: "CommandLine", user: str) -> None:
    cli.memory.add("I live in Porto.", user=user, speaker="Ann")
    status, out, err = cli.run("facts", "--user", user)
    assert (status, out) == (0, "")
    assert "1 turn is not extracted yet, so that its facts are missing" in err
    assert "Porto" in cli.out("facts", "--user", user, "--consolidate")


def test_files_are_replaced_only_with_force(cli: "CommandLine", known: str, tmp_path: Path) -> None:
    for command, name in (
        (("export",), "all.jsonl"),
        (("backup",), "copy"),
        (("table", "facts", "--out"), "facts.csv"),
    ):
        where, file = ("--user", known) if command != ("backup",) else (), tmp_path / name
        file.write_text("precious")
        assert "exists already" in cli.error(*command, str(file), *where)
        assert file.read_text() == "precious"
        cli.out(*command, str(file), *where, "--force")
        assert file.read_bytes() != b"precious"


def test_everything_is_forgotten_only_when_that_is_confirmed(cli: "CommandLine", known: str) -> None:
    assert "confirm it with --yes" in cli.misuse("forget", "--everything", "--user", known)
    assert cli.memory.facts(user=known)
    cli.out("forget", "--everything", "--user", known, "--yes")
    assert known not in cli.memory.users()


def test_the_only_user_need_not_be_named(cli: "CommandLine", tmp_path: Path) -> None:
    folder = str(tmp_path / "memory")
    with Memory.open(folder) as memory:
        assert "nothing is stored yet" in cli.error("facts", "--folder", folder)
        memory.add_fact(user="ann", subject="Ann", predicate="lives_in", object="Porto")
        assert "Porto" in cli.out("facts", "--folder", folder)
        memory.create_user("bo")
        assert "the memory has 2 users (ann, bo); name one with --user" in cli.misuse("facts", "--folder", folder)
        assert "Porto" in cli.out("facts", "--folder", folder, CHRONOMEM_USER="ann")
