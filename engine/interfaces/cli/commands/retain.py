"""`chronomem retain`: forget what is older than policies allow."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from chronomem.engine.interfaces.cli.output import AsJson, write_json, write_table
from chronomem.engine.interfaces.cli.place import Place, takes_place

EXAMPLES = (
    'chronomem retain --turns "2 years" --moods "30 days" --dry-run',
    "chronomem retain --user u1",
    "chronomem retain --receipts --json",
)


@takes_place
def retain(
    place: Place,
    user: Annotated[str | None, typer.Option("--user", show_default="everybody", help="For this user only.")] = None,
    turns: Annotated[str | None, typer.Option("--turns", metavar="AGE", help="Forget turns older than this.")] = None,
    facts_closed: Annotated[
        str | None, typer.Option("--facts-closed", metavar="AGE", help="Forget facts that ended longer ago than this.")
    ] = None,
    moods: Annotated[str | None, typer.Option("--moods", metavar="AGE", help="Forget moods older than this.")] = None,
    policy: Annotated[
        Path | None,
        typer.Option("--policy", metavar="FILE", help="A JSON file with these and other policies.", exists=True),
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be forgotten.")] = False,
    receipts: Annotated[bool, typer.Option("--receipts", help="Only show the receipts of earlier runs.")] = False,
    as_json: AsJson = False,
) -> None:
    """Forget turns and facts that have expired, or are older than policies allow, as 'forget' does.

    Without policies, those of the file that CHRONOMEM_RETENTION names apply.
    """
    from chronomem.engine.interfaces.cli.retention import read_policies
    from chronomem.graph_schema.model.retention import Retention

    given = read_policies(policy) if policy is not None else {}
    named: dict[str, Any] = {"turns": turns, "facts_closed": facts_closed, "moods": moods}
    given |= {name: age for name, age in named.items() if age is not None}
    with place.open() as memory:
        if receipts:
            found = memory.receipts(user=user)
        else:
            found = memory.retain(user=user, policy=Retention.of(**given) if given else None, dry_run=dry_run)
    if as_json:
        write_json([asdict(receipt) for receipt in found])
    elif found:
        columns = ("user", "policy", "at", "turns", "assertions", "entities")
        write_table(columns, [asdict(receipt) | {"at": f"{receipt.at:%Y-%m-%d %H:%M}"} for receipt in found])
    else:
        print("There are no receipts." if receipts else "Nothing is due.")
