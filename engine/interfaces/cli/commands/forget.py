"""`chronomem forget`: forget turns, a source of facts, or all data of a user."""

import sys
from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.graph_schema.model.counts import count_of

EXAMPLES = (
    "chronomem forget t1 t2 --user u1",
    'chronomem forget --source "application form" --user u1',
    "chronomem forget --everything --user u1 --yes",
)


@takes_place
def forget(
    place: Place,
    user: Annotated[str, typer.Option("--user", help="The user whose memory it is.")],
    turn_ids: Annotated[
        list[str] | None, typer.Argument(metavar="[TURN]...", help="The ids of the turns to forget.")
    ] = None,
    source: Annotated[str | None, typer.Option("--source", help="The name of a source of facts.")] = None,
    everything: Annotated[
        bool, typer.Option("--everything", help="Forget all data of the user, and the user.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Forget --everything without asking.")] = False,
    as_json: AsJson = False,
) -> None:
    """Forget turns or a source; facts that only they had ended hold again. Or forget a user altogether."""
    if not turn_ids and source is None and not everything:
        raise typer.BadParameter("name at least one turn, a --source, or --everything")
    if everything and not yes:
        _ask(user)
    with place.open() as memory:
        gone = memory.forget(user=user, turn_ids=turn_ids or [], source=source, everything=everything)
    if as_json:
        write_json(asdict(gone))
    else:
        print(
            f"forgotten: {count_of(gone.turns, 'turn')}, {count_of(gone.assertions, 'assertion')},"
            f" {count_of(gone.entities, 'entity', 'entities')}"
        )


def _ask(user: str) -> None:
    if not sys.stdin.isatty():
        raise typer.BadParameter("forgetting everything can't be undone; confirm it with --yes")
    typer.confirm(f"Forget all data of {user!r}? It can't be undone.", abort=True, err=True)
