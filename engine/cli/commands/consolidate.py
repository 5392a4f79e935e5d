"""`chronomem consolidate`: read what was stored and not read yet."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.cli.examples import examples
from chronomem.engine.cli.output import AsJson, note, write_json
from chronomem.engine.cli.place import Place, takes_place
from chronomem.engine.cli.progress import progress

EXAMPLES = ("chronomem consolidate", "chronomem consolidate --user u1 --json")


@takes_place
def consolidate(
    place: Place,
    user: Annotated[
        str | None, typer.Option("--user", show_default="everybody", help="Whose turns are to be read.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read the turns that were stored and not read yet, for the times, entities and facts they speak of."""
    with place.open() as memory, progress("reading turns") as advance:
        done = memory.consolidate(user=user, progress=advance)
    if as_json:
        write_json(asdict(done))
    else:
        facts = sum(done.operations.values())
        print(f"{done.turns:,} turns read: {done.times:,} times, {done.mentions:,} mentions, {facts:,} facts")
        if done.turns_by_model:
            print(f"{done.turns_by_model:,} turns read by the language model; {done.disputed_dates:,} dates put right")
        for reason, turns in done.failures.items():
            note(f"{turns:,} turns wait for the next time: {reason}")


def register(app: typer.Typer) -> None:
    app.command("consolidate", epilog=examples(*EXAMPLES))(consolidate)
