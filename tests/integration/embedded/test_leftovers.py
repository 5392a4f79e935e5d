"""A backup that was killed leaves a copy of everything, which must not outlive what is forgotten."""

from pathlib import Path

import pytest

from chronomem import Memory


def _leave_a_copy(folder: Path) -> Path:
    copy = folder / "backups" / "chronomem" / "chronomem-backup.zip"
    copy.parent.mkdir(parents=True, exist_ok=True)
    copy.write_bytes(b"all that anybody said")
    return copy


@pytest.mark.slow
def test_a_copy_that_a_killed_backup_left_goes_with_what_is_forgotten_and_at_the_next_start(tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory") as memory:
        for user in ("ann", "bo"):
            memory.add("Hello.", user=user)
        copy = _leave_a_copy(tmp_path / "memory")
        memory.forget(user="ann", everything=True)
        assert not copy.exists()
        memory.export(tmp_path / "export.jsonl")
    assert (tmp_path / "export.jsonl").stat().st_mode & 0o077 == 0, "it is for its owner only"
    copy = _leave_a_copy(tmp_path / "memory")
    with Memory.open(tmp_path / "memory") as memory:
        assert not copy.exists()
        memory.backup(tmp_path / "backup.zip")
    assert (tmp_path / "backup.zip").stat().st_size > 0
