"""`chronomem consolidate`: make long-term memory of what was stored, once or again and again."""

import re
import sys
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, examples, note, write_json
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.engine.interfaces.cli.progress import progress

if TYPE_CHECKING:
    from chronomem.engine.memory.consolidated import Consolidated
    from chronomem.engine.memory.memory import Memory

EXAMPLES = ("chronomem consolidate", "chronomem consolidate --user u1 --now 2024-06-01 --json")

_SECONDS = {"s": 1, "m": 60, "h": 3600}
_DURATION = re.compile(r"(\d+(?:\.\d+)?)([smh])")


def _seconds(text: str) -> float:
    match = _DURATION.fullmatch(text.strip())
    if match is None or float(match[1]) == 0:
        raise typer.BadParameter(f"{text!r} is no time such as '60s', '5m' or '1h'")
    return float(match[1]) * _SECONDS[match[2]]


@takes_place
def consolidate(
    place: Place,
    user: Annotated[str | None, typer.Option("--user", show_default="everybody", help="Whose memory.")] = None,
    now: Annotated[
        str | None,
        typer.Option("--now", show_default="the current time", help="For when summaries are brought up to date."),
    ] = None,
    budget: Annotated[
        int | None, typer.Option("--budget", help="How many tokens of a language model a round may spend.")
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Go on until it is interrupted.")] = False,
    every: Annotated[
        float, typer.Option("--every", parser=_seconds, metavar="TIME", help="How often it looks, with --watch.")
    ] = "60s",  # type: ignore[assignment]  # typer parses defaults too
    as_json: AsJson = False,
) -> None:
    """Make long-term memory: read what turns speak of, then bring summaries up to date."""
    with place.open() as memory:
        _round(memory, user, now, budget, as_json=as_json)
        while watch:
            time.sleep(every)
            _round(memory, user, now, budget, as_json=as_json, quiet=True)


def _round(
    memory: "Memory", user: str | None, now: str | None, budget: int | None, *, as_json: bool, quiet: bool = False
) -> None:
    """Consolidate once and tell what was done; where it is quiet, only if something was."""
    with progress("consolidating") as advance:
        done = memory.consolidate(user=user, now=now, budget=budget, progress=advance)
    if quiet and not (done.turns or done.slept.memories or done.failures):
        return
    if as_json:
        write_json(asdict(done))
    else:
        _tell(done)
    sys.stdout.flush()  # whoever watches through a pipe sees each round


def _tell(done: "Consolidated") -> None:
    facts = sum(done.operations.values())
    print(f"{done.turns:,} turns read: {done.times:,} times, {done.mentions:,} mentions, {facts:,} facts")
    if done.turns_by_model:
        print(f"{done.turns_by_model:,} turns read by the language model; {done.disputed_dates:,} dates put right")
    for structure, seconds in done.slept.seconds.items():
        print(f"{structure}: {done.slept.memories.get(structure, 0):,} memories in {seconds:.1f} s")
    for purpose, tokens in sorted(done.tokens.items()):
        print(f"{purpose}: {tokens:,} tokens of the language model")
    for structure in done.slept.left:
        note(f"{structure} was left to another process; run it again to be sure")
    for reason, turns in done.failures.items():
        note(f"{turns:,} turns wait for the next time: {reason}")


def register(app: typer.Typer) -> None:
    app.command("consolidate", epilog=examples(*EXAMPLES))(consolidate)
