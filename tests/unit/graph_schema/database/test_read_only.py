"""Read-only Cypher is refused by what the server's plan says that it would do."""

from typing import Any

import pytest

from chronomem.graph_schema.database.read_only import check_plan
from chronomem.graph_schema.errors import WriteRefused


def plan(*operators: tuple[str, str]) -> dict[str, Any]:
    """A plan in which each operator is the child of the one before it."""
    root: dict[str, Any] = {"operatorType": "ProduceResults@neo4j", "args": {"Details": "x"}, "children": []}
    innermost = root
    for kind, details in operators:
        child: dict[str, Any] = {"operatorType": f"{kind}@neo4j", "args": {"Details": details}, "children": []}
        innermost["children"].append(child)
        innermost = child
    return root


@pytest.mark.parametrize(
    ("kind", "details", "told"),
    [
        ("LoadCSV", "row", "LOAD CSV"),
        ("Projection", "COLLECT { LOAD CSV FROM $autostring_0 AS r RETURN r } AS x", "LOAD CSV"),
        ("ProcedureCall", "dbms.listConfig() :: (name)", "dbms.listConfig"),
        ("Projection", "[x IN $l | COLLECT { CALL dbms.listConfig() YIELD name RETURN name }] AS x", "dbms.listConfig"),
        ("Projection", "COUNT { ResolvedCall(dbms.listConfig(searchString = '') :: name) RETURN name }", "listConfig"),
        ("Filter", "EXISTS { CALL (x) { CALL `dbms`.`killQuery`($q) RETURN 1 } }", "dbms.killQuery"),
        ("ProcedureCall", "db.clearQueryCaches() :: (value)", "db.clearQueryCaches"),
        ("ShowTransactions", "all", "ShowTransactions"),
        ("TerminateTransactions", "x", "TerminateTransactions"),
        ("ShowSettings", "all", "ShowSettings"),
    ],
)
def test_it_is_refused_wherever_in_the_plan_it_stands(kind: str, details: str, told: str) -> None:
    for before in ([], [("Filter", "a"), ("Apply", "b")]):
        with pytest.raises(WriteRefused, match=told):
            check_plan(plan(*before, (kind, details), ("AllNodesScan", "n")))


def test_an_administrative_command_has_a_plan_of_one_operator() -> None:
    with pytest.raises(WriteRefused):
        check_plan({"operatorType": "AdministrationCommand", "args": {}})


@pytest.mark.parametrize(
    ("kind", "details"),
    [
        ("NodeByLabelScan", "t:Turn"),
        ("ProcedureCall", "db.labels() :: (label)"),
        ("Projection", "COLLECT { CALL db.labels() YIELD label RETURN label } AS x"),
        ("Projection", "COLLECT { ResolvedCall(db.labels() :: label :: STRING) RETURN label } AS x"),
        ("Projection", "COUNT { CALL (t) { MATCH (t)--(d) RETURN d } } AS x"),
        ("ProcedureCall", "db.index.vector.queryNodes($a, $b, $c) :: (node, score)"),
        ("ShowIndexes", "all"),
    ],
)
def test_reading_passes(kind: str, details: str) -> None:
    check_plan(plan((kind, details)))
