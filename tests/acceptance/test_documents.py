"""What the pages tell a reader to type does what they say."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tests.acceptance.documents import blocks

import chronomem
from chronomem.engine.readers import read_conversations

if TYPE_CHECKING:
    from tests.acceptance.conftest import CommandLine

CHAT = "13/05/24, 09:01 - Ann: The museum opens at ten\n13/05/24, 09:02 - Bo: Good\n"


def run_python(code: str, folder: Path) -> str:
    """Run a block of Python in a process of its own, and return what it printed."""
    source = str(Path(chronomem.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": source},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_about_files_is_true(cli: "CommandLine", tmp_path: Path) -> None:
    (tmp_path / "chat.txt").write_text(CHAT, encoding="utf-8")
    (tmp_path / "short.txt").write_text("03/04/24, 10:00 - Ann: Hello\n", encoding="utf-8")
    (tmp_path / "rows.csv").write_text("Sent,From,Text\n31/05/2024 10:00,Ann,Rows\n", encoding="utf-8")
    shown = []
    for block in blocks("import.md"):
        match block.language:
            case "sh":
                for program, *arguments in block.commands:
                    assert program == "chronomem"
                    files = [str(tmp_path / a) if (tmp_path / a).is_file() else a for a in arguments]
                    shown.append(cli.out(*files, "--folder", str(tmp_path / "memory")))
            case "python":
                run_python(block.text, tmp_path)
            case "json":
                path = tmp_path / "neutral.jsonl"
                path.write_text(json.dumps(json.loads(block.text)), encoding="utf-8")
                assert [len(each.turns) for each in read_conversations(path)] == [1]
            case other:
                raise AssertionError(f"a block in {other!r} that is not run")
    assert "2 turns in 1 conversations (whatsapp) for me" in shown[0]
    assert "The museum opens at ten" in shown[2]
    assert cli.json("stats", "--user", "ann", "--folder", str(tmp_path / "memory"))["turns"] == 4
