"""Cypher statements by name. They stand in the `.cypher` files of `cypher/`; Python never builds one from values.

A statement begins at a line `// name: store_turns` and ends at the next such line. Comment lines below the name
say what the statement is for and what parameters it takes.

A family of statements, which differ in labels alone, is written once:

    // name: count_<label>
    // for each label: Turn, Session
    … (n:<label> {user_id: $user}) …

makes `count_Turn` and `count_Session`. So labels stand in these files too, and never come from a value.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import LiteralString

_MARK = "// name: "
_EACH = re.compile(r"^// for each ([\w ]+): (.+)$", re.MULTILINE)


@cache
def _all() -> dict[str, LiteralString]:
    found: dict[str, LiteralString] = {}
    folder = files("chronomem.graph_schema") / "cypher"
    for file in sorted(folder.iterdir(), key=lambda f: f.name):
        if not file.name.endswith(".cypher"):
            continue
        for block in file.read_text(encoding="utf-8").split(_MARK)[1:]:
            for name, body in _members(block):
                if name in found:
                    raise ValueError(f"two statements are called {name!r}; the second is in {file.name}")
                found[name] = body
    return found


def _members(block: LiteralString) -> Iterator[tuple[str, LiteralString]]:
    """Yield the statement of a block, or those of the family that it stands for, with their names."""
    name, _, body = block.partition("\n")
    each = _EACH.search(body)
    if each is None:
        yield name.strip(), body.strip()
        return
    for member in each[2].split(","):
        filled = block
        for place, label in zip(each[1].split(), member.split(), strict=True):
            filled = filled.replace(f"<{place}>", label)  # from the package's own files as well
        name, _, body = filled.partition("\n")
        yield name.strip(), body.strip()


def statement(name: str) -> LiteralString:
    """Return the statement of that name; raise `KeyError` where there is none."""
    return _all()[name]  # from the package's own files, never from a value


def family(stem: str) -> list[str]:
    """Return what follows `stem_` in the names of a family's statements, in the order of the file."""
    return [name.removeprefix(f"{stem}_") for name in _all() if name.startswith(f"{stem}_")]


def names() -> list[str]:
    """Return the names of all statements."""
    return sorted(_all())


def explained(query: str) -> LiteralString:
    """Return a query of somebody's own with the word before it that makes the server plan it and not run it."""
    return "EXPLAIN " + query  # the owner's own Cypher, through a read-only door
