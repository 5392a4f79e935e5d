"""Statements that few histories lead to do on either database what they say."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.inside import embedder_of, run, store_of, user_of
from tests.integration.conftest import Write
from tests.integration.structures import sleep

from chronomem import Memory, Ontology, PredicateRule
from chronomem.engine.consolidation.registry import STRUCTURES
from chronomem.graph_schema.facts.assertion import group_key
from chronomem.graph_schema.facts.vocabulary import PACKAGED
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.pools.reader import FACTS, Loaded, PoolReader

pytestmark = pytest.mark.dialect

LATER = datetime(2026, 1, 1, tzinfo=UTC)


def do(memory: Memory, user: str, name: str, **parameters: Any) -> None:
    store = store_of(memory)
    run(memory, store.write(lambda tx: tx.run(name, user=user, **parameters), user=user))


def lisbon_and_porto(memory: Memory, user: str) -> None:
    for town, since in (("Lisbon", "2023-05-01"), ("Porto", "2023-09-01")):
        memory.add_fact(user=user, subject="Ann", predicate="lives_in", object=town, valid_at=since)


def test_all_users_are_counted_together(memory: Memory, user: str) -> None:
    memory.add("Hello.", user=user)
    assert memory.stats().turns >= memory.stats(user=user).turns == 1


def test_all_turns_of_a_user_are_queued_and_dated_in_pieces(memory: Memory, user: str, write: Write) -> None:
    memory.add_turns([{"id": f"t{n}", "text": "My cat is called Rex.", "speaker": "Ann"} for n in range(5)], user=user)
    memory.consolidate(user=user)
    facts = memory.facts(user=user)
    for _ in range(2):  # a migration that was killed begins again
        do(memory, user, "queue_all_turns", at_once=2)
        assert [queued.turns for queued in memory.queue(user=user)] == [5]
    assert memory.drain(user).done.turns == 5
    assert (memory.facts(user=user), memory.doctor(user=user).findings) == (facts, ())
    query = "MATCH (t:Turn {user_id: $user}) RETURN count(t.added) AS dated"
    write("MATCH (t:Turn {user_id: $user}) REMOVE t.added", user=user)
    for dated in (3, 5, 5):
        do(memory, user, "date_turns", limit=3)
        assert [row["dated"] for row in memory.cypher(query, user=user)] == [dated]


def test_facts_are_those_that_were_known_then(memory: Memory, user: str) -> None:
    lisbon_and_porto(memory, user)
    assert memory.facts(user=user, known_at="2100-01-01") == memory.facts(user=user)
    assert memory.facts(user=user, known_at="2001-01-01") == []


def test_a_fact_loses_an_assertion_that_supports_it_no_more(memory: Memory, user: str) -> None:
    lisbon_and_porto(memory, user)
    query = (
        "MATCH (f:Fact {user_id: $user})<-[:SUPPORTS]-(a:Assertion) RETURN f.id AS fact, a.id AS other ORDER BY fact"
    )
    taken, *left = memory.cypher(query, user=user)
    do(memory, user, "remove_supporters", pairs=[dict(taken)])
    assert list(memory.cypher(query, user=user)) == left


def test_the_pool_of_facts_is_kept_in_step(memory: Memory, user: str) -> None:
    async def read(before: Loaded | None) -> Loaded:
        owner = await user_of(memory, user)
        embedder = embedder_of(memory)
        reader = PoolReader(store_of(memory), embedder, owner, UserIndex(embedder.dimensions))
        pool = await reader.read(FACTS, before)
        return Loaded(owner.version, 0, pool)

    memory.add_fact(user=user, subject="Ann", predicate="lives_in", object="Lisbon", valid_at="2023-05-01")
    first = run(memory, read(None))
    memory.add_fact(user=user, subject="Ann", predicate="lives_in", object="Porto", valid_at="2023-09-01")
    kept, fresh = run(memory, read(first)), run(memory, read(None))
    assert [node.text for node in first.pool.nodes] == ["Ann lives in Lisbon"]
    assert sorted(node.text for node in kept.pool.nodes) == ["Ann lives in Lisbon", "Ann lives in Porto"]
    assert kept.pool.nodes == fresh.pool.nodes


def test_memories_are_read_as_they_come_and_may_outgrow_their_period(memory: Memory, user: str) -> None:
    timem = STRUCTURES["timem"]

    async def read(before: Loaded | None) -> Loaded:
        owner = await user_of(memory, user)
        embedder = embedder_of(memory)
        reader = PoolReader(store_of(memory), embedder, owner, UserIndex(embedder.dimensions))
        pool = await reader.read("timem", before)
        return Loaded(owner.version, owner.memory_epoch, pool)

    memory.add("We drove to Porto.", user=user, speaker="Ann", said_at="2024-05-01T10:00:00Z")
    sleep(memory, timem, user)
    first = run(memory, read(None))
    memory.add("We drove to Braga.", user=user, speaker="Ann", said_at="2024-05-02T10:00:00Z")
    sleep(memory, timem, user)
    fresh = run(memory, read(None))
    assert run(memory, read(first)).pool.nodes == fresh.pool.nodes, "something was taken back, so all are read again"
    kept = {node.id: node for node in run(memory, read(replace(first, epoch=fresh.epoch))).pool.nodes}
    assert {node.id for node in first.pool.nodes} < {node.id for node in fresh.pool.nodes}
    assert {node.id: node for node in fresh.pool.nodes}.items() <= kept.items(), "what is new is read by versions"
    query = "MATCH (m:Memory {user_id: $user})-[:WITHIN]->(:Period) RETURN m.id AS id ORDER BY id"
    outgrown, *left = (row["id"] for row in memory.cypher(query, user=user))
    do(memory, user, "unlink_within", ids=[outgrown])
    assert [row["id"] for row in memory.cypher(query, user=user)] == left


def test_facts_are_filed_under_other_groups_and_back(memory: Memory, user: str) -> None:
    lisbon_and_porto(memory, user)
    memory.add("I lived in Lisbon.", user=user, speaker="Ann", turn_id="t1")
    before = [(fact.id, fact.invalid_at) for fact in memory.facts(user=user, include_invalid=True)]
    ontology = Ontology(
        predicates=(
            PredicateRule(name="settled_in", description="came", kind="event", range="location", begins=("lives_in",)),
        )
    )
    store = store_of(memory)

    async def read(name: str, **parameters: Any) -> list[dict[str, Any]]:
        return await store.read(name, user=user, **parameters)

    packaged = run(memory, read("list_groups_of_facts"))
    assert {row["key"] for row in packaged} == {"entity:ann|lives_in"}
    [turn] = run(memory, read("list_turns_told", silent=["assistant"]))
    assert (turn["id"], turn["text"]) == ("t1", "I lived in Lisbon.")
    for vocabulary, key in ((ontology.vocabulary, "entity:ann|lives_in+"), (PACKAGED, "entity:ann|lives_in")):
        for what in ("assertions", "facts"):
            rows = run(memory, read(f"list_groups_of_{what}"))
            moved = [{"id": r["id"], "key": group_key(r["subject"], r["predicate"], vocabulary)} for r in rows]
            do(memory, user, f"regroup_{what}", rows=moved)
            assert {row["key"] for row in run(memory, read(f"list_groups_of_{what}"))} == {key}
    run(memory, store.execute("write_ontology", ontology=""))
    lisbon_and_porto(memory, user)
    assert [(fact.id, fact.invalid_at) for fact in memory.facts(user=user, include_invalid=True)] == before


def test_an_assertion_filed_under_another_group_is_stored_again(memory: Memory, user: str) -> None:
    told = {"subject": "Ann", "predicate": "lives_in", "valid_at": "2024-05-01"}
    memory.add("I live in Lisbon.", user=user, speaker="Ann", turn_id="t1")

    def filed() -> dict[str, str]:
        memory.add_facts([{**told, "object": "Lisbon", "turn_id": "t1"}, {**told, "object": "Porto"}], user=user)
        rows = run(memory, store_of(memory).read("list_groups_of_assertions", user=user))
        return {row["id"]: row["key"] for row in rows}

    first = filed()
    assert list(first.values()) == ["entity:ann|lives_in"] * 2
    do(memory, user, "regroup_assertions", rows=[{"id": each, "key": "entity:ann|elsewhere"} for each in first])
    assert filed() == first


def test_what_does_not_run_is_not_terminated(memory: Memory) -> None:
    found = run(memory, store_of(memory).read("terminate", id="neo4j-transaction-987654321"))
    assert [row["message"] for row in found] == ["Transaction not found."]
