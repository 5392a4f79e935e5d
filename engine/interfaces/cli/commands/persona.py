"""`chronomem persona`: how the speakers showed themselves."""

from dataclasses import asdict

from chronomem.engine.interfaces.cli.commands.topics import Month
from chronomem.engine.interfaces.cli.output import AsJson, write_json, write_paragraphs
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place

EXAMPLES = ("chronomem persona --user u1", "chronomem persona --user u1 --month 2024-05 --json")


@takes_place
def persona(place: Place, user: TheUser = None, month: Month = None, as_json: AsJson = False) -> None:
    """Show how the speakers showed themselves in the topics of each month, as of the last `consolidate`."""
    with place.open_for(user) as (memory, user):
        found = memory.personas(user=user, month=month)
    if as_json:
        write_json([asdict(own) for own in found])
        return
    write_paragraphs((f"{own.start:%Y-%m}  {own.name}", own.summary) for own in found)
