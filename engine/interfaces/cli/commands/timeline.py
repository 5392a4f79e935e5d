"""`chronomem timeline`: turns by calendar period, with summaries."""

import logging
import os
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.extras import needs_extra
from chronomem.engine.interfaces.cli.ontology import ontology_settings
from chronomem.engine.interfaces.cli.output import (
    AsJson,
    Force,
    Where,
    check_free,
    clean,
    console,
    write_json,
    write_table,
)
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place

if TYPE_CHECKING:
    from chronomem.engine.memory.memory import Memory
    from chronomem.engine.timeline.timeline import TimelinePeriod

EXAMPLES = (
    "chronomem timeline --user u1",
    "chronomem timeline --user u1 --grain day --since 2024-05-01 --until 2024-06-01 --json",
    "chronomem timeline --user u1 --plot timeline.png",
)


@takes_place
def timeline(
    place: Place,
    user: TheUser = None,
    grain: Annotated[str, typer.Option("--grain", help="The period: day, week, month or year.")] = "month",
    since: Annotated[str | None, typer.Option("--since", metavar="TIME", help="Only from this time on.")] = None,
    until: Annotated[str | None, typer.Option("--until", metavar="TIME", help="Only before this time.")] = None,
    where: Where = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="OUT", help="Draw it instead, into a .png or .svg file.")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Show the calendar periods with turns: their number, their speakers and a summary.

    With --plot, a picture: turns on each day, facts over time, and the topics of each month. It needs the extra:
    pip install 'chronomem\\[analysis]'.
    """
    if plot is not None:
        check_free(plot, force=force)
    with place.open_for(user) as (memory, user):
        periods = memory.timeline(user=user, grain=grain, since=since, until=until, where=where)
        if plot is not None:
            _draw(memory, user, since, until, plot)
    if as_json:
        write_json([asdict(period) for period in periods])
        return
    if plot is not None:
        print(f"drawn in {plot}")
        return
    columns = ["period", "turns", "sessions", "speakers", "first", "last"]
    rows = [
        {
            "period": period.id.partition(":")[2],
            "turns": f"{period.turns:,}",
            "sessions": f"{period.sessions:,}",
            "speakers": ", ".join(period.speakers),
            "first": f"{period.first:%Y-%m-%d %H:%M}",
            "last": f"{period.last:%Y-%m-%d %H:%M}",
        }
        for period in periods
    ]
    write_table(columns, rows)
    _write_summaries(periods)


def _draw(memory: "Memory", user: str, since: str | None, until: str | None, path: Path) -> None:
    logging.getLogger("matplotlib").setLevel(logging.ERROR)  # its search for fonts is of no interest
    with needs_extra("analysis"):
        from chronomem.engine.interfaces.plots.picture import check_format, read_timeline, save_timeline
    check_format(path)
    ontology = ontology_settings(os.environ).get("ontology")
    save_timeline(read_timeline(memory, user, since=since, until=until, ontology=ontology), path)


def _write_summaries(periods: "Sequence[TimelinePeriod]") -> None:
    from rich.text import Text

    screen = console()
    for period in periods:
        if period.summary:
            screen.print(Text(period.id.partition(":")[2], style="bold"))
            for line in period.summary.splitlines():
                for row in Text(clean(line)).wrap(screen, screen.width - 4):
                    screen.print(f"    {row.plain.rstrip()}", soft_wrap=True)
