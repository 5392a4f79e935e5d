"""The questions of docs/cypher.md: their queries, parameters and the tables below them.

    python -m tests.integration.cookbook

asks them again, of an embedded memory, and writes the answers into the page, and the picture of that memory beside it.
Look at the difference before keeping it.
"""

import json
import re
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

from chronomem import Memory, Rows
from chronomem.engine.importers import read_conversations
from chronomem.engine.interfaces.cli.output import as_cell
from chronomem.engine.interfaces.plots.picture import read_timeline, save_timeline

PAGE = Path(__file__).parents[2] / "docs" / "cypher.md"
_QUESTION = re.compile(
    r"^### (?P<title>[^\n]+)$(?:(?!^#).)*?^```cypher\n(?P<query>.+?)^```\n(?P<table>(?:\n\|[^\n]+)*)",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Question:
    """A question of the cookbook.

    Attributes:
        title: with its number.
        query: Cypher; a first line that is a comment holds its parameters as JSON.
        table: the answer, in Markdown.
    """

    title: str
    query: str
    table: str

    @cached_property
    def parameters(self) -> dict[str, Any]:
        first = self.query.partition("\n")[0]
        return dict(json.loads(first.removeprefix("//"))) if first.startswith("//") else {}

    def ask(self, memory: Memory, user: str) -> str:
        """Return the answer as a table in Markdown."""
        rows = memory.cypher(self.query, user=user, **self.parameters)
        return table(rows)


def table(rows: Rows) -> str:
    """Return rows as a table in Markdown."""
    body = [[as_cell(row[column]) for column in rows.columns] for row in rows]
    return "\n".join(map(_line, [rows.columns, ["---"] * len(rows.columns), *body]))


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |".replace("|  |", "| |")


def questions() -> list[Question]:
    """Return the questions of the page, in its order."""
    page = PAGE.read_text(encoding="utf-8")
    return [Question(m["title"], m["query"].strip(), m["table"].strip()) for m in _QUESTION.finditer(page)]


def prepare(memory: Memory, user: str) -> None:
    """Store and read the conversation that comes with the package, and nothing else."""
    with as_file(files("chronomem.engine") / "demo" / "conversation.jsonl") as path:
        (conversation,) = read_conversations(path)
    memory.add_turns(conversation.turns, user=user)
    memory.consolidate(user=user)


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder, Memory.open(Path(folder) / "memory") as memory:
        prepare(memory, "demo")
        for question in questions():
            before = f"```cypher\n{question.query}\n```\n\n{question.table}".rstrip()
            assert page.count(before) == 1, question.title
            page = page.replace(before, f"```cypher\n{question.query}\n```\n\n{question.ask(memory, 'demo')}")
        save_timeline(read_timeline(memory, "demo"), PAGE.parent / "images" / "timeline.svg")
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
