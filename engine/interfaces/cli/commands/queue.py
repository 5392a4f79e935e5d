"""`chronomem queue`: the turns that wait for extraction, and those whose extraction failed."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, write_json, write_table
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = ("chronomem queue", "chronomem queue --user u1 --retry", "chronomem queue --json")


@takes_place
def queue(
    place: Place,
    user: Annotated[str | None, typer.Option("--user", help="Show this user only.")] = None,
    retry: Annotated[
        bool, typer.Option("--retry", help="First make turns that failed due at once, also those set aside.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the turns that wait for extraction, and those whose extraction failed.

    `consolidate` extracts them. A turn that fails three times is set aside until the extractor changes. Only the class
    of the error is kept, and no text.
    """
    with place.open() as memory:
        queued = [asdict(turns) for turns in memory.queue(user=user, retry=retry)]
    if as_json:
        write_json(queued)
    elif queued:
        write_table(list(queued[0]), queued)
    else:
        print("No turns wait for extraction.")
