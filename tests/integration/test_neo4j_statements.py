"""Neo4j takes every named statement, also those that no test has data for, and scans no label for one user's sake."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from neo4j import AsyncResult, GraphDatabase, NotificationMinimumSeverity, Session
from neo4j.exceptions import Neo4jError
from tests.integration.scans import SCANS
from tests.neo4j.server import Neo4jEndpoint
from tests.neo4j.statements_run import ELSEWHERE, written

from chronomem import Memory
from chronomem.graph_schema.database import store
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.statements import explained, names, statement

USERS = 1_000
OTHERS = 200
GROWN = "grown-"
LABELS = ("Turn", "Entity", "Name", "Fact", "Unread", "Structure", "Lease", "Memory")


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


def test_an_add_and_a_recall_read_no_more_beside_many_who_said_the_same(
    neo4j_memory: Memory, session: Session, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said = [{"text": f"I am still talking, {number}.", "speaker": "Ann"} for number in range(10)]
    rows, hits = store._rows, Counter[str]()

    def profiled(name: str) -> str:
        running.append(name)
        return f"PROFILE {statement(name)}"

    async def counted(result: AsyncResult) -> list[Row]:
        found = await rows(result)
        hits[running.pop()] += db_hits((await result.consume()).profile)
        return found

    def read_by(one: str) -> Counter[str]:
        session.run("CALL db.prepareForReplanning()").consume()
        neo4j_memory.add_turns(said, user=one)
        neo4j_memory.recall("Who is talking?", user=one)
        with monkeypatch.context() as patch:
            patch.setattr(store, "statement", profiled)
            patch.setattr(store, "_rows", counted)
            neo4j_memory.add_turns(said, user=one)
            neo4j_memory.recall("Who is talking?", user=one)
        read = Counter(hits)
        hits.clear()
        return read

    running: list[str] = []
    alone = read_by(f"{user}-before")
    for number in range(OTHERS):
        neo4j_memory.add_turns(said, user=f"{user}-{number}")
    assert read_by(f"{user}-after") - alone == Counter()
    assert alone["store_turns"] > len(said), "what is read is counted"


def db_hits(plan: Any) -> int:
    """Return how often the operators of a profiled plan reached into the store."""
    return int(plan.get("dbHits", 0)) + sum(map(db_hits, plan.get("children", ())))


def operators(plan: Any) -> list[str]:
    """Return the names of all operators of a plan."""
    if plan is None:
        return []
    return [str(plan["operatorType"]), *(name for child in plan.get("children", ()) for name in operators(child))]


def test_every_statement_is_written_once_and_each_exception_is_one() -> None:
    assert set().union(*written().values()) == set(names())
    assert ELSEWHERE.keys() | SCANS.keys() <= written().keys()
