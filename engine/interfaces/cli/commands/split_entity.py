"""`chronomem split-entity`: undo the merge of two entities."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import write_entity
from chronomem.engine.interfaces.cli.output import AsJson
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place

EXAMPLES = ('chronomem split-entity "the tile painter" --user u1',)


@takes_place
def split_entity(
    place: Place,
    entity: Annotated[str, typer.Argument(help="The entity that was merged into another: its name or id.")],
    user: TheUser = None,
    as_json: AsJson = False,
) -> None:
    """Undo a merge: the facts and mentions under the merged name are its own again."""
    with place.open_for(user) as (memory, user):
        write_entity(memory.split_entity(entity, user=user), as_json=as_json)
