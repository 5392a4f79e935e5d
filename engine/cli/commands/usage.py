"""`chronomem usage`: what language models took."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.cli.examples import examples
from chronomem.engine.cli.output import AsJson, write_json, write_table
from chronomem.engine.cli.place import Place, takes_place

EXAMPLES = ("chronomem usage", "chronomem usage --user u1 --json")


@takes_place
def usage(
    place: Place,
    user: Annotated[str | None, typer.Option("--user", show_default="everybody", help="For this user only.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what language models were asked, and what it took in tokens."""
    with place.open() as memory:
        rows = [asdict(row) | {"tokens": row.tokens} for row in memory.usage(user=user)]
    if as_json:
        write_json(rows)
    elif rows:
        columns = ("user", "purpose", "model", "calls", "prompt_tokens", "answer_tokens", "cached", "saved_tokens")
        write_table(
            columns, [{c: f"{row[c]:,}" if isinstance(row[c], int) else row[c] for c in columns} for row in rows]
        )
    else:
        print("No language model was asked.")


def register(app: typer.Typer) -> None:
    app.command("usage", epilog=examples(*EXAMPLES))(usage)
