"""`chronomem instructions`: what a user asked for in every answer."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import note_missing, write_facts
from chronomem.engine.interfaces.cli.output import AsJson
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place

EXAMPLES = ("chronomem instructions --user u1", "chronomem instructions --user u1 --as-of 2023-06-20 --json")


@takes_place
def instructions(
    place: Place,
    user: TheUser = None,
    as_of: Annotated[str | None, typer.Option("--as-of", metavar="TIME", help="Those that held at this time.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show what a user asked for in every answer and hasn't taken back: instructions, and names to be called by."""
    with place.open_for(user) as (memory, user):
        write_facts(memory.instructions(user=user, as_of=as_of), as_json=as_json)
        note_missing(memory, user)
