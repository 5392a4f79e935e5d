"""Cypher of the owner's own can't write, read files or run for ever, and gives back Python's own values."""

import contextlib
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from tests.inside import disturb, is_embedded, run, store_of

from chronomem import (
    GraphNode,
    GraphPath,
    GraphRelation,
    InvalidInput,
    Memory,
    QueryFailed,
    QueryTimedOut,
    Settings,
    WriteRefused,
)

pytestmark = pytest.mark.dialect


WRITES = {
    "create": "CREATE (:H)",
    "set": "MATCH (t:Turn {user_id: $user}) SET t.text = 'x'",
    "set a map": "MATCH (t:Turn {user_id: $user}) WITH t SET t += {x: 1} RETURN t",
    "set a label": "MATCH (t:Turn {user_id: $user}) SET t:H",
    "remove": "MATCH (t:Turn {user_id: $user}) REMOVE t.text",
    "delete": "MATCH (t:Turn {user_id: $user}) DETACH DELETE t",
    "delete a relation": "MATCH (:Turn {user_id: $user})-[r]->() DELETE r",
    "merge": "MERGE (:H {a: 1})",
    "merge what is there": "MERGE (u:User {id: $user}) ON MATCH SET u.x = 1",
    "relate": "MATCH (t:Turn {user_id: $user}), (p:Period {user_id: $user}) CREATE (t)-[:X]->(p)",
    "subquery": "CALL { CREATE (:H) }",
    "subquery with a scope": "MATCH (t:Turn {user_id: $user}) CALL (t) { SET t.x = 1 RETURN 1 AS one } RETURN one",
    "transactions of its own": "MATCH (t:Turn {user_id: $user}) CALL (t) { SET t.x = 1 } IN TRANSACTIONS",
    "foreach": "FOREACH (i IN [1] | CREATE (:H))",
    "unwind": "UNWIND [1, 2] AS i CREATE (:H {i: i})",
    "block comment": "/* harmless */ CREATE /* RETURN */ (:H)",
    "line comment": "// harmless\nCREATE (:H)",
    "union": "RETURN 1 AS x UNION CREATE (h:H) RETURN 1 AS x",
    "index": "CREATE INDEX h FOR (n:H) ON (n.x)",
    "constraint": "CREATE CONSTRAINT h FOR (n:H) REQUIRE n.x IS UNIQUE",
    "drop a constraint": "DROP CONSTRAINT turn_key",
    "drop an index": "DROP INDEX turn_version",
    "csv": "LOAD CSV FROM 'file:///etc/passwd' AS row CREATE (:H {row: row})",
    "database user": "CREATE USER h SET PASSWORD 'abcdefgh'",
}
NOT_CYPHER_FOR_READERS = {
    "several statements": "RETURN 1; CREATE (:H)",
    "count": "RETURN COUNT { CREATE (:H) }",
    "procedure": "CALL db.createLabel('H')",
    "another language": "INSERT INTO Turn SET id = 'x'",
}
READS_OF_MORE_THAN_THE_GRAPH = {
    "csv": "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row",
    "csv, disguised": "LO\\u0041D/**/CSV FROM 'file:///etc/passwd' AS row RETURN row",
    "csv in an expression": "RETURN [x IN [1] | COLLECT { LOAD CSV FROM 'file:///etc/passwd' AS r RETURN r }] AS x",
    "csv from the web": "LOAD CSV FROM 'http://127.0.0.1:9/' AS row RETURN row",
    "settings": "CALL dbms.listConfig() YIELD name RETURN name",
    "database users": "SHOW USERS",
    "caches": "CALL db.clearQueryCaches()",
    "a procedure in a list": "RETURN [x IN [1] | COLLECT { CALL dbms.listConfig() YIELD name RETURN name }] AS x",
    "a procedure in a predicate": "RETURN any(x IN [1] WHERE EXISTS { CALL `dbms`.listConfig() RETURN 1 }) AS x",
    "a procedure, disguised": "RETURN COUNT { CA\\u004cL/**/dbms . listConfig() YIELD name RETURN name } AS x",
    "what others run": "SHOW TRANSACTIONS",
    "what others run, disguised": "/* MATCH */ SH\\u004fW // RETURN\n TRANSACTIONS",
    "ending what others run": "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
}


def everything(memory: Memory, user: str) -> list[Any]:
    nodes = memory.cypher("MATCH (n {user_id: $user}) RETURN labels(n) AS labels, properties(n) AS p", user=user)
    relations = memory.cypher("MATCH (a {user_id: $user})-[r]->() RETURN a.id AS id, type(r) AS kind", user=user)
    others = memory.cypher("MATCH (n) WHERE n:H OR n:X RETURN count(n) AS others")
    return sorted(map(repr, [*nodes, *relations, *others]))


@pytest.fixture
def stored(memory: Memory, user: str) -> Memory:
    memory.add("Hello.", user=user, turn_id="t1", said_at="2024-05-31T09:00:00+02:00", session="s")
    return memory


@pytest.mark.parametrize("cypher", [pytest.param(text, id=name) for name, text in WRITES.items()])
def test_a_write_is_refused_by_the_server(stored: Memory, user: str, cypher: str) -> None:
    before = everything(stored, user)
    with pytest.raises(QueryFailed) as caught:
        stored.cypher(cypher, user=user)
    if "UNION" not in cypher and "IN TRANSACTIONS" not in cypher:  # which a parser may refuse before anybody else does
        assert isinstance(caught.value, WriteRefused)
    ours = "LOAD CSV" in cypher or "USER" in cypher  # on Neo4j told from the server's plan, before it is run
    assert caught.value.__cause__ is not None or ours  # the driver's error: it was the server
    assert everything(stored, user) == before


@pytest.mark.parametrize("cypher", [pytest.param(text, id=name) for name, text in NOT_CYPHER_FOR_READERS.items()])
def test_what_is_no_reading_fails(stored: Memory, user: str, cypher: str) -> None:
    before = everything(stored, user)
    with pytest.raises(QueryFailed):
        stored.cypher(cypher, user=user)
    assert everything(stored, user) == before


@pytest.mark.parametrize("cypher", [pytest.param(text, id=name) for name, text in READS_OF_MORE_THAN_THE_GRAPH.items()])
def test_files_addresses_and_the_server_itself_are_out_of_reach(stored: Memory, cypher: str) -> None:
    with pytest.raises(QueryFailed):
        stored.cypher(cypher)


@pytest.mark.parametrize("odd", ["a\udc80", 2**63, [{"b": "\ud800"}]])
def test_a_value_that_no_database_takes_is_named_and_the_next_query_runs(
    stored: Memory, user: str, odd: object
) -> None:
    with pytest.raises(InvalidInput, match=r"surrogate|64 bits"):
        stored.cypher("RETURN $odd", odd=odd)
    with pytest.raises(InvalidInput, match=r"about: .* unicode"):
        stored.facts(user=user, about="\udc80")
    with pytest.raises(InvalidInput, match="surrogate"):
        stored.forget(user=user, turn_ids=["\udc80"])
    assert list(stored.cypher("RETURN 1 AS one")) == [{"one": 1}]


def test_a_value_of_a_type_that_cypher_lacks_is_named(stored: Memory) -> None:
    for odd in (object(), {1, 2}, [object()]):
        with pytest.raises(InvalidInput, match="which Cypher doesn't know"):
            stored.cypher("RETURN $odd", odd=odd)


def test_what_the_database_says_is_told_without_its_codes(stored: Memory) -> None:
    disturb(stored)
    began = time.monotonic()
    with pytest.raises(QueryFailed, match=r"(?i)no\.such\.thing") as caught:
        stored.cypher("CALL no.such.thing()")
    assert time.monotonic() - began < 25, "it is not tried again for half a minute"
    assert "gql_status" not in str(caught.value)


def test_a_reader_can_not_stop_what_others_run(stored: Memory) -> None:
    if is_embedded(stored):
        pytest.skip("the embedded server belongs to one owner alone")
    for command in ("TERMINATE TRANSACTIONS 'neo4j-transaction-1'", "CALL dbms.killConnection('bolt-1')"):
        with pytest.raises(WriteRefused):
            stored.cypher(command)


@pytest.mark.parametrize("before", ["EXPLAIN", "PROFILE"])
def test_a_write_that_is_only_planned_changes_nothing(stored: Memory, user: str, before: str) -> None:
    graph = everything(stored, user)
    with contextlib.suppress(QueryFailed):  # Neo4j knows no EXPLAIN of an EXPLAIN
        assert list(stored.cypher(f"{before} CREATE (:H)")) == []
    assert everything(stored, user) == graph


def test_reading_in_every_way_is_allowed(stored: Memory, user: str) -> None:
    for cypher in (
        "MATCH (t:Turn {user_id: $user}) CALL (t) { MATCH (t)-[:SAID_ON]->(d) RETURN d.id AS x } RETURN x",
        "MATCH (t:Turn {user_id: $user}) RETURN 'LOAD CSV' AS x",
        "MATCH p = (:Turn {user_id: $user})-[:SAID_ON]->()-[:PART_OF*1..3]->(:Period {grain: 'year'}) RETURN p AS x",
        "MATCH (t:Turn {user_id: $user}) WHERE EXISTS { (t)-[:IN_SESSION]->() } RETURN collect(t.text) AS x",
        "CALL db.labels() YIELD label WITH label WHERE label = 'Turn' RETURN label AS x",
    ):
        assert len(stored.cypher(cypher, user=user)) == 1, cypher


def test_results_are_pythons_own_values(stored: Memory, user: str) -> None:
    (row,) = stored.cypher(
        "MATCH p = (t:Turn {user_id: $user})-[r:IN_SESSION]->(s) RETURN t, r, p, t.said_at AS at,"
        " date('2024-05-31') AS day, [1, 2.5, 'x', true, null] AS list, {a: {b: [t.said_at]}} AS map, $given AS given",
        user=user,
        given=datetime(2024, 1, 1, tzinfo=UTC),
    )
    at = datetime(2024, 5, 31, 7, tzinfo=UTC)
    assert isinstance(row["t"], GraphNode)
    assert row["t"].labels == {"Turn"}
    assert row["t"].properties["text"] == "Hello."
    assert isinstance(row["r"], GraphRelation)
    assert (row["r"].type, row["r"].properties) == ("IN_SESSION", {})
    assert isinstance(row["p"], GraphPath)
    assert [node.properties["id"] for node in row["p"].nodes] == ["t1", "s"]
    assert row["at"] == at
    assert row["at"].utcoffset() == timedelta(0)
    assert row["day"] == date(2024, 5, 31)
    assert row["list"] == [1, 2.5, "x", True, None]
    assert row["map"] == {"a": {"b": [at]}}
    assert row["given"] == datetime(2024, 1, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def hasty(open_with: Callable[[Settings], Memory]) -> Any:
    with open_with(Settings(query_timeout=timedelta(seconds=2), query_rows=3)) as opened:
        yield opened


def test_a_query_that_runs_too_long_is_stopped(hasty: Memory) -> None:
    endless = (
        "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE a * b = -1 RETURN count(*) AS c"
    )
    with pytest.raises(QueryTimedOut, match=r"was stopped after \d\.\d s"):
        hasty.cypher(endless)
    assert hasty.cypher("RETURN 1 AS one;")[0] == {"one": 1}

    async def running() -> list[str]:
        return [row["currentQuery"] or "" for row in await store_of(hasty).read("show_running")]

    deadline = time.monotonic() + 60
    while any(query.startswith(endless) for query in run(hasty, running())):
        assert time.monotonic() < deadline, "the server goes on with it"


def test_rows_beyond_the_limit_are_left_out_and_told(hasty: Memory) -> None:
    rows = hasty.cypher("UNWIND range(1, 10) AS n RETURN n")
    assert [row["n"] for row in rows] == [1, 2, 3]
    assert rows.truncated
    assert not hasty.cypher("UNWIND range(1, 3) AS n RETURN n").truncated
