"""`chronomem doctor`: check the invariants of the graph."""

from dataclasses import asdict
from typing import Annotated

import typer

from chronomem.engine.interfaces.cli.output import AsJson, write_json, write_table
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.graph_schema.model.counts import count_of

EXAMPLES = ("chronomem doctor", "chronomem doctor --user u1 --fix --json")


@takes_place
def doctor(
    place: Place,
    user: Annotated[str | None, typer.Option("--user", show_default="everybody", help="The user to check.")] = None,
    fix: Annotated[bool, typer.Option("--fix", help="Repair the errors found; no turn is lost.")] = False,
    as_json: AsJson = False,
) -> None:
    """Check the graph: calendar, sessions, counts, versions, embeddings.

    Exits with 1 if errors were found and not repaired.
    """
    with place.open() as memory:
        report = memory.doctor(user=user, fix=fix)
    if as_json:
        write_json({**asdict(report), "healthy": report.is_healthy})
    else:
        print(
            f"{count_of(len(report.checks), 'check')} of {count_of(report.users, 'user')}:"
            f" {count_of(len(report.findings), 'finding')}"
        )
        if report.findings:
            columns = ["check", "user", "count", "examples", "repaired"]
            write_table(columns, [asdict(finding) for finding in report.findings])
            print("\n".join(f"{name}: {report.checks[name]}" for name in sorted({f.check for f in report.findings})))
    if not report.is_healthy:
        raise typer.Exit(1)
