"""The doctor finds each kind of damage and repairs it, and leaves a healthy graph alone."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.integration.conftest import Write, writer

from chronomem import Memory, Turn, UnknownUser
from chronomem.engine.upkeep.doctor import CHECKS, OWNERS

START = datetime(2024, 5, 31, 21, tzinfo=UTC)

DAMAGE = {
    "versions": ["MATCH (t:Turn {user_id: $user, id: 't3'}) SET t.version = 99"],
    "calendar": [
        "MATCH (p:Period {user_id: $user, id: 'month:2024-06'}) SET p.end = datetime('2024-06-20T00:00:00Z')",
        "MATCH (p:Period {user_id: $user, id: 'day:2024-06-01'}) SET p.grain = 'week'",
        "CREATE (p:Period {user_id: $user, id: 'day:2024-13-77', grain: 'day'})",
        "MATCH (t:Turn {user_id: $user, id: 't1'})"
        " CREATE (t)-[:OCCURRED_ON]->(:Period {user_id: $user, id: 'week:2024-06-05', grain: 'week'})",
    ],
    "nesting": [
        "MATCH (:Period {user_id: $user, id: 'day:2024-06-01'})-[r:PART_OF]->() DELETE r",
        "MATCH (d:Period {user_id: $user, id: 'day:2024-06-01'}) MATCH (y:Period {user_id: $user, id: 'year:2024'})"
        " CREATE (d)-[:PART_OF]->(y)",
        "MATCH (d:Period {user_id: $user, id: 'day:2024-06-01'})-[r:PART_OF]->()"
        " MATCH (m:Period {user_id: $user, id: 'month:2024-05'}) DELETE r CREATE (d)-[:PART_OF]->(m)",
    ],
    "days": [
        "MATCH (:Turn {user_id: $user, id: 't3'})-[r:SAID_ON]->() DELETE r",
        "MATCH (t:Turn {user_id: $user, id: 't3'}) MATCH (d:Period {user_id: $user, id: 'day:2024-06-02'})"
        " CREATE (t)-[:SAID_ON]->(d)",
        "MATCH (d:Period {user_id: $user, id: 'day:2024-06-01'}) DETACH DELETE d",
    ],
    "sessions": [
        "MATCH (:Turn {user_id: $user, id: 't3'})-[r:IN_SESSION]->() DELETE r",
        "MATCH (s:Session {user_id: $user, id: 'a'}) DETACH DELETE s",
        "MATCH (t:Turn {user_id: $user, id: 't3'}) MATCH (s:Session {user_id: $user, id: 'b'})"
        " CREATE (t)-[:IN_SESSION]->(s)",
    ],
    "speakers": [
        "MATCH (:Turn {user_id: $user, id: 't3'})-[r:SPOKEN_BY]->() DELETE r",
        "MATCH (e:Entity {user_id: $user, id: 'entity:ann'}) DETACH DELETE e",
        "MATCH (t:Turn {user_id: $user, id: 't3'}) CREATE (t)-[:SPOKEN_BY]->(:Entity {user_id: $user, id: 'x'})",
    ],
    "order": [
        "MATCH (:Turn {user_id: $user, id: 't3'})-[r:NEXT]->() DELETE r",
        "MATCH (a:Turn {user_id: $user, id: 't4'}) MATCH (b:Turn {user_id: $user, id: 't0'}) CREATE (a)-[:NEXT]->(b)",
        "MATCH (a:Turn {user_id: $user, id: 't4'}) MATCH (b:Turn {user_id: $user, id: 't6'}) CREATE (a)-[:NEXT]->(b)",
        "MATCH (a:Turn {user_id: $user, id: 't1'})-[r:NEXT]->() MATCH (b:Turn {user_id: $user, id: 't4'})"
        " DELETE r CREATE (a)-[:NEXT]->(b)",
    ],
    "bounds": [
        "MATCH (s:Session {user_id: $user, id: 'a'}) SET s.started_at = datetime('2020-01-01T00:00:00Z')",
        "MATCH (s:Session {user_id: $user, id: 'a'}) SET s.next_seq = 1",
        "MATCH (s:Session {user_id: $user, id: 'a'}) REMOVE s.ended_at",
        "MATCH (s:Session {user_id: $user, id: 'a'}) SET s.last_turn = 't1'",
    ],
    "counts": [
        "MATCH (e:Entity {user_id: $user, id: 'entity:ann'}) SET e.mention_count = 1",
        "MATCH (e:Entity {user_id: $user, id: 'entity:ann'}) REMOVE e.first_seen",
        "MATCH (e:Entity {user_id: $user, id: 'entity:ann'}) SET e.last_seen = datetime('2020-01-01T00:00:00Z')",
    ],
    "facts": [
        "MATCH (:Entity)-[r:RELATES_TO {user_id: $user}]->() DELETE r",
        "MATCH (:Entity)-[r:RELATES_TO {user_id: $user}]->() SET r.valid_at = datetime('2020-01-01T00:00:00Z')",
        "MATCH (a:Entity {user_id: $user, id: 'entity:ann'}) MATCH (b:Entity {user_id: $user, id: 'entity:bo'})"
        " CREATE (a)-[:RELATES_TO {user_id: $user, fact_id: 'no fact', predicate: 'knows'}]->(b)",
    ],
    "empty sessions": ["CREATE (:Session {user_id: $user, id: 'lost'})"],
    "empty periods": [
        "MATCH (m:Period {user_id: $user, id: 'month:2024-06'})"
        " CREATE (:Period {user_id: $user, id: 'week:2024-06-24', grain: 'week',"
        " start: datetime('2024-06-23T12:00:00Z'), end: datetime('2024-06-30T12:00:00Z')})-[:PART_OF]->(m)"
    ],
    "lone entities": ["CREATE (:Entity {user_id: $user, id: 'nobody'})"],
    "names": [
        "MATCH (n:Name {user_id: $user}) WHERE any(e IN n.entities WHERE e ENDS WITH 'entity:ann') DELETE n",
        "MATCH (n:Name {user_id: $user}) SET n.entities = n.entities + ['nobody\\tentity:nobody']",
        "CREATE (n:Name {user_id: $user, id: 'nobody', entities: ['nobody\\tentity:nobody']})",
    ],
    "summaries": [
        "MATCH (d:Period {user_id: $user, id: 'day:2024-06-01'}) MATCH (t:Turn {user_id: $user, id: 't6'})"
        " CREATE (d)-[:SUMMARISES]->(t)",
        "MATCH (d:Period {user_id: $user, id: 'month:2024-06'}) REMOVE d.embedding",
    ],
    "embeddings": [
        "MATCH (t:Turn {user_id: $user, id: 't3'}) REMOVE t.embedding",
        "MATCH (t:Turn {user_id: $user, id: 't3'}) MATCH (o:Turn {user_id: $user, id: 't4'})"
        " SET t.embedding = toString(o.id)",
    ],
}
ALONE = "DETACH DELETE"
"""What takes a node away hides the damage that other statements did to it."""
TOGETHER = {check: [cypher for cypher in DAMAGE[check] if ALONE not in cypher] for check in DAMAGE}
ROUNDS = [
    *(
        {check: TOGETHER[check][number] for check in DAMAGE if number < len(TOGETHER[check])}
        for number in range(max(map(len, TOGETHER.values())))
    ),
    *({check: cypher} for check in DAMAGE for cypher in DAMAGE[check] if ALONE in cypher),
]
CASES = [pytest.param(check, cypher, id=f"{check}-{n}") for check in DAMAGE for n, cypher in enumerate(DAMAGE[check])]


@pytest.fixture
def stored(memory: Memory, user: str) -> Memory:
    """A user in Auckland with two sessions of eight turns on two days, of which one is read."""
    memory.create_user(user, timezone="Pacific/Auckland")
    for session, first in (("a", 0), ("b", 5)):
        turns = [
            Turn.of(
                id=f"t{n}",
                text=f"Yesterday was day {n}.",
                said_at=START + timedelta(hours=5 * n),
                speaker=["Ann", "Bo"][n % 2],
            )
            for n in range(first, first + 5 if first == 0 else 8)
        ]
        memory.add_session(turns, user=user, session=session)
    memory.consolidate(user=user)
    memory.add_fact(
        user=user, subject="Ann", predicate="lives_in", object="Auckland", valid_at="2024-05-01", said_at=START
    )
    return memory


def graph(memory: Memory, user: str) -> list[Any]:
    """All that is in a user's graph but the counters, which a repair counts up."""
    nodes = memory.cypher(
        "MATCH (n {user_id: $user}) RETURN labels(n) AS labels, properties(n) AS properties", user=user
    )
    relations = memory.cypher(
        "MATCH (a {user_id: $user})-[r]->(b) RETURN a.id AS a, type(r) AS kind, b.id AS b, properties(r) AS p",
        user=user,
    )
    plain = [
        {**row, "properties": sorted((k, v) for k, v in row["properties"].items() if k != "version")} for row in nodes
    ]
    return sorted(repr(sorted(row.items(), key=str)) for rows in (plain, relations) for row in rows)


def test_every_check_is_tested_here() -> None:
    assert [check.name for check in CHECKS] == list(DAMAGE)


def test_a_healthy_graph_has_no_findings_and_is_left_alone(stored: Memory, user: str) -> None:
    before = graph(stored, user)
    for report in (stored.doctor(user=user), stored.doctor(user=user, fix=True)):
        assert report.findings == ()
        assert report.is_healthy
        assert report.users == 1
        assert set(report.checks) == {OWNERS, *DAMAGE}
    assert graph(stored, user) == before


@pytest.mark.dialect
@pytest.mark.parametrize("damage", ROUNDS, ids=range(len(ROUNDS)))
def test_damages_of_all_kinds_are_found_and_repaired_together(
    stored: Memory, user: str, write: Write, damage: dict[str, str]
) -> None:
    for cypher in damage.values():
        write(cypher, user=user)
    found = {finding.check for finding in stored.doctor(user=user).findings}
    assert found >= damage.keys() - {"order"}, "a turn without a session has no place in one"
    repaired = stored.doctor(user=user, fix=True)
    assert repaired.is_healthy
    assert found | {finding.check for finding in repaired.findings} >= damage.keys()
    stored.consolidate(user=user)
    assert stored.doctor(user=user).findings == ()
    assert len(stored.recall("day", user=user)) == 8


def test_facts_that_are_derived_again_are_no_news(stored: Memory, user: str, write: Write) -> None:
    """The feed of changes tells nobody of a fact that they know."""
    before = stored.feed(user=user).entries
    for cypher in DAMAGE["facts"][:2]:
        write(cypher, user=user)
        assert stored.doctor(user=user, fix=True).is_healthy
    assert stored.feed(user=user).entries == before


@pytest.mark.thorough
@pytest.mark.parametrize(("check", "cypher"), CASES)
def test_damage_is_found_and_repaired(stored: Memory, user: str, write: Write, check: str, cypher: str) -> None:
    healthy = graph(stored, user)
    assert len(stored.recall("day", user=user)) == 8
    write(cypher, user=user)
    found = stored.doctor(user=user)
    assert check in {finding.check for finding in found.findings}
    assert not found.is_healthy
    assert not any(finding.repaired for finding in found.findings)
    repaired = stored.doctor(user=user, fix=True)
    assert repaired.is_healthy
    assert check in {finding.check for finding in repaired.findings}
    assert stored.doctor(user=user).findings == ()
    if check == "summaries":  # they are made anew
        stored.consolidate(user=user)
        assert all(p.summary for grain in ("day", "week", "month") for p in stored.timeline(user=user, grain=grain))
    elif ALONE not in cypher:  # what else hung on the node is gone with it
        assert graph(stored, user) == healthy
    assert len(stored.recall("day", user=user)) == 8
    stored.add("Another one.", user=user, turn_id="new", said_at=START)
    assert len(stored.recall("day", user=user)) == 9
    assert stored.doctor(user=user).findings == ()


@pytest.mark.slow
def test_more_damage_than_is_repaired_at_once_is_repaired(memory: Memory, user: str, write: Write) -> None:
    memory.add_turns([{"text": f"Number {n}.", "id": f"t{n}"} for n in range(1200)], user=user)
    write("MATCH (:Turn {user_id: $user})-[r:SAID_ON]->() DELETE r", user=user)
    (found,) = [finding for finding in memory.doctor(user=user).findings if finding.check == "days"]
    assert (found.count, len(found.examples)) == (500, 10)
    assert memory.doctor(user=user, fix=True).is_healthy
    assert memory.doctor(user=user).findings == ()


@pytest.fixture
def uncrowded(database: str, memory: Memory, tmp_path: Path) -> Iterator[Memory]:
    """A memory without the users of other tests, at each of whom the doctor would look; on Neo4j there is none."""
    if database == "neo4j":
        yield memory
        return
    with Memory.open(tmp_path / "memory") as opened:
        yield opened


@pytest.mark.dialect
def test_data_without_its_user_gets_one(uncrowded: Memory, user: str) -> None:
    uncrowded.add("Hello.", user=user)
    writer(uncrowded)("MATCH (u:User {id: $user}) DELETE u", user=user)
    report = uncrowded.doctor(fix=True)
    assert (OWNERS, user) in {(f.check, f.user) for f in report.findings}
    assert report.is_healthy
    assert report.users == len(uncrowded.users())
    assert len(uncrowded.recall("hello", user=user)) == 1
    assert uncrowded.doctor(user=user).findings == ()


def test_an_unknown_user_is_an_error(memory: Memory, user: str) -> None:
    with pytest.raises(UnknownUser, match=user):
        memory.doctor(user=user)
