"""`chronomem feed`: what has changed, in the order of changes."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, note, write_json, write_table
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place

EXAMPLES = ("chronomem feed --user u1", "chronomem feed --user u1 --limit 100 --json")


@takes_place
def feed(
    place: Place,
    user: TheUser = None,
    after: Annotated[
        str | None, typer.Option("--after", metavar="CURSOR", help="Only what came after an earlier call's cursor.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", min=1, help="End with the change that reaches this number.")] = 1_000,
    as_json: AsJson = False,
) -> None:
    """Show what was stored, changed, merged, summarised and forgotten, and the cursor for the next call."""
    with place.open_for(user) as (memory, user):
        page = memory.feed(user=user, after=after, limit=limit)
    if as_json:
        write_json(asdict(page))
        return
    rows = [
        {
            "version": entry.version,
            "change": entry.kind,
            "of": entry.fact.text if entry.fact else entry.id or entry.hash,
        }
        for entry in page.entries
    ]
    write_table(("version", "change", "of"), rows)
    note(f"{'more' if page.more else 'what comes next'}: --after {page.cursor}")
