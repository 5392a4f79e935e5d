"""Check, from the server's plan, that a query does nothing but read the graph.

READ access mode keeps a query from writing. It does not keep it from reading files and web addresses (LOAD CSV) or from
administering the server, so such queries are refused by their plan. The plan is made by the server's own parser, from
which no comment, escape or nesting can hide anything; the text of the query isn't examined.
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
"""Prefixes of the operators of administrative commands."""
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
"""Procedures that only read the graph or the names of its parts."""


def check_plan(plan: Mapping[str, Any]) -> None:
    """Raise `WriteRefused` if a plan reads files or addresses, or administers the server.

    Args:
        plan: the plan as the driver returns it: `operatorType`, `args` and `children`.
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
