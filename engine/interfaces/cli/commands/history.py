"""`chronomem history`: all facts ever believed about a subject and predicate."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import note_missing, write_facts
from chronomem.engine.interfaces.cli.output import AsJson
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place

EXAMPLES = ("chronomem history user lives_in --user u1",)


@takes_place
def history(
    place: Place,
    subject: Annotated[str, typer.Argument(help="The entity it is about: a name, an alias or an id.")],
    predicate: Annotated[str, typer.Argument(help="The predicate, such as lives_in.")],
    user: TheUser = None,
    as_json: AsJson = False,
) -> None:
    """Show all facts ever believed about a subject and predicate, including denials and corrections."""
    with place.open_for(user) as (memory, user):
        found = memory.history(subject, predicate, user=user)
        write_facts(found, as_json=as_json)
        note_missing(memory, user, None if found else subject)
