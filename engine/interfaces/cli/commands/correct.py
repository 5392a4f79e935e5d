"""`chronomem correct`: replace a fact that is wrong."""

from typing import Annotated, Any

import typer

from chronomem.engine.interfaces.cli.facts_table import write_operation
from chronomem.engine.interfaces.cli.output import AsJson
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = (
    'chronomem correct 8ef622f5 --user u1 --object Porto --reason "misheard"',
    "chronomem correct 8ef622f5 --user u1 --valid-at 2023-05-27",
)
FactId = Annotated[str, typer.Argument(metavar="FACT", help="The id of the fact, as 'facts --json' shows it.")]
Reason = Annotated[str | None, typer.Option("--reason", help="Why the fact is wrong; it is kept with it.")]


@takes_place
def correct(
    place: Place,
    fact_id: FactId,
    user: Annotated[str, typer.Option("--user", help="The user whose memory it is.")],
    subject: Annotated[str | None, typer.Option("--subject", help="The entity that it is about.")] = None,
    predicate: Annotated[str | None, typer.Option("--predicate", help="The predicate, such as lives_in.")] = None,
    object: Annotated[str | None, typer.Option("--object", help="The entity it relates to.")] = None,  # noqa: A002 - the field's own term
    value: Annotated[str | None, typer.Option("--value", help="The value, if the object isn't an entity.")] = None,
    valid_at: Annotated[str | None, typer.Option("--valid-at", help="The time from which it holds.")] = None,
    invalid_at: Annotated[str | None, typer.Option("--invalid-at", help="The time until which it holds.")] = None,
    reason: Reason = None,
    as_json: AsJson = False,
) -> None:
    """Replace a fact that is wrong by what holds instead; what isn't named stays as it is."""
    named: dict[str, Any] = {"subject": subject, "predicate": predicate, "object": object, "value": value}
    named |= {"valid_at": valid_at, "invalid_at": invalid_at}
    changes = {name: given for name, given in named.items() if given is not None}
    with place.open() as memory:
        write_operation(memory.correct(fact_id, user=user, reason=reason, **changes), as_json=as_json)
