"""`chronomem entity`: an entity and the facts about it."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.facts_table import write_entity, write_facts
from chronomem.engine.interfaces.cli.output import AsJson, note, write_json
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place
from chronomem.engine.interfaces.unknown_names import SHOWN, unknown_name

EXAMPLES = ("chronomem entity user --user u1",)


@takes_place
def entity(
    place: Place,
    name: Annotated[str, typer.Argument(help="The entity: a name, an alias or an id.")],
    user: TheUser = None,
    as_json: AsJson = False,
) -> None:
    """Show an entity: its names, its mentions, and the facts about it that hold."""
    with place.open_for(user) as (memory, user):
        found = memory.entity(name, user=user)
        known = memory.facts(user=user, about=name) if found is not None else []
        similar = memory.entities(name, user=user, limit=SHOWN) if found is None else []
    if as_json:
        document = None if found is None else {**asdict(found), "facts": [asdict(fact) for fact in known]}
        write_json(document)
    elif found is None:
        note(unknown_name(name, similar))
    else:
        write_entity(found, as_json=False)
        write_facts(known, as_json=False)
