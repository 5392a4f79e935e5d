"""`chronomem changes`: the facts that began or ended in a period."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import COLUMNS, fact_row, note_missing
from chronomem.engine.interfaces.cli.output import AsJson, note, write_json, write_table
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place
from chronomem.graph_schema.facts.views import Axis

EXAMPLES = (
    "chronomem changes --user u1 --since 2023-05-01 --until 2023-06-01",
    "chronomem changes --user u1 --since 2023-05-01 --axis memory --json",
)


@takes_place
def changes(
    place: Place,
    since: Annotated[str, typer.Option("--since", help="The start of the period, in ISO 8601.")],
    user: TheUser = None,
    until: Annotated[str | None, typer.Option("--until", show_default="now", help="The end of the period.")] = None,
    axis: Annotated[Axis, typer.Option("--axis", help="Changes in the world, or in the memory's knowledge.")] = "world",
    include_minor: Annotated[bool, typer.Option("--include-minor", help="Also changes of minor facts.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the facts that began or ended in a period, in order of time."""
    with place.open_for(user) as (memory, user):
        found = memory.changes(since, until, user=user, axis=axis, include_minor=include_minor)
        note_missing(memory, user)
    if as_json:
        write_json([asdict(change) for change in found])
    elif found:
        rows = [{"at": f"{c.at:%Y-%m-%d}", "what": c.kind, **fact_row(c.fact)} for c in found]
        write_table(("at", "what", *COLUMNS[2:]), rows)
    else:
        note("nothing changed in that time")
