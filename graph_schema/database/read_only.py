"""What a query would do besides reading the graph, seen in the plan that the server makes for it.

READ access mode keeps a query from writing. It does not keep it from reading files and web addresses (LOAD CSV), nor
from administering the server, so those are refused by the plan: by what the server's own parser made of the query,
which no comment, escape or nesting hides, and not by its text.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from chronomem.graph_schema.errors import WriteRefused

_ADMINISTRATION = (
    "Administration",
    "AlterUser",
    "AssignPrivilege",
    "DoNothing",
    "DropUser",
    "Show",
    "SystemProcedureCall",
    "Terminate",
)
"""How the operators of administrative commands begin."""
_HARMLESS_SHOWS = ("ShowConstraints", "ShowFunctions", "ShowIndexes", "ShowProcedures")
_PROCEDURES = (
    "db.index.fulltext.query",
    "db.index.vector.query",
    "db.labels",
    "db.propertyKeys",
    "db.relationshipTypes",
    "db.schema.",
    "dbms.components",
)
"""The procedures that read the graph, or the names of what is in it."""


def check_plan(plan: Mapping[str, Any]) -> None:
    """Raise `WriteRefused` where a plan reads files or addresses, or administers the server.

    Args:
        plan: as the driver gives it: `operatorType`, `args` and `children`.
    """
    for operator in _operators(plan):
        kind = str(operator.get("operatorType", "")).partition("@")[0]
        details = str(operator.get("args", {}).get("Details", ""))
        if kind == "LoadCSV" or "LOAD CSV" in str(operator.get("args", {})):
            raise WriteRefused("LOAD CSV reads files and web addresses, which a read-only query may not: leave it out")
        if kind == "ProcedureCall" and not details.startswith(_PROCEDURES):
            raise WriteRefused(f"the procedure {details.partition('(')[0]} is not for read-only queries: leave it out")
        if kind.startswith(_ADMINISTRATION) and kind not in _HARMLESS_SHOWS:
            raise WriteRefused(f"{kind} administers the server, which a read-only query may not: leave it out")


def _operators(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    waiting = [plan]
    while waiting:
        operator = waiting.pop()
        yield operator
        waiting.extend(operator.get("children", ()))
