"""Neo4j takes every named statement, also those that no test has data for."""

from neo4j import GraphDatabase
from neo4j.exceptions import Neo4jError
from tests.neo4j.server import Neo4jEndpoint
from tests.neo4j.statements_run import ELSEWHERE, written

from chronomem.graph_schema.database.statements import explained, names, statement


def test_every_statement_is_planned(neo4j_endpoint: Neo4jEndpoint) -> None:
    refused = {}
    with (
        GraphDatabase.driver(neo4j_endpoint.uri, auth=neo4j_endpoint.auth) as driver,
        driver.session() as session,
    ):
        for name in map(min, written().values()):  # the others of a family differ in labels alone
            try:
                session.run(explained(statement(name))).consume()
            except Neo4jError as error:
                refused[name] = error.message
    assert refused == {}


def test_every_statement_is_written_once_and_each_exception_is_one() -> None:
    assert set().union(*written().values()) == set(names())
    assert ELSEWHERE.keys() <= written().keys()
