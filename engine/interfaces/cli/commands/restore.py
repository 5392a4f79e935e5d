"""`chronomem restore`: make a folder from a backup."""

from pathlib import Path
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, write_json

EXAMPLES = ("chronomem restore memory.backup restored", "chronomem restore memory.backup again --json")


def restore(
    file: Annotated[Path, typer.Argument(help="The file that `chronomem backup` wrote.")],
    folder: Annotated[Path, typer.Argument(help="The folder to create; it must not exist yet.")],
    as_json: AsJson = False,
) -> None:
    """Make the folder of a memory from a backup."""
    from chronomem.engine.memory.memory import Memory

    Memory.restore(file, folder)
    if as_json:
        write_json({"file": str(file), "folder": str(folder)})
    else:
        print(f"{folder} is as it was when {file} was made")
