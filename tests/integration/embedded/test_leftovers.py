"""A backup that was killed leaves a copy of everything, which must not outlive what is forgotten."""

from pathlib import Path

from chronomem import Memory


def _leave_a_copy(folder: Path) -> Path:
    copy = folder / "backups" / "chronomem" / "chronomem-backup.zip"
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(b"all that anybody said")
    return copy


def test_the_next_start_deletes_what_a_killed_backup_left(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory") as memory:
        memory.add("Hello.", user="ann")
    copy = _leave_a_copy(tmp_path / "memory")
    with Memory.open(tmp_path / "memory") as memory:
        assert not copy.exists()
        memory.backup(tmp_path / "backup.zip")
    assert (tmp_path / "backup.zip").stat().st_size > 0


def test_forgetting_deletes_it_too(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory") as memory:
        memory.add("Hello.", user="ann")
        copy = _leave_a_copy(tmp_path / "memory")
        memory.forget(user="ann", everything=True)
        assert not copy.exists()


def test_an_export_is_for_its_owner_only(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory") as memory:
        memory.add("Hello.", user="ann")
        memory.export(tmp_path / "export.jsonl")
    assert (tmp_path / "export.jsonl").stat().st_mode & 0o077 == 0
