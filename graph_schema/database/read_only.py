"""Check, from the server's plan, that a query does nothing but read the graph.

READ access mode keeps a query from writing. It does not keep it from reading files and web addresses (LOAD CSV) or from
administering the server, so such queries are refused by their plan. The plan is made by the server's own parser, from
which no comment, escape or nesting can hide anything; the text of the query isn't examined.
"""

import re
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


_CALL = re.compile(r"\b(?:CALL\s+|\w*Call\()((?:`[^`]*`|\w+)(?:\s*\.\s*(?:`[^`]*`|\w+))*)", re.IGNORECASE)
"""The call of a procedure inside an expression, as plans write it: `ResolvedCall(db.labels() …`, or as Cypher does. A
subquery follows `CALL` with a bracket."""
_ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_COMMAND = re.compile(r"\W*(?:(?:EXPLAIN|PROFILE)\W+)*(SHOW|TERMINATE)\W+(\w*)", re.IGNORECASE)


def check_command(query: str) -> None:
    """Raise `WriteRefused` where a query is a command about the server and not about the graph.

    For a database without plans: its reader may do nothing but read the graph, and list and end what others run.
    """
    plain = _COMMENT.sub(" ", _ESCAPED.sub(lambda match: chr(int(match[1], 16)), query))
    command = _COMMAND.match(plain)
    if command and f"{command[1].capitalize()}{command[2].capitalize()}" not in _HARMLESS_SHOWS:
        raise WriteRefused(f"{command[1].upper()} {command[2].upper()} is about the server: leave it out")


def check_plan(plan: Mapping[str, Any]) -> None:
    """Raise `WriteRefused` if a plan reads files or addresses, or administers the server.

    A subquery inside an expression has no operators in the plan; the server tells its text, as it understood it.

    Args:
        plan: the plan as the driver returns it: `operatorType`, `args` and `children`.
    """
    for operator in _operators(plan):
        kind = str(operator.get("operatorType", "")).partition("@")[0]
        details = str(operator.get("args", {}).get("Details", ""))
        if kind == "LoadCSV" or "LOAD CSV" in str(operator.get("args", {})):
            raise WriteRefused("LOAD CSV reads files and web addresses, which a read-only query may not: leave it out")
        called = [details] if kind == "ProcedureCall" else _called_inside(operator)
        for name in called:
            if not name.startswith(_PROCEDURES):
                raise WriteRefused(f"the procedure {name.partition('(')[0]} is not for read-only queries: leave it out")
        if kind.startswith(_ADMINISTRATION) and kind not in _HARMLESS_SHOWS:
            raise WriteRefused(f"{kind} administers the server, which a read-only query may not: leave it out")


def _called_inside(operator: Mapping[str, Any]) -> list[str]:
    """Return the procedures that an operator's expressions call."""
    return [re.sub(r"[`\s]", "", name) for name in _CALL.findall(str(operator.get("args", {})))]


def _operators(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    waiting = [plan]
    while waiting:
        operator = waiting.pop()
        yield operator
        waiting.extend(operator.get("children", ()))
