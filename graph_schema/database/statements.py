"""Named Cypher statements from the `.cypher` files of `cypher/`; Python never builds one from values.

A statement begins at a line `// name: store_turns` and ends at the next such line. The comment lines below the name
give the purpose and the parameters.

A family of statements that differ only in labels is written once:

    // name: count_<label>
    // for each label: Turn, Session
    … (n:<label> {user_id: $user}) …

defines `count_Turn` and `count_Session`. Labels thus come from these files too, and never from a value.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import LiteralString

_MARK = "// name: "
_EXPLAIN = "EXPLAIN"
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
    """Yield the statement of a block, or all statements of its family, with their names."""
    name, _, body = block.partition("\n")
    each = _EACH.search(body)
    if each is None:
        yield name.strip(), body.strip()
        return
    for member in each[2].split(","):
        filled = block
        for place, label in zip(each[1].split(), member.split(), strict=True):
            filled = filled.replace(f"<{place}>", label)  # comes from the package's own files too
        name, _, body = filled.partition("\n")
        yield name.strip(), body.strip()


def statement(name: str) -> LiteralString:
    """Return the statement with that name; raise `KeyError` if there is none."""
    return _all()[name]  # comes from the package's own files, never from a value


def family(stem: str) -> list[str]:
    """Return the parts of names after `stem_` in a family of statements, in the order of the file."""
    return [name.removeprefix(f"{stem}_") for name in _all() if name.startswith(f"{stem}_")]


def names() -> list[str]:
    """Return the names of all statements."""
    return sorted(_all())


def marked(query: str, mark: str) -> LiteralString:
    """Append a comment to a caller's query, by which it is found among those that run."""
    return f"{query.rstrip().removesuffix(';')}\n{mark}"  # as below


def explained(query: str) -> LiteralString:
    """Prefix a caller's query, unless it is already, so that the server plans it without running it."""
    is_explained = query.lstrip()[: len(_EXPLAIN)].upper() == _EXPLAIN
    return query if is_explained else f"{_EXPLAIN} {query}"  # the owner's own Cypher, through the read-only driver
