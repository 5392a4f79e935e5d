"""`chronomem reembed`: make the vectors of a memory anew with another embedder."""

from dataclasses import asdict

from chronomem.engine.interfaces.cli.output import AsJson, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.engine.interfaces.cli.progress import progress
from chronomem.graph_schema.model.counts import count_of

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
        print(
            f"{count_of(done.users, 'user has', 'users have')} vectors of {done.embedder} now;"
            f" {count_of(done.vectors, 'vector was', 'vectors were')} made"
        )
