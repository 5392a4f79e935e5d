"""`chronomem export`: all data of a user, or of all users, into one file."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, Force, check_free, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.graph_schema.model.counts import count_of

EXAMPLES = ("chronomem export everything.jsonl", "chronomem export u1.jsonl --user u1 --no-embeddings --json")


@takes_place
def export(
    place: Place,
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    user: Annotated[str | None, typer.Option("--user", show_default="everybody", help="The user to export.")] = None,
    force: Force = False,
    embeddings: Annotated[bool, typer.Option(help="Include the vectors; otherwise loading makes them again.")] = True,
    as_json: AsJson = False,
) -> None:
    """Write all data to a file of JSON lines, for `chronomem load`."""
    check_free(file, force=force)
    with place.open() as memory:
        done = memory.export(file, user=user, embeddings=embeddings)
    if as_json:
        write_json({"file": str(file), **asdict(done)})
    else:
        print(
            f"{count_of(done.users, 'user')}, {count_of(done.nodes, 'node')} and"
            f" {count_of(done.relations, 'relation')} in {file}"
        )
