"""A real Neo4j: bookmarks carry what was written to other processes, and credentials may rotate while it is in use."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from neo4j import GraphDatabase
from tests.inside import store_of
from tests.neo4j.server import Neo4jEndpoint

from chronomem import DatabaseUnavailable, InvalidInput, Memory

TURNS = "MATCH (t:Turn {user_id: $user}) RETURN t.text AS text"


def test_results_carry_bookmarks_that_another_process_waits_for(neo4j_endpoint: Neo4jEndpoint, user: str) -> None:
    routed = neo4j_endpoint.uri.replace("bolt://", "neo4j://")
    with (
        Memory.connect(neo4j_endpoint.uri, auth=neo4j_endpoint.auth) as memory,
        Memory.connect(routed, auth=neo4j_endpoint.auth) as other,
    ):
        added = memory.add("Hello.", user=user)
        assert added.bookmarks == memory.bookmarks() != ()
        with other.after(added.bookmarks):
            assert [row["text"] for row in other.cypher(TURNS, user=user)] == ["Hello."]
        gone = memory.forget(user=user, everything=True)
        with other.after(gone.bookmarks):
            assert list(other.cypher(TURNS, user=user)) == []
        with other.after(["of-another-database"]), pytest.raises(InvalidInput, match="doesn't know a bookmark"):
            other.stats()
        assert other.stats().turns >= 0, "the others of the process are not held up"


def test_credentials_that_rotate_are_read_again(neo4j_endpoint: Neo4jEndpoint, tmp_path: Path) -> None:
    file = tmp_path / "credentials"

    def rotate(password: str) -> None:
        admin.execute_query("ALTER USER rotating SET PASSWORD $password", password=password, database_="system")

    with GraphDatabase.driver(neo4j_endpoint.uri, auth=neo4j_endpoint.auth) as admin:
        admin.execute_query("CREATE USER rotating SET PASSWORD 'the first one' CHANGE NOT REQUIRED", database_="system")
        try:
            file.write_text("rotating\nthe first one\n", encoding="utf-8")
            with Memory.connect(neo4j_endpoint.uri, auth=file) as memory, ThreadPoolExecutor(8) as threads:
                rotate("the second one")
                file.write_text("rotating\nthe second one\n", encoding="utf-8")
                assert list(threads.map(lambda _: memory.ping(), range(50))) == [None] * 50
                assert store_of(memory).retries <= 50
            rotate("a third one")
            with pytest.raises(DatabaseUnavailable, match="refused the credentials"):
                Memory.connect(neo4j_endpoint.uri, auth=file)
        finally:
            admin.execute_query("DROP USER rotating", database_="system")
