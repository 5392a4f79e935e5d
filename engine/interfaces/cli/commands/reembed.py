"""`chronomem reembed`: make the vectors of a memory anew with another embedder."""

from dataclasses import asdict

from chronomem.engine.interfaces.cli.output import AsJson, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.engine.interfaces.cli.progress import progress

EXAMPLES = ("chronomem reembed", "chronomem reembed --json")


@takes_place
def reembed(place: Place, as_json: AsJson = False) -> None:
    """Make the vectors of a memory anew with the embedder that CHRONOMEM_EMBEDDER names, or else the bundled one.

    The memory may be in use meanwhile. After an interruption, run it again.
    """
    with progress("making vectors") as advance:
        done = place.reembed(advance)
    if as_json:
        write_json(asdict(done))
    else:
        print(f"{done.users:,} users have vectors of {done.embedder} now; {done.vectors:,} vectors were made")
