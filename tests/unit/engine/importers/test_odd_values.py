"""A file whose values are not what they should be is refused or read without them; nothing else ever comes of it."""

from pathlib import Path
from typing import Any

import pytest
from tests.fuzz.files import FILES, changed, content_of, places

from chronomem import InvalidInput
from chronomem.engine.importers import read_conversations

ODD: tuple[Any, ...] = (
    None,
    5,
    1e308,
    float("nan"),
    10**30,
    "",
    [],
    {},
    "\ud800",
    "\0",
    [None],
    {"a": None},
    True,
    [[]],
)


def write(folder: Path, kind: str, value: Any) -> Path:
    path = folder / ("export.zip" if kind == "slack" else "file.json")
    path.write_bytes(content_of(kind, value))
    return path


@pytest.mark.parametrize("kind", FILES)
def test_any_value_may_be_odd(tmp_path: Path, kind: str) -> None:
    whole = FILES[kind]
    assert list(read_conversations(write(tmp_path, kind, whole), kind))
    refused: list[str] = []
    for place in places(whole):
        for odd in ODD:
            path = write(tmp_path, kind, changed(whole, place, odd))
            try:
                list(read_conversations(path, kind))
            except InvalidInput as error:
                refused.append(str(error))
    assert refused
    assert all(path.name in error for error in refused), "it names the file"
