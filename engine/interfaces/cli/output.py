"""The output of commands: one JSON document, or text and tables formatted for 80 columns."""

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from chronomem.graph_schema.errors import InvalidInput

if TYPE_CHECKING:
    from rich.console import Console

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Force = Annotated[bool, typer.Option("--force", help="Replace the file if it exists.")]
Now = Annotated[
    str | None,
    typer.Option(
        "--now", show_default="the current time", help="The time from which the question looks back, in ISO 8601."
    ),
]

Where = Annotated[
    str | None, typer.Option("--where", metavar="JSON", help="Only turns whose metadata has these values.")
]


def object_of(text: str, option: str) -> dict[str, Any]:
    """Return the JSON object that an option gives."""
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise InvalidInput(f'{option} takes a JSON object, such as {{"channel": "sales"}}, not {text!r:.80}')
    return value


# All control characters but newline and tab: users' texts must not control the terminal that shows them.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def console(*, stderr: bool = False) -> "Console":
    """Return a console that prints its input literally: without markup, and without automatic highlighting."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def check_free(file: Path, *, force: bool) -> None:
    """Check that a file may be written.

    Raises:
        InvalidInput: it exists, and may not be replaced.
    """
    if not force and file.is_file():
        raise InvalidInput(f"{file} exists already; name another file, or replace it with --force")


def note(message: str) -> None:
    """Print a message for people to stderr, apart from the result."""
    print(one_line(message), file=sys.stderr)


def write_json(document: Any) -> None:
    """Print a document; characters that the stream can't encode are escaped."""
    from chronomem.engine.interfaces.json_values import plain

    ascii_only = (sys.stdout.encoding or "").lower().replace("-", "") != "utf8"
    print(json.dumps(plain(document), ensure_ascii=ascii_only, indent=2, allow_nan=False))


def write_table(columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> None:
    """Print rows as a table."""
    from rich import box
    from rich.table import Table

    table = Table(*map(clean, columns), box=box.SIMPLE_HEAD, pad_edge=False)
    for row in rows:
        table.add_row(*(as_cell(row[column]) for column in columns))
    console().print(table)


def write_paragraphs(paragraphs: Iterable[Sequence[str]]) -> None:
    """Print paragraphs: a heading, and the lines below it, wrapped to the width of the terminal."""
    from rich.padding import Padding
    from rich.text import Text

    for heading, *lines in paragraphs:
        console().print(Text(clean(heading), style="bold"))
        for line in lines:
            console().print(Padding(Text(clean(line)), (0, 0, 0, 2)))


def as_cell(value: Any) -> str:
    """Return a value of a query as the text of a cell: text as it is, structures as JSON, null as empty."""
    from chronomem.engine.interfaces.json_values import plain

    known = plain(value)
    match known:
        case None:
            return ""
        case str():
            return clean(known)
        case _:
            return clean(json.dumps(known, ensure_ascii=False))


def clean(text: str) -> str:
    """Return a text without the characters that would control a terminal."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def one_line(text: str) -> str:
    """Return a message as one line."""
    return clean(" ".join(text.split()))


def examples(*lines: str) -> str:
    """Return example commands as the epilog of a help page: one per line, without markup."""
    return "\n\n".join(["[bold]Examples[/bold]", *(line.replace("[", r"\[") for line in lines)])
