"""`chronomem users`: the users of a memory."""

from chronomem.engine.interfaces.cli.output import AsJson, clean, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = ("chronomem users", "chronomem users --json")


@takes_place
def users(place: Place, as_json: AsJson = False) -> None:
    """List the users, one per line."""
    with place.open() as memory:
        found = memory.users()
    if as_json:
        write_json({"users": found})
    else:
        for user in found:
            print(clean(user))
