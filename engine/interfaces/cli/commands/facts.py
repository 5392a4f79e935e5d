"""`chronomem facts`: the facts that hold at a moment."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import write_facts
from chronomem.engine.interfaces.cli.output import AsJson, examples
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = (
    "chronomem facts --user u1",
    "chronomem facts --user u1 --about user --predicate lives_in --as-of 2023-06-20",
    "chronomem facts --user u1 --known-at 2023-06-01 --include-invalid --json",
)


@takes_place
def facts(
    place: Place,
    user: Annotated[str, typer.Option("--user", help="The user whose memory is asked.")],
    about: Annotated[str | None, typer.Option("--about", help="An entity: a name, an alias or an id.")] = None,
    predicate: Annotated[str | None, typer.Option("--predicate", help="A predicate, such as lives_in.")] = None,
    as_of: Annotated[
        str | None,
        typer.Option("--as-of", show_default="not over yet", help="The time at which they hold, in ISO 8601."),
    ] = None,
    known_at: Annotated[
        str | None, typer.Option("--known-at", show_default="now", help="The time as of which the memory knew them.")
    ] = None,
    include_invalid: Annotated[bool, typer.Option("--include-invalid", help="Also facts that have ended.")] = False,
    include_opinions: Annotated[bool, typer.Option("--include-opinions", help="Also opinions and advice.")] = False,
    as_json: AsJson = False,
) -> None:
    """Show the facts that hold; a day in brackets is that of the turn, not of the fact's start."""
    with place.open() as memory:
        found = memory.facts(
            user=user,
            about=about,
            predicate=predicate,
            as_of=as_of,
            known_at=known_at,
            include_invalid=include_invalid,
            include_opinions=include_opinions,
        )
    write_facts(found, as_json=as_json)


def register(app: typer.Typer) -> None:
    app.command("facts", epilog=examples(*EXAMPLES))(facts)
