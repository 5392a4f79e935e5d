"""Every block of code in the pages runs, in the order of the pages, or it says here why not."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any
from zipfile import ZipFile

import pytest
from tests.acceptance.documents import ROOT, Block, blocks, pages
from tests.inside import leave_traces
from tests.model_server.server import FakeModelServer
from typer.testing import CliRunner

import chronomem.extractors.semantic_time.component  # noqa: F401 - found by its entry point where it is installed
from chronomem import Memory
from chronomem.engine.interfaces.cli.application import app

pytestmark = pytest.mark.slow

ELSEWHERE = {
    "adapters.md": "test_documents.py",
    "explorer.md": "tests/browser",
    "import.md": "test_documents.py",
    "mcp.md": "test_documents.py",
    "moving.md": "test_documents.py",
    "service.md": "test_documents.py",
    "tutorial.md": "test_documents.py",
}
"""Pages whose blocks need a server or files of their own, and what runs them."""
ORDER = ("../README.md", "quickstart.md", "command-line.md")
"""What a reader reads first; the others follow in the order of their names."""
NOT_RUN = {
    'auth=("neo4j"': "there is no such server; tests/integration runs the same methods on Neo4j",
    "CHRONOMEM_URI=": "likewise",
    "OpenAIEmbedder": "asks a server for vectors, of another length than the memory's; tests/unit/extractors has it",
    "./minilm": "takes the files of a model that doesn't come along",
    "[[telling]]": "is a part of a file that ships; tests/unit/extractors/language/tellings reads them all",
    "[[predicates]]": "is a file of its own; tests/unit/extractors/ontology reads it",
    "entry-points": "is a part of a pyproject.toml; tests/unit/retrieval/presets has such a package",
}
"""Blocks that hold these words are not run, for this reason."""
INSTALLING = ("git", "python3", "pip", ".venv/bin/ruff", ".venv/bin/pip")
"""What lines that install begin with: .ci/run runs those of the README as they stand."""
CHAT = "13/05/24, 09:01 - Ann: The museum opens at ten\n13/05/24, 09:02 - Bo: Good\n"


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model_server: FakeModelServer) -> Iterator[Memory]:
    """A memory in `./memory`, with the files that the pages speak of beside it."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith(("CHRONOMEM_", "OPENAI_"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("CHRONOMEM_LINGER", "0")
    model_server.answer_with(lambda _: {"facts": [], "entities": []})
    turn = {"text": "Ann lives in Porto.", "speaker": "Bo", "said_at": "2023-02-01T10:00:00Z", "id": "t1"}
    told = {"id": "c", "user": "u1", "turns": [turn]}
    Path("conversations.jsonl").write_text(json.dumps(told), encoding="utf-8")
    for name in ("chat.txt", "WhatsApp Chat with Rui.txt"):
        Path(name).write_text(CHAT, encoding="utf-8")
    with ZipFile("chat.zip", "w") as packed:
        packed.write("chat.txt", "WhatsApp Chat with Bo.txt")
    leave_traces(tmp_path / "memory", monkeypatch)
    with Memory.open("./memory") as opened:
        yield opened


def ordered() -> list[str]:
    found = [page for page in pages() if page not in ELSEWHERE]
    return [*ORDER, *(page for page in found if page not in ORDER)]


def reason_not_to(block: Block) -> str | None:
    return next((reason for words, reason in NOT_RUN.items() if words in block.text), None)


def test_no_block_is_forgotten() -> None:
    assert set(ORDER) <= set(pages())
    assert {block.language for page in ordered() for block in blocks(page)} == {"python", "sh", "toml", "cypher"}
    every = "".join(block.text for page in ordered() for block in blocks(page))
    assert [words for words in NOT_RUN if words not in every] == []
    assert "cypher" not in {b.language for page in ordered() if page != "cypher.md" for b in blocks(page)}
    assert all(reason_not_to(b) for page in ordered() for b in blocks(page) if b.language == "toml")


def test_python_does_what_the_pages_show(memory: Memory, model_server: FakeModelServer) -> None:
    for page in ordered():
        names: dict[str, Any] = {}
        for number, block in enumerate(own for own in blocks(page) if own.language == "python"):
            if reason_not_to(block):
                continue
            code = dedent(block.text).replace('api_key="…"', f'base_url="{model_server.url}"')
            opened = names.get("memory")
            names["memory"] = memory
            exec(compile(code, f"{page}, block {number}", "exec"), names)  # noqa: S102 - the pages' own
            if isinstance(opened := names["memory"], Memory) and opened is not memory:
                opened.close()
    assert [fact.says for fact in memory.history("user", "lives_in", user="u1")] == ["Lisbon", "Porto"]
    assert memory.facts(user="u1", about="Ann", predicate="lives_in")[0].says == "Lisbon"


def test_commands_do_what_the_pages_show(memory: Memory) -> None:
    memory.add("I moved to Lisbon last weekend!", user="u1", said_at="2023-05-30T09:00:00+02:00")
    memory.add("I'd rather that nobody knew.", user="ann", turn_id="t1")
    shown: dict[tuple[str, ...], str] = {}
    for page in ordered():
        for block in (own for own in blocks(page) if own.language == "sh" and not reason_not_to(own)):
            for program, *words in block.commands:
                if program in INSTALLING or words[0] == "demo" or tuple(words) in shown:
                    continue  # test_command_line.py runs the demo
                assert program.removeprefix(".venv/bin/") == "chronomem", f"{page}: {program}"
                done = CliRunner().invoke(app, words)
                assert done.exit_code == 0, f"{page}: {words}: {done.output}"
                shown[tuple(words)] = done.output
    assert "2 turns in 1 conversation (whatsapp)" in shown["ingest", "chat.zip", "--user", "u1"]
    assert "Lisbon" in shown["recall", "Where do I live?", "--user", "u1", "-k", "5"]
    assert Path("timeline.svg").read_text(encoding="utf-8").startswith("<?xml")
    assert Path("facts.parquet").stat().st_size > 0


def test_the_pages_become_a_site_that_fetches_nothing(tmp_path: Path) -> None:
    for name in ("docs", "mkdocs.yml"):
        source = ROOT / name
        shutil.copytree(source, tmp_path / name) if source.is_dir() else shutil.copy(source, tmp_path)
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"],
        cwd=tmp_path,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    site = list((tmp_path / "site").rglob("*.html"))
    assert {"index.html", "cypher.html", "concepts.html", "memory.html"} <= {path.name for path in site}
    for path in site:
        fetched = re.findall(
            r'<(?:script|link|img)[^>]*?(?:src|href)="(https?:[^"]*)"', path.read_text(encoding="utf-8")
        )
        assert fetched == [], path.name
