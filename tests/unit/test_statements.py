"""Every statement is used by its name, and every name that is used is a statement."""

import re
from pathlib import Path

import chronomem
from chronomem.graph_schema.statements import names, statement

PACKAGE = Path(chronomem.__file__).parent
FOLDERS = [PACKAGE / name for name in ("engine", "extractors", "graph_schema", "retrieval")]
MODULES = [path for folder in FOLDERS for path in folder.resolve().rglob("*.py")]


def test_every_statement_is_used() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in MODULES)
    assert names()
    assert [name for name in names() if f'"{name}"' not in code] == []


def test_no_statement_is_written_in_python() -> None:
    cypher = re.compile(r"\b(?:MATCH|MERGE|UNWIND) *[\[(]|\bDETACH DELETE\b")
    guilty = [
        path.name for path in MODULES if cypher.search(path.read_text(encoding="utf-8")) and "cli" not in path.parts
    ]
    assert guilty == []


def test_values_come_in_as_parameters() -> None:
    for name in names():
        quoted = re.findall(r"'([^']*)'", re.sub(r"//.*", "", statement(name)))
        assert all(re.fullmatch(r"[a-z_]+", text, re.IGNORECASE) for text in quoted), name
