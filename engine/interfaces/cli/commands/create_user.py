"""`chronomem create-user`: create a user with a timezone."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, one_line, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = ("chronomem create-user u1 --timezone Europe/Lisbon",)


@takes_place
def create_user(
    place: Place,
    user: Annotated[str, typer.Argument(help="The user's id.")],
    timezone: Annotated[
        str | None,
        typer.Option(
            "--timezone", show_default="UTC", help="IANA name: the zone of calendar days and of times without a zone."
        ),
    ] = None,
    language: Annotated[
        str | None,
        typer.Option(
            "--language", show_default="the turns'", help="The language of texts that don't show theirs: 'german'."
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Create a user before the first turn, to set a timezone or a language. An existing user stays unchanged."""
    with place.open(new=True) as memory:
        made = memory.create_user(user, timezone=timezone, language=language)
    if as_json:
        write_json({"user": made.id, "timezone": made.timezone})
    else:
        print(one_line(f"user {made.id}, timezone {made.timezone}"))
