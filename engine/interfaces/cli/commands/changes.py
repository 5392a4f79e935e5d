"""`chronomem changes`: what began and ended in a time."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import COLUMNS, fact_row
from chronomem.engine.interfaces.cli.output import AsJson, examples, note, write_json, write_table
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.graph_schema.facts.views import Axis

EXAMPLES = (
    "chronomem changes --user u1 --since 2023-05-01 --until 2023-06-01",
    "chronomem changes --user u1 --since 2023-05-01 --axis memory --json",
)


@takes_place
def changes(
    place: Place,
    user: Annotated[str, typer.Option("--user", help="Whose memory is asked.")],
    since: Annotated[str, typer.Option("--since", help="From when, in ISO 8601.")],
    until: Annotated[str | None, typer.Option("--until", show_default="now", help="Up to when.")] = None,
    axis: Annotated[
        Axis, typer.Option("--axis", help="What happened in the world, or what the memory learned.")
    ] = "world",
    as_json: AsJson = False,
) -> None:
    """Show which facts began and ended in a time, in the order of it."""
    with place.open() as memory:
        found = memory.changes(since, until, user=user, axis=axis)
    if as_json:
        write_json([asdict(change) for change in found])
    elif found:
        rows = [{"at": f"{c.at:%Y-%m-%d}", "what": c.kind, **fact_row(c.fact)} for c in found]
        write_table(("at", "what", *COLUMNS[2:]), rows)
    else:
        note("nothing changed in that time")


def register(app: typer.Typer) -> None:
    app.command("changes", epilog=examples(*EXAMPLES))(changes)
