"""`chronomem table`: facts, turns or periods, for a spreadsheet or for calculations."""

import csv
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from chronomem.engine.interfaces.cli.facts_table import fact_option
from chronomem.engine.interfaces.cli.output import AsJson, Force, as_cell, check_free, write_json
from chronomem.engine.interfaces.cli.place import Place, TheUser, takes_place
from chronomem.engine.interfaces.fact_options import with_fact_options
from chronomem.graph_schema.model.counts import count_of

if TYPE_CHECKING:
    import pyarrow

EXAMPLES = (
    "chronomem table turns --user u1 --since 2024-05-01",
    "chronomem table facts --user u1 --include-invalid --out facts.parquet",
    "chronomem table periods --user u1 --grain week --out weeks.csv",
    "chronomem table facts --user u1 --about user --json",
)

_FORMATS = (".csv", ".parquet")


def _time(name: str, told: str) -> Any:
    return typer.Option(name, metavar="TIME", help=told)


@takes_place
@with_fact_options(partial(fact_option, panel="Which facts"))
def table(
    place: Place,
    what: Annotated[str, typer.Argument(help="The contents: facts, turns or periods.")],
    user: TheUser = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", show_default="CSV to stdout", help="The file to write: .csv or .parquet."
        ),
    ] = None,
    speaker: Annotated[str | None, typer.Option("--speaker", help="Turns of a speaker.")] = None,
    grain: Annotated[str | None, typer.Option("--grain", help="Periods: day, week, month or year.")] = None,
    since: Annotated[str | None, _time("--since", "Turns and periods from this time on.")] = None,
    until: Annotated[str | None, _time("--until", "Turns and periods before this time.")] = None,
    force: Force = False,
    as_json: AsJson = False,
    **options: Any,
) -> None:
    """Write facts, turns or periods as a table. Needs the extra: pip install 'chronomem\\[analysis]'.

    Times are in the user's timezone. In CSV, lists are written as JSON.
    """
    if out is not None and out.suffix.lower() not in _FORMATS:
        raise typer.BadParameter(f"{out.name!r} must end in .csv or .parquet", param_hint="--out")
    if out is not None:
        check_free(out, force=force)
    filters = options | {"speaker": speaker, "grain": grain, "since": since, "until": until}
    chosen = {name: value for name, value in filters.items() if value is not None and value is not False}
    with place.open_for(user) as (memory, user):
        rows = memory.to_arrow(what, user=user, **chosen)
    if out is not None:
        _write_file(rows, out)
    if as_json:
        write_json(rows.to_pylist())
    elif out is not None:
        print(f"{count_of(rows.num_rows, what.removesuffix('s'), what)} in {out}")
    else:
        _write_csv(rows, sys.stdout)


def _write_file(rows: "pyarrow.Table", path: Path) -> None:
    if path.suffix.lower() == ".csv":
        with path.open("w", encoding="utf-8", newline="") as file:
            _write_csv(rows, file)
        return
    from pyarrow import parquet

    parquet.write_table(rows, path)


def _write_csv(rows: "pyarrow.Table", file: TextIO) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(rows.column_names)
    writer.writerows([as_cell(value) for value in row.values()] for row in rows.to_pylist())
