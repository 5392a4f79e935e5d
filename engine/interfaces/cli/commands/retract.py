"""`chronomem retract`: take back a fact that is wrong."""

from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.commands.correct import FactId, Reason
from chronomem.engine.interfaces.cli.facts_table import write_operation
from chronomem.engine.interfaces.cli.output import AsJson
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = ('chronomem retract 8ef622f5 --user u1 --reason "a joke"',)


@takes_place
def retract(
    place: Place,
    fact_id: FactId,
    user: Annotated[str, typer.Option("--user", help="The user whose memory it is.")],
    reason: Reason = None,
    as_json: AsJson = False,
) -> None:
    """Take back a fact that is wrong; what it had closed holds again."""
    with place.open() as memory:
        write_operation(memory.retract(fact_id, user=user, reason=reason), as_json=as_json)
