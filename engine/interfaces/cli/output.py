"""What commands print: one JSON document, or text and tables that are pretty at 80 columns."""

import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from rich.console import Console

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")]
Now = Annotated[
    str | None,
    typer.Option("--now", show_default="the current time", help="From when the question looks back, in ISO 8601."),
]

# All control characters but newline and tab: what people said must not steer the terminal that shows it.
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def console(*, stderr: bool = False) -> "Console":
    """Return a console that prints what it is given: no markup is read in it and nothing coloured by guess."""
    from rich.console import Console

    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def note(message: str) -> None:
    """Tell a person something beside the result."""
    print(one_line(message), file=sys.stderr)


def write_json(document: Any) -> None:
    """Print a document; characters that the stream can't hold are escaped."""
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
    """Print paragraphs: a heading, and what stands below it, wrapped to the width of the terminal."""
    from rich.padding import Padding
    from rich.text import Text

    for heading, *lines in paragraphs:
        console().print(Text(clean(heading), style="bold"))
        for line in lines:
            console().print(Padding(Text(clean(line)), (0, 0, 0, 2)))


def as_cell(value: Any) -> str:
    """Return a value of a query as it stands in a cell: words as they are, structures as JSON, null as nothing."""
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
    """Return a text without the characters that would steer a terminal."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def one_line(text: str) -> str:
    """Return a message as one line."""
    return clean(" ".join(text.split()))


def examples(*lines: str) -> str:
    """Return example commands as the epilog of a help page: one a line, no markup in them."""
    return "\n\n".join(["[bold]Examples[/bold]", *(line.replace("[", r"\[") for line in lines)])
