"""What counts as a data folder; nothing is started here."""

import ast
import json
import os
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest

from chronomem.graph_schema.embedded import keeper
from chronomem.graph_schema.embedded.folder import FORMAT, prepare_folder
from chronomem.graph_schema.embedded.traces import TRACES_FILE, Traces
from chronomem.graph_schema.errors import FolderUnusable


def test_a_new_folder_is_made_for_its_owner_alone_and_recognised_again(tmp_path: Path) -> None:
    folder = prepare_folder(tmp_path / "deep" / "data")
    assert folder.stat().st_mode & 0o777 == 0o700
    assert json.loads((folder / "chronomem.json").read_text())["format"] == FORMAT
    assert prepare_folder(folder) == folder


def test_one_folder_has_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = prepare_folder(tmp_path / "data")
    (tmp_path / "link").symlink_to(folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert {prepare_folder(Path(name)) for name in ("data", "link", "data/../data", "~/data")} == {folder}


def test_a_folder_of_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(FolderUnusable, match=r"thesis\.tex.*an empty or a new folder"):
        prepare_folder(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    for wrong in (path, path / "below"):
        with pytest.raises(FolderUnusable, match="can't be used as data folder"):
            prepare_folder(wrong)


def test_links_in_a_loop_are_no_folder(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(FolderUnusable, match="loop"):
        prepare_folder(tmp_path / "loop")


def test_a_folder_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    folder = prepare_folder(tmp_path / "data")
    (folder / "chronomem.json").write_text(json.dumps({"format": FORMAT + 1}))
    with pytest.raises(FolderUnusable, match=f"newer version of chronomem.*format {FORMAT + 1}"):
        prepare_folder(folder)


@pytest.mark.parametrize("content", ["", "{", "[]", "{}", '{"format": "one"}', '{"format": true}', "\x00"])
def test_a_spoilt_format_file_is_named(tmp_path: Path, content: str) -> None:
    folder = prepare_folder(tmp_path / "data")
    (folder / "chronomem.json").write_text(content)
    with pytest.raises(FolderUnusable, match=r"chronomem\.json"):
        prepare_folder(folder)


def test_a_full_disk_is_told_before_anything_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: SimpleNamespace(free=1000))
    with pytest.raises(FolderUnusable, match="full: 0 MiB are free"):
        prepare_folder(tmp_path / "data")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read and write everywhere")
def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    folder = prepare_folder(tmp_path / "data")
    folder.chmod(0o500)
    try:
        with pytest.raises(FolderUnusable, match="permission"):
            prepare_folder(folder)
    finally:
        folder.chmod(0o700)


def test_the_keeper_needs_the_standard_library_alone() -> None:
    """It runs isolated, without site packages and without the rest of chronomem."""
    paths = sorted(Path(keeper.__file__).parent.glob("*.py"))
    assert len(paths) == 5
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    imported = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in nodes if isinstance(node, ast.ImportFrom)}
    others = {name for name in imported if not name.startswith(f"{keeper.__name__}.")}
    assert {name.partition(".")[0] for name in others} <= sys.stdlib_module_names


def test_threads_may_prepare_one_folder_at_once(tmp_path: Path) -> None:
    for attempt in range(20):
        folder = tmp_path / str(attempt)
        with ThreadPoolExecutor(8) as pool:
            assert set(pool.map(prepare_folder, [folder] * 8)) == {folder}
        assert sorted(path.name for path in folder.iterdir()) == ["chronomem.json", "log"]


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="its file system takes UTF-8 only")
def test_a_folder_whose_name_is_not_utf_8_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(FolderUnusable, match="is not UTF-8"):
        prepare_folder(tmp_path / os.fsdecode(b"caf\xe9"))
    assert list(tmp_path.iterdir()) == []


def test_where_it_can_not_be_recorded_that_traces_are_left_nothing_is_forgotten(tmp_path: Path) -> None:
    (tmp_path / TRACES_FILE).mkdir()
    with pytest.raises(FolderUnusable, match="nothing was forgotten"):
        Traces(tmp_path).note("users")
    assert [path.name for path in tmp_path.iterdir()] == [TRACES_FILE], "no draft is left"
