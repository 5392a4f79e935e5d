"""`chronomem history`: all that was ever believed of somebody in one respect."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import write_facts
from chronomem.engine.interfaces.cli.output import AsJson, examples
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = ("chronomem history user lives_in --user u1",)


@takes_place
def history(
    place: Place,
    subject: Annotated[str, typer.Argument(help="Whom it is about: a name, an alias or an id.")],
    predicate: Annotated[str, typer.Argument(help="Such as lives_in.")],
    user: Annotated[str, typer.Option("--user", help="Whose memory is asked.")],
    as_json: AsJson = False,
) -> None:
    """Show all that was ever believed of a subject in one respect, denials and corrections with it."""
    with place.open() as memory:
        found = memory.history(subject, predicate, user=user)
    write_facts(found, as_json=as_json)


def register(app: typer.Typer) -> None:
    app.command("history", epilog=examples(*EXAMPLES))(history)
