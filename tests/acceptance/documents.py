"""The code blocks of a page, as a reader would copy them."""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A code block: its language and its text."""

    language: str
    text: str

    @property
    def commands(self) -> list[list[str]]:
        """The lines of a shell block as words, without comments; lines that go on are one."""
        joined = self.text.replace("\\\n", " ").replace("\\$", "$").splitlines()
        return [words for line in joined if (words := shlex.split(line, comments=True))]


def pages() -> list[str]:
    """Return the names of all pages that hold code blocks, as `blocks` takes them."""
    names = [*(path.name for path in sorted(DOCS.glob("*.md"))), "../README.md"]
    return [name for name in names if blocks(name)]


def blocks(page: str) -> list[Block]:
    """Return the code blocks of a page in their order."""
    return [Block(*found) for found in _BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))]
