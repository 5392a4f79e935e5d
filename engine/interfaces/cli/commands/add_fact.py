"""`chronomem add-fact`: add a fact that no turn states."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import write_operation
from chronomem.engine.interfaces.cli.output import AsJson
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = (
    "chronomem add-fact user lives_in --object Lisbon --valid-at 2023-05-27 --user u1",
    'chronomem add-fact user works_as --value "tile painter" --user u1 --source "application form" --json',
)


@takes_place
def add_fact(
    place: Place,
    subject: Annotated[str, typer.Argument(help="The entity it is about: a name, an alias or an id.")],
    predicate: Annotated[str, typer.Argument(help="The predicate, such as lives_in.")],
    user: Annotated[str, typer.Option("--user", help="The user whose memory it is.")],
    object: Annotated[str | None, typer.Option("--object", help="The entity it relates to.")] = None,  # noqa: A002 - the field's own term
    value: Annotated[str | None, typer.Option("--value", help="The value, if the object isn't an entity.")] = None,
    valid_at: Annotated[
        str | None, typer.Option("--valid-at", help="The time from which it holds, in ISO 8601.")
    ] = None,
    invalid_at: Annotated[str | None, typer.Option("--invalid-at", help="The time until which it holds.")] = None,
    said_at: Annotated[
        str | None, typer.Option("--said-at", show_default="the current time", help="The time at which it was said.")
    ] = None,
    source: Annotated[str | None, typer.Option("--source", help="The source of the fact.")] = None,
    as_json: AsJson = False,
) -> None:
    """Add a fact that no turn states, and show how it changed the existing facts."""
    with place.open() as memory:
        done = memory.add_fact(
            user=user,
            subject=subject,
            predicate=predicate,
            object=object,
            value=value,
            valid_at=valid_at,
            invalid_at=invalid_at,
            said_at=said_at,
            source=source,
        )
    write_operation(done, as_json=as_json)
