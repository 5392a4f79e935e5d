"""`chronomem cypher`: read-only Cypher over the graph."""

import csv
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TextIO

import typer

from chronomem.engine.interfaces.cli.output import (
    AsJson,
    Force,
    as_cell,
    check_free,
    note,
    write_json,
    write_table,
)
from chronomem.engine.interfaces.cli.place import Place, takes_place
from chronomem.graph_schema.model.counts import count_of

if TYPE_CHECKING:
    from chronomem.engine.memory.rows import Rows

EXAMPLES = (
    'chronomem cypher "MATCH (t:Turn {user_id: $user}) RETURN t.text" --user u1',
    'chronomem cypher "MATCH (u:User) WHERE u.id = $id RETURN u" --param id=u1 --json',
    'chronomem cypher "MATCH (p:Period) RETURN p.id, p.start" --csv periods.csv',
)


@takes_place
def cypher(
    place: Place,
    query: Annotated[str, typer.Argument(help="Cypher; the database refuses to write for it.")],
    user: Annotated[str | None, typer.Option("--user", help="Bound to $user; it does not restrict the query.")] = None,
    param: Annotated[
        list[str] | None,
        typer.Option(
            "--param", metavar="NAME=VALUE", help="A parameter; the value is JSON, otherwise text. Repeatable."
        ),
    ] = None,
    csv_file: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="Write the rows as CSV to a file; - is stdout.")
    ] = None,
    force: Force = False,
    max_rows: Annotated[int, typer.Option("--max-rows", min=1, help="The maximum number of rows to return.")] = 10_000,
    as_json: AsJson = False,
) -> None:
    """Run a read-only Cypher query and print a table, JSON or CSV.

    The query sees the whole graph, including all users: this is a tool for the owner.
    """
    parameters = _parameters(param or [], user)
    if csv_file is not None and str(csv_file) != "-":
        check_free(csv_file, force=force)
    with place.open(query_rows=max_rows) as memory:
        rows = memory.cypher(query, **parameters)
    if as_json:
        write_json({"columns": rows.columns, "rows": rows, "truncated": rows.truncated, "plan": rows.plan})
    if csv_file is not None:
        _write_csv(rows, csv_file)
    elif rows.plan and not as_json:
        print(rows.plan)
    elif not as_json:
        write_table(rows.columns, rows)
    if rows.truncated:
        note(f"only the first {count_of(len(rows), 'row is', 'rows are')} shown: raise --max-rows, or LIMIT the query")


def _parameters(given: list[str], user: str | None) -> dict[str, Any]:
    parameters: dict[str, Any] = {} if user is None else {"user": user}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name.isidentifier():
            raise typer.BadParameter(f"{text!r} is not of the form NAME=VALUE", param_hint="--param")
        if name in parameters:
            raise typer.BadParameter(f"{name!r} is given twice", param_hint="--param")
        parameters[name] = _value(value)
    return parameters


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _write_csv(rows: "Rows", path: Path) -> None:
    if str(path) == "-":
        _write_rows(rows, sys.stdout)
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        _write_rows(rows, file)
    note(f"{count_of(len(rows), 'row')} in {path}")


def _write_rows(rows: "Rows", file: TextIO) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(rows.columns)
    writer.writerows([as_cell(row[column]) for column in rows.columns] for row in rows)
