"""`chronomem facts`: the facts that hold at a moment."""

from typing import Annotated, Any

import typer

from chronomem.engine.interfaces.cli.facts_table import fact_option, note_missing, write_facts
from chronomem.engine.interfaces.cli.output import AsJson
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place
from chronomem.engine.interfaces.cli.progress import progress
from chronomem.engine.interfaces.fact_options import with_fact_options

EXAMPLES = (
    "chronomem facts --user u1",
    "chronomem facts --user u1 --about user --predicate lives_in --as-of 2023-06-20",
    "chronomem facts --user u1 --known-at 2023-06-01 --include-invalid --json",
    "chronomem facts --user u1 --about user --include-negated",
    'chronomem facts --user u1 --matching "where she lives" --limit 5',
)


@takes_place
@with_fact_options(fact_option)
def facts(
    place: Place,
    user: TheUser = None,
    consolidate: Annotated[bool, typer.Option("--consolidate", help="First extract the turns that wait.")] = False,
    as_json: AsJson = False,
    **options: Any,
) -> None:
    """Show the facts that hold; a day in brackets is that of the turn, not of the fact's start."""
    with place.open_for(user) as (memory, user):
        if consolidate:
            with progress("extracting") as advance:
                memory.consolidate(user=user, progress=advance)
        found = memory.facts(user=user, **options)
        write_facts(found, as_json=as_json)
        note_missing(memory, user, options["about"] if not found else None)
