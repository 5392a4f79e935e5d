"""`chronomem consolidate`: make long-term memory from stored turns, once or repeatedly."""

import re
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, note, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.engine.interfaces.cli.progress import progress
from chronomem.graph_schema.model.counts import count_of

if TYPE_CHECKING:
    from chronomem.engine.memory.consolidated import Consolidated
    from chronomem.engine.memory.memory import Memory

EXAMPLES = ("chronomem consolidate", "chronomem consolidate --user u1 --now 2024-06-01 --json")

_SECONDS = {"s": 1, "m": 60, "h": 3600}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)([smh])")


def _seconds(text: str) -> float:
    match = _DURATION.fullmatch(text.strip())
    if match is None or float(match[1]) == 0:
        raise typer.BadParameter(f"{text!r} is not a duration; give one such as '60s', '5m' or '1h'")
    return float(match[1]) * _SECONDS[match[2]]


@takes_place
def consolidate(
    place: Place,
    user: Annotated[
        str | None, typer.Option("--user", show_default="everybody", help="The user to consolidate.")
    ] = None,
    now: Annotated[
        str | None,
        typer.Option("--now", show_default="the current time", help="The time as of which summaries are updated."),
    ] = None,
    budget: Annotated[
        int | None,
        typer.Option("--budget", help="The maximum number of tokens of a language model that a round may spend."),
    ] = None,
    rewrite: Annotated[
        bool,
        typer.Option("--rewrite", help="Have the language model write the summaries that were made without it."),
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Repeat until interrupted.")] = False,
    every: Annotated[
        float, typer.Option("--every", parser=_seconds, metavar="TIME", help="The pause between rounds, with --watch.")
    ] = "60s",  # type: ignore[assignment]  # typer parses defaults too
    as_json: AsJson = False,
) -> None:
    """Make long-term memory: extract facts from stored turns, then update summaries."""
    with place.open() as memory:
        _round(memory, user, now, budget, rewrite=rewrite, as_json=as_json)
        while watch:
            time.sleep(every)
            _round(memory, user, now, budget, as_json=as_json, quiet=True)


def _round(
    memory: "Memory",
    user: str | None,
    now: str | None,
    budget: int | None,
    *,
    rewrite: bool = False,
    as_json: bool,
    quiet: bool = False,
) -> None:
    """Consolidate once and print the result; if quiet, only if there was any work."""
    with progress("consolidating") as advance:
        done = memory.consolidate(user=user, now=now, budget=budget, rewrite=rewrite, progress=advance)
    if quiet and not (done.turns or done.slept.memories or done.failures):
        return
    if as_json:
        write_json(asdict(done))
    else:
        _tell(done)
    sys.stdout.flush()  # so that a reader of a pipe sees each round


def _tell(done: "Consolidated") -> None:
    facts = sum(done.operations.values())
    found = (
        f"{count_of(facts, 'fact')}, {count_of(done.mentions, 'mention')} of entities,"
        f" {count_of(done.times, 'date or span', 'dates and spans')} of time"
    )
    print(f"{count_of(done.turns, 'turn')} extracted: {found}")
    if done.turns_by_model:
        print(
            f"{count_of(done.turns_by_model, 'turn')} extracted by the language model;"
            f" {count_of(done.disputed_dates, 'date')} corrected, {count_of(done.dropped_facts, 'fact')} left out"
        )
    for structure, seconds in done.slept.seconds.items():
        made = count_of(done.slept.memories.get(structure, 0), "memory", "memories")
        print(f"{structure}: {made} in {seconds:.1f} s")
    for purpose, tokens in sorted(done.tokens.items()):
        print(f"{purpose}: {count_of(tokens, 'token')} of the language model")
    for structure in done.slept.left:
        note(f"{structure} was left to another process; run the command again to be sure")
    for reason, turns in done.failures.items():
        note(f"{count_of(turns, 'turn waits', 'turns wait')} for the next run: {reason}")
