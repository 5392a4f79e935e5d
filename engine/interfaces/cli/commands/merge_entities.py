"""`chronomem merge-entities`: record that two names mean the same entity."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import write_entity
from chronomem.engine.interfaces.cli.output import AsJson
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place

EXAMPLES = ('chronomem merge-entities user "the tile painter" --user u1',)


@takes_place
def merge_entities(
    place: Place,
    keep: Annotated[str, typer.Argument(help="The entity that stays: its name or id.")],
    other: Annotated[str, typer.Argument(help="The duplicate: its name or id, or a name nobody used yet.")],
    user: TheUser = None,
    as_json: AsJson = False,
) -> None:
    """Record that two entities are the same; `split-entity` undoes it."""
    with place.open_for(user) as (memory, user):
        write_entity(memory.merge_entities(keep, other, user=user), as_json=as_json)
