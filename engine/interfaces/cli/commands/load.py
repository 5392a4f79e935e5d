"""`chronomem load`: load an export into a memory."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.engine.interfaces.cli.progress import progress

EXAMPLES = ("chronomem load everything.jsonl", "chronomem load everything.jsonl --folder another --json")


@takes_place
def load(
    place: Place, file: Annotated[Path, typer.Argument(help="The exported file.")], as_json: AsJson = False
) -> None:
    """Load users from a file into this memory; users who are already present as in the file are left alone.

    After an interruption, run it again.
    """
    with place.open(new=True) as memory, progress("loading lines") as advance:
        done = memory.load(file, progress=advance)
    if as_json:
        write_json({"file": str(file), **asdict(done)})
    else:
        print(f"{done.users:,} new users, {done.nodes:,} nodes and {done.relations:,} relations from {file}")
