"""`chronomem backup`: copy the embedded database into one file, while it is in use."""

from pathlib import Path
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, Force, check_free, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = ("chronomem backup memory.backup", "chronomem backup memory.backup --force --json")


@takes_place
def backup(
    place: Place,
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Copy the embedded database into one file while it is in use; `chronomem restore` makes a folder from it."""
    check_free(file, force=force)
    with place.open() as memory:
        memory.backup(file)
    size = file.stat().st_size
    if as_json:
        write_json({"file": str(file), "bytes": size})
    else:
        print(f"{size:,} bytes in {file}")
