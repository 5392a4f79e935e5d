"""Neo4j takes every named statement, also those that no test has data for, and scans no label for one user's sake."""

from collections.abc import Iterator
from typing import Any

import pytest
from neo4j import GraphDatabase, NotificationMinimumSeverity, Session
from neo4j.exceptions import Neo4jError
from tests.integration.scans import SCANS
from tests.neo4j.server import Neo4jEndpoint
from tests.neo4j.statements_run import ELSEWHERE, written

from chronomem import Memory
from chronomem.graph_schema.database.statements import explained, names, statement

USERS = 1_000
GROWN = "grown-"
LABELS = ("Turn", "Entity", "Unread", "Structure", "Lease", "Memory")


@pytest.fixture(scope="module")
def session(neo4j_memory: Memory, neo4j_endpoint: Neo4jEndpoint) -> Iterator[Session]:  # noqa: ARG001 - it declares the indexes
    """A session on a database with many users, so that no label is too small for an index to pay."""
    made = " ".join(
        f"CREATE (:{label} {{user_id: user, id: 'x', version: n, group_key: user, window: user}})" for label in LABELS
    )
    with (
        GraphDatabase.driver(
            neo4j_endpoint.uri, auth=neo4j_endpoint.auth, notifications_min_severity=NotificationMinimumSeverity.OFF
        ) as driver,
        driver.session() as opened,
    ):
        opened.run(
            f"UNWIND range(1, {USERS}) AS n CALL (n) {{ WITH '{GROWN}' + n AS user"
            f" CREATE (:User {{id: user, version: 1, epoch: 0, due_at: n}}) {made} }} IN TRANSACTIONS OF 5000 ROWS"
        ).consume()
        opened.run("CALL db.prepareForReplanning()").consume()
        yield opened
        for label in ("User", *LABELS):
            key = "id" if label == "User" else "user_id"
            opened.run(
                f"MATCH (n:{label}) WHERE n.{key} STARTS WITH '{GROWN}'"
                " CALL (n) { DELETE n } IN TRANSACTIONS OF 10000 ROWS"
            ).consume()


def test_every_statement_is_planned_and_none_scans_a_label(session: Session) -> None:
    refused, scanning = {}, {}
    for written_as, members in written().items():  # the others of a family differ in labels alone
        try:
            plan = session.run(explained(statement(min(members)))).consume().plan
        except Neo4jError as error:
            refused[written_as] = error.message
            continue
        if scans := [operator for operator in operators(plan) if "Scan" in operator]:
            scanning[written_as] = scans
    assert refused == {}
    assert {name: scans for name, scans in scanning.items() if name not in SCANS} == {}


def operators(plan: Any) -> list[str]:
    """Return the names of all operators of a plan."""
    if plan is None:
        return []
    return [str(plan["operatorType"]), *(name for child in plan.get("children", ()) for name in operators(child))]


def test_every_statement_is_written_once_and_each_exception_is_one() -> None:
    assert set().union(*written().values()) == set(names())
    assert ELSEWHERE.keys() | SCANS.keys() <= written().keys()
