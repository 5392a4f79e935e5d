"""A record of an export is the same after it was written and read."""

import errno
from datetime import UTC, datetime, timezone
from datetime import timedelta as delta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chronomem.engine.upkeep.export_file import ExportFile, dump, read_lines

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False)
    | st.text()
    | st.binary()
    | st.datetimes(timezones=st.just(UTC))
)
RECORDS = st.dictionaries(st.text(alphabet="abc$", min_size=1), SCALARS | st.lists(SCALARS), max_size=4).filter(
    lambda record: not record.keys() & {"$time", "$bytes"}
)


@given(record=RECORDS)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_a_record_comes_back_as_it_went(tmp_path: Path, record: dict[str, Any]) -> None:
    path = tmp_path / "x"
    path.write_bytes(dump(record))
    assert [line.record for line in read_lines(path)] == [record]
    assert dump(record).count(b"\n") == 1


def test_the_same_record_gives_the_same_bytes() -> None:
    moment = datetime(2024, 5, 31, 9, tzinfo=UTC)
    there = moment.astimezone(timezone(delta(hours=2)))
    assert dump({"b": 1, "a": moment}) == dump({"a": there, "b": 1})
    assert dump({"a": moment}) == b'{"a":{"$time":"2024-05-31T09:00:00+00:00"}}\n'


def test_a_file_is_there_only_when_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("before", encoding="utf-8")
    with pytest.raises(TypeError, match="object"), ExportFile(path) as file:
        file.write({"a": object()})
    assert path.read_text(encoding="utf-8") == "before"
    with ExportFile(path) as file:
        file.write({"a": 1})
        mark = file.mark()
        file.write({"b": 2})
        file.cut(mark)
        file.write({"c": 3})
        assert file.lines == 2
    assert path.read_bytes() == b'{"a":1}\n{"c":3}\n'
    assert [entry.name for entry in tmp_path.iterdir()] == ["x"]


def test_an_export_for_whose_end_there_is_no_room_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    file = ExportFile(tmp_path / "export.jsonl")
    file._file.close()
    monkeypatch.setattr(file, "_file", SimpleNamespace(close=fail))
    with pytest.raises(OSError, match="No space left"), file:
        pass
    assert list(tmp_path.iterdir()) == []
