"""Cypher statements by name. They stand in the `.cypher` files of `cypher/`; Python never builds one from values.

A statement begins at a line `// name: store_turns` and ends at the next such line. Comment lines below the name
say what the statement is for and what parameters it takes.
"""

from functools import cache
from importlib.resources import files
from typing import LiteralString

_MARK = "// name: "


@cache
def _all() -> dict[str, LiteralString]:
    found: dict[str, LiteralString] = {}
    folder = files("chronomem.graph_schema") / "cypher"
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if not file.name.endswith(".cypher"):
            continue
        for block in file.read_text(encoding="utf-8").split(_MARK)[1:]:
            name, _, body = block.partition("\n")
            if name.strip() in found:
                raise ValueError(f"two statements are called {name.strip()!r}; the second is in {file.name}")
            found[name.strip()] = body.strip()
    return found


def statement(name: str) -> LiteralString:
    """Return the statement of that name; raise `KeyError` where there is none."""
    return _all()[name]  # from the package's own files, never from a value


def names() -> list[str]:
    """Return the names of all statements."""
    return sorted(_all())


def explained(query: str) -> LiteralString:
    """Return a query of somebody's own with the word before it that makes the server plan it and not run it."""
    return "EXPLAIN " + query  # the owner's own Cypher, through a read-only door
