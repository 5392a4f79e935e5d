"""`chronomem split-entity`: two names turn out not to be one after all."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import write_entity
from chronomem.engine.interfaces.cli.output import AsJson, examples
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = ('chronomem split-entity "the tile painter" --user u1',)


@takes_place
def split_entity(
    place: Place,
    entity: Annotated[str, typer.Argument(help="The one that was merged into another: its name or id.")],
    user: Annotated[str, typer.Option("--user", help="Whose memory it is.")],
    as_json: AsJson = False,
) -> None:
    """Undo a merge: what was said under a name is its own again."""
    with place.open() as memory:
        write_entity(memory.split_entity(entity, user=user), as_json=as_json)


def register(app: typer.Typer) -> None:
    app.command("split-entity", epilog=examples(*EXAMPLES))(split_entity)
