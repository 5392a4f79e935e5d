"""The graph that Graphiti keeps in Neo4j moves here, with the dates of its episodes and the times of its facts."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from neo4j import GraphDatabase
from tests.neo4j.server import Neo4jEndpoint

from chronomem import DatabaseUnavailable, Memory
from chronomem.engine.importers import graphiti

GROUP = "graphiti-ann"
FILL = """
CREATE (e1:Episodic {uuid: 'e1', group_id: $group, name: 'one', source: 'message', source_description: 'chat',
                     content: 'Ann: I moved to Porto.', entity_edges: ['r1'],
                     created_at: datetime('2025-01-01'), valid_at: datetime('2021-05-01T10:00:00Z')})
CREATE (e2:Episodic {uuid: 'e2', group_id: $group, name: 'two', source: 'text', source_description: 'note',
                     content: 'Ann moved to Lisbon in May 2023.', entity_edges: ['r2'],
                     created_at: datetime('2025-01-01'), valid_at: datetime('2023-05-30T10:00:00Z')})
CREATE (ann:Entity:Person {uuid: 'n1', name: 'Ann', group_id: $group, summary: '', created_at: datetime('2025-01-01')})
CREATE (porto:Entity {uuid: 'n2', name: 'Porto', group_id: $group, summary: '', created_at: datetime('2025-01-01')})
CREATE (lisbon:Entity {uuid: 'n3', name: 'Lisbon', group_id: $group, summary: '', created_at: datetime('2025-01-01')})
CREATE (e1)-[:MENTIONS {uuid: 'm1', group_id: $group, created_at: datetime('2025-01-01')}]->(porto)
CREATE (ann)-[:RELATES_TO {uuid: 'r1', group_id: $group, name: 'LIVES_IN', fact: 'Ann lives in Porto',
                           episodes: ['e1'], created_at: datetime('2025-01-01'), valid_at: datetime('2021-05-01'),
                           invalid_at: datetime('2023-05-01'), expired_at: datetime('2025-01-01')}]->(porto)
CREATE (ann)-[:RELATES_TO {uuid: 'r2', group_id: $group, name: 'LIVES_IN', fact: 'Ann lives in Lisbon',
                           episodes: ['e2'], created_at: datetime('2025-01-01'),
                           valid_at: datetime('2023-05-01')}]->(lisbon)
"""


@pytest.fixture
def filled(neo4j_endpoint: Neo4jEndpoint) -> Iterator[Neo4jEndpoint]:
    with GraphDatabase.driver(neo4j_endpoint.uri, auth=neo4j_endpoint.auth) as driver:
        driver.execute_query(FILL, group=GROUP)
        yield neo4j_endpoint
        driver.execute_query("MATCH (n {group_id: $group}) DETACH DELETE n", group=GROUP)


def test_episodes_and_facts_of_a_running_graphiti_keep_their_times(filled: Neo4jEndpoint, tmp_path: Path) -> None:
    with Memory.open(tmp_path / "memory") as memory:
        for _ in range(2):  # a second time, nothing is new
            for conversation in graphiti.read_server(filled.uri, filled.auth):
                assert conversation.user == GROUP
                memory.add_turns(conversation.turns, user=GROUP)
                memory.add_facts(conversation.facts, user=GROUP)
        [first, second] = memory.facts(user=GROUP, about="Ann", predicate="lives_in", include_invalid=True)
        [then] = memory.facts(user=GROUP, about="Ann", as_of="2022-01-01")
        assert memory.stats(user=GROUP).turns == 2
        [said] = memory.recall("Who moved to Porto?", user=GROUP, k=1)
    assert then.id == first.id
    assert [(f.says, f"{f.valid_at:%Y-%m-%d}", f.turn_ids) for f in (first, second)] == [
        ("Porto", "2021-05-01", ("graphiti:e1",)),
        ("Lisbon", "2023-05-01", ("graphiti:e2",)),
    ]
    assert first.invalid_at == second.valid_at
    assert (said.speaker, said.text, f"{said.when:%Y-%m-%d}") == ("Ann", "I moved to Porto.", "2021-05-01")


def test_wrong_credentials_are_told(neo4j_endpoint: Neo4jEndpoint) -> None:
    with pytest.raises(DatabaseUnavailable, match="can't be read"):
        list(graphiti.read_server(neo4j_endpoint.uri, ("neo4j", "wrong-password")))
