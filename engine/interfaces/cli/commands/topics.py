"""`chronomem topics`: the topics of months."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, write_json, write_paragraphs
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place
from chronomem.graph_schema.model.counts import count_of

EXAMPLES = ("chronomem topics --user u1", "chronomem topics --user u1 --month 2024-05 --json")
Month = Annotated[str | None, typer.Option("--month", metavar="YYYY-MM", help="Only this month.")]


@takes_place
def topics(
    place: Place,
    user: TheUser = None,
    month: Month = None,
    as_json: AsJson = False,
) -> None:
    """Show the topics of each month, as of the last `consolidate`."""
    with place.open_for(user) as (memory, user):
        found = memory.topics(user=user, month=month)
    if as_json:
        write_json([asdict(topic) for topic in found])
        return
    write_paragraphs(
        (
            f"{topic.start:%Y-%m}  {topic.name}  ({count_of(len(topic.turn_ids), 'turn')})",
            f"{', '.join(topic.things)}",
            topic.summary,
        )
        for topic in found
    )
