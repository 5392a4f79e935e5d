"""`chronomem stats`: the amount of data stored."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, write_json, write_table
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = ("chronomem stats", "chronomem stats --user u1 --json")


@takes_place
def stats(
    place: Place,
    user: Annotated[str | None, typer.Option("--user", help="Count for this user only.")] = None,
    as_json: AsJson = False,
) -> None:
    """Count the stored data, for a user or for all."""
    with place.open() as memory:
        counts = asdict(memory.stats(user=user))
    if as_json:
        write_json({"user": user, **counts})
    else:
        write_table(list(counts), [{what: f"{count:,}" for what, count in counts.items()}])
