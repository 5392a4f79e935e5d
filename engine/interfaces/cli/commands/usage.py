"""`chronomem usage`: the usage of language models."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, write_json, write_table
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = ("chronomem usage", "chronomem usage --user u1 --json")


@takes_place
def usage(
    place: Place,
    user: Annotated[str | None, typer.Option("--user", show_default="everybody", help="For this user only.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show the usage of language models, in requests and tokens."""
    with place.open() as memory:
        rows = [asdict(row) | {"tokens": row.tokens} for row in memory.usage(user=user)]
    if as_json:
        write_json(rows)
    elif rows:
        shown = {"calls": "calls", "prompt_tokens": "in", "answer_tokens": "out", "cached": "cached"}
        names = [*([] if user is not None else ["user"]), "purpose", "model"]
        cells = [{n: row[n] for n in names} | {as_: f"{row[n]:,}" for n, as_ in shown.items()} for row in rows]
        write_table([*names, *shown.values()], cells)
    else:
        print("No language model was used.")
