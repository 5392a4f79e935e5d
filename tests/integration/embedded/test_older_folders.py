"""A folder that an older version made opens, holds all that it held, and goes on.

Each archive in `folders/` holds a data folder as a version left it, and that version's own export of it.
"""

import json
import tarfile
from pathlib import Path
from typing import Any

import pytest

from chronomem import Memory

FOLDERS = sorted((Path(__file__).parent / "folders").glob("*.tar.xz"))


def held_in(export: Path) -> list[dict[str, Any]]:
    """Return the lines of an export without what migrations add: the data's version, and where a user's feed begins."""
    head, *lines = [json.loads(line) for line in export.read_text(encoding="utf-8").splitlines()]
    head.pop("schema")
    for line in lines:
        line.get("user", {}).pop("feed_from", None)
    return [head, *lines]


@pytest.mark.parametrize("archive", FOLDERS, ids=lambda path: path.name.removesuffix(".tar.xz"))
def test_a_folder_of_an_older_version_opens_and_goes_on(archive: Path, tmp_path: Path) -> None:
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    with Memory.open(tmp_path / "memory") as memory:
        memory.export(tmp_path / "now.jsonl")
        assert held_in(tmp_path / "now.jsonl") == held_in(tmp_path / "export.jsonl")
        assert memory.doctor().is_healthy
        assert {fact.says for fact in memory.facts(user="ann", about="Ann", predicate="lives_in")} == {"Porto"}
        assert memory.facts(user="ann", matching="where Ann lives")[0].says == "Porto"
        assert not any(fact.predicate == "thinks" for fact in memory.facts(user="ann"))
        assert "Porto" in memory.recall("Where does Ann live?", user="ann", now="2024-06-01")[0].text
        assert memory.consolidate(user="ann").turns == 1, "what that version had queued is extracted"
        memory.add_fact(user="ann", subject="Ann", predicate="address_is", value="9 Oak Road", valid_at="2024-05-25")
        assert [fact.says for fact in memory.facts(user="ann", predicate="address_is")] == ["9 Oak Road"]


def test_there_are_such_folders() -> None:
    assert FOLDERS
