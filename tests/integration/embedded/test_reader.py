"""The user that may only read: the server itself refuses what would write."""

from __future__ import annotations

import base64
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, LiteralString

import neo4j
import neo4j.exceptions
import pytest

from chronomem.graph_schema.embedded import EmbeddedDatabase, EmbeddedSettings, Endpoint

Query = Callable[..., list[list[Any]]]

FORBIDDEN: tuple[LiteralString, ...] = (
    "CREATE (:T {id: 'new'})",
    "CREATE (:NewLabel)",
    "INSERT (:T {id: 'new'})",
    "WITH 1 AS one CREATE (:T {id: 'new'}) RETURN one",
    "RETURN 1 AS x UNION CREATE (:T {id: 'new'}) RETURN 1 AS x",
    "/* only reads */ CREATE (:T {id: 'new'}) // RETURN 1",
    "MATCH (t:T) SET t.x = 5",
    "match (t:T) set t.x = 5 return t",
    "MATCH (t:T) SET t = {}",
    "MATCH (t:T) SET t += {y: 1}",
    "MATCH (t:T) SET t:Other",
    "MATCH (t:T) REMOVE t.x",
    "MATCH (t:T) REMOVE t:T",
    "MATCH ()-[r:R]->() SET r.w = 2",
    "MATCH (u:User) DELETE u",
    "MATCH (t:T) DETACH DELETE t",
    "MATCH ()-[r:R]->() DELETE r",
    "MATCH (t:T), (u:User) CREATE (t)-[:R]->(u)",
    "MATCH (t:T), (u:User) MERGE (t)-[:NEW]->(u)",
    "MERGE (:T {user_id: 'u', id: 'new'})",
    "MERGE (t:T {user_id: 'u', id: '1'}) ON MATCH SET t.x = 9",
    "UNWIND [1, 2] AS i MERGE (:T {user_id: 'u', id: i})",
    "MATCH (t:T) CALL (t) { SET t.x = 6 } RETURN count(*)",
    "CALL { CREATE (:T {id: 'new'}) } RETURN 1",
    "UNWIND [1, 2] AS i CALL (i) { CREATE (:T {id: i}) } IN TRANSACTIONS",
    "MATCH (t:T) FOREACH (one IN [t] | SET one.x = 7)",
    "FOREACH (i IN range(1, 3) | CREATE (:T {id: i}))",
    "CALL merge.node(['T'], {id: 'new'})",
    "CREATE INDEX new FOR (t:T) ON (t.x)",
    "CREATE CONSTRAINT new FOR (t:T) REQUIRE t.x IS UNIQUE",
    "DROP CONSTRAINT t_key",
    "CREATE USER intruder SET PASSWORD 'abcdefgh'",
    "ALTER USER reader SET PASSWORD 'abcdefgh'",
    "LOAD CSV FROM 'file:///etc/hostname' AS row RETURN row",
    "LOAD CSV FROM 'http://127.0.0.1/rows.csv' AS row CREATE (:T {id: row[0]})",
)

# Refused as well, but because the server doesn't know such statements or procedures.
UNKNOWN: tuple[LiteralString, ...] = (
    "MATCH (t:T) RETURN t; CREATE (:T {id: 'new'})",
    "CREATE (:T {id: 'new'}); MATCH (t:T) RETURN t",
    "MATCH (t:T) WHERE EXISTS { CREATE (:T {id: 'new'}) } RETURN t",
    "RETURN COLLECT { CREATE (t:T {id: 'new'}) RETURN t }",
    "DROP DATABASE chronomem",
    "GRANT ROLE admin TO reader",
    "CALL apoc.cypher.doIt('CREATE (:T)', {})",
    "CALL db.createLabel('NewLabel')",
    "CALL sql('INSERT INTO T SET x = 1')",
    "TRUNCATE TYPE T",
)

SQL: tuple[tuple[str, str, int], ...] = (
    ("sql", "INSERT INTO T SET id = 'new'", 403),
    ("sql", "CREATE VERTEX T SET id = 'new'", 403),
    ("sql", "UPDATE T SET x = 1", 403),
    ("sql", "DELETE FROM T", 403),
    ("sql", "CREATE VERTEX TYPE NewLabel", 403),
    ("sql", "DROP TYPE T UNSAFE", 403),
    ("sql", "IMPORT DATABASE file:///etc/hostname", 403),
    ("sqlscript", "BEGIN; INSERT INTO T SET id = 'new'; COMMIT", 403),
    ("cypher", "CREATE (:T {id: 'new'})", 403),
)


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    folder: Path = tmp_path_factory.mktemp("reader") / "data"
    with EmbeddedDatabase.open(folder, EmbeddedSettings(command_timeout_s=1.0)) as database:
        where = database.endpoint
        auth = (where.username, where.password)
        with neo4j.GraphDatabase.driver(where.bolt_uri, auth=auth) as driver:
            for statement in (
                "CREATE CONSTRAINT t_key FOR (t:T) REQUIRE (t.user_id, t.id) IS UNIQUE",
                "CREATE (:T {user_id: 'u', id: '1', x: 1})-[:R {w: 1}]->(:T {user_id: 'u', id: '2', x: 2})",
                "CREATE (:User {id: 'u'})",
            ):
                driver.execute_query(statement, database_=where.database)
        yield where


@pytest.fixture(scope="module")
def reader(endpoint: Endpoint) -> Iterator[neo4j.Driver]:
    auth = (endpoint.reader_username, endpoint.reader_password)
    with neo4j.GraphDatabase.driver(endpoint.bolt_uri, auth=auth, max_transaction_retry_time=0) as driver:
        yield driver


def describe_all(query: Query, endpoint: Endpoint) -> list[list[Any]]:
    """Everything that a statement could change."""
    return [
        *query(endpoint, "MATCH (n) RETURN labels(n), properties(n) ORDER BY elementId(n)"),
        *query(endpoint, "MATCH ()-[r]->() RETURN type(r), properties(r) ORDER BY elementId(r)"),
        *query(endpoint, "SHOW INDEXES YIELD name RETURN name ORDER BY name"),
        *query(endpoint, "SHOW CONSTRAINTS YIELD name RETURN name ORDER BY name"),
    ]


def run_in_every_way(reader: neo4j.Driver, statement: LiteralString) -> list[str]:
    """The codes of the errors, by auto-commit, managed read and write, and an explicit transaction."""

    def commit(session: neo4j.Session) -> None:
        with session.begin_transaction() as transaction:
            transaction.run(statement).consume()
            transaction.commit()

    ways: tuple[Callable[[neo4j.Session], object], ...] = (
        lambda session: session.run(statement).consume(),
        lambda session: session.execute_read(lambda transaction: transaction.run(statement).consume()),
        lambda session: session.execute_write(lambda transaction: transaction.run(statement).consume()),
        commit,
    )
    codes = []
    for way in ways:
        with reader.session(database="chronomem") as session, pytest.raises(neo4j.exceptions.Neo4jError) as e:
            way(session)
        codes.append(str(e.value.code))
    return codes


def test_the_reader_reads(reader: neo4j.Driver) -> None:
    records = reader.execute_query(
        "MATCH (a:T)-[r:R]->(b:T) WHERE EXISTS { (a)-->() } RETURN a.x + b.x + r.w AS sum", database_="chronomem"
    ).records
    assert [record["sum"] for record in records] == [4]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_a_write_is_forbidden_by_the_server(
    endpoint: Endpoint, reader: neo4j.Driver, query: Query, statement: LiteralString
) -> None:
    before = describe_all(query, endpoint)
    assert run_in_every_way(reader, statement) == ["Neo.ClientError.Security.Forbidden"] * 4
    assert describe_all(query, endpoint) == before


@pytest.mark.parametrize("statement", UNKNOWN)
def test_what_the_server_does_not_know_fails_and_changes_nothing(
    endpoint: Endpoint, reader: neo4j.Driver, query: Query, statement: LiteralString
) -> None:
    before = describe_all(query, endpoint)
    run_in_every_way(reader, statement)
    assert describe_all(query, endpoint) == before


@pytest.mark.parametrize("statement", ["EXPLAIN CREATE (:T)", "PROFILE CREATE (:T)"])
def test_a_plan_of_a_write_changes_nothing(
    endpoint: Endpoint, reader: neo4j.Driver, query: Query, statement: LiteralString
) -> None:
    before = describe_all(query, endpoint)
    with reader.session(database="chronomem") as session:
        session.run(statement).consume()
    assert describe_all(query, endpoint) == before


@pytest.mark.parametrize(("language", "command", "status"), SQL)
def test_writes_over_http_are_forbidden_too(
    endpoint: Endpoint, query: Query, language: str, command: str, status: int
) -> None:
    before = describe_all(query, endpoint)
    credentials = f"{endpoint.reader_username}:{endpoint.reader_password}".encode()
    request = urllib.request.Request(  # noqa: S310 -- the scheme is http
        f"{endpoint.http_url}/api/v1/command/{endpoint.database}",
        data=json.dumps({"language": language, "command": command}).encode(),
        headers={"Authorization": f"Basic {base64.b64encode(credentials).decode()}"},
    )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=60)  # noqa: S310 -- the scheme is http
    with caught.value:
        assert caught.value.code == status
    assert describe_all(query, endpoint) == before


def test_a_runaway_statement_is_stopped_by_the_server(reader: neo4j.Driver) -> None:
    with pytest.raises(neo4j.exceptions.ClientError) as caught:
        reader.execute_query(
            "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b RETURN count(*)", database_="chronomem"
        )
    assert caught.value.code == "Neo.ClientError.Transaction.TransactionTimedOut"
