"""What is older than its policy allows is erased as by `forget`, and leaves a receipt without words."""

from datetime import UTC, datetime
from typing import Any

import pytest

from chronomem import InvalidInput, Memory, Retention
from chronomem.graph_schema.database.event_log import hash_of

pytestmark = pytest.mark.dialect

NOW = datetime(2024, 6, 1, tzinfo=UTC)


def left(memory: Memory, user: str) -> list[str]:
    rows = memory.cypher("MATCH (t:Turn {user_id: $user}) RETURN t.id AS id ORDER BY id", user=user)
    return [row["id"] for row in rows]


def retain(memory: Memory, user: str, policy: Retention, **more: Any) -> list[tuple[str, int, int]]:
    done = memory.retain(user=user, policy=policy, now=NOW, **more)
    return [(receipt.policy, receipt.turns, receipt.assertions) for receipt in done]


def test_old_turns_go_with_their_words_and_leave_receipts(memory: Memory, user: str) -> None:
    for name, year in (("old", 2020), ("older", 2019), ("new", 2024)):
        memory.add(f"I saw the {name}word museum.", user=user, said_at=f"{year}-03-01", turn_id=name, session=name)
    memory.add("A tool result.", user=user, said_at="2024-05-01", role="tool", turn_id="tool", session="new")
    policy = Retention(turns="2 years", roles={"tool": "2 weeks"})
    assert retain(memory, user, policy, dry_run=True) == [("turns: 2 years", 2, 0), ("role tool: 2 weeks", 1, 0)]
    assert left(memory, user) == ["new", "old", "older", "tool"]
    assert memory.receipts(user=user) == []
    done = memory.retain(user=user, policy=policy, now=NOW)
    assert left(memory, user) == ["new"]
    assert memory.receipts(user=user) == done
    assert done[0].hashes == tuple(sorted([hash_of(user, "old"), hash_of(user, "older")]))
    everything = memory.cypher("MATCH (n) WHERE n.user_id = $user RETURN properties(n) AS p", user=user)
    assert not [row for row in everything if "oldword" in str(row) or "olderword" in str(row)]
    assert retain(memory, user, policy) == []
    memory.forget(user=user, everything=True)
    assert memory.receipts() == [receipt for receipt in memory.receipts() if receipt.user != user]


def test_turns_and_facts_expire(memory: Memory, user: str) -> None:
    memory.add("Until May.", user=user, said_at="2024-03-01", expires_at="2024-05-01", turn_id="t1")
    memory.add("Until July.", user=user, said_at="2024-03-01", expires_at="2024-07-01", turn_id="t2")
    fact = {"user": user, "subject": "Ann", "predicate": "likes"}
    memory.add_fact(**fact, value="tea", expires_at="2024-05-01", source="form")
    memory.add_fact(**fact, value="tea", source="letter", said_at="2024-02-01")
    memory.add_fact(**fact, value="cake", expires_at="2024-08-01")
    assert memory.retain(user=user, now="2024-04-01", only_due=True) == []
    expired = memory.retain(user=user, now=NOW, only_due=True)
    assert [(r.policy, r.turns, r.assertions) for r in expired] == [
        ("expires_at of turns", 1, 0),
        ("expires_at of facts", 0, 1),
    ]
    assert left(memory, user) == ["t2"]
    assert {(f.says, f.reinforcements) for f in memory.facts(user=user)} == {("tea", 0), ("cake", 0)}
    assert memory.retain(user=user, now=NOW, only_due=True) == []
    memory.consolidate(user=user, now="2024-07-02")
    assert left(memory, user) == []


def test_facts_go_by_their_end_their_predicate_and_their_source(memory: Memory, user: str) -> None:
    def say(predicate: str, value: str, said: str, **more: Any) -> None:
        memory.add_fact(user=user, subject="Ann", predicate=predicate, value=value, said_at=said, **more)

    say("address_is", "5 Elm Street", "2015-01-01", valid_at="2015-01-01")
    say("address_is", "9 Oak Road", "2016-01-01", valid_at="2016-01-01")
    say("address_is", "1 Ash Lane", "2023-01-01", valid_at="2023-01-01")
    say("feels", "sad", "2024-01-01")
    say("feels", "happy", "2024-05-31")
    say("likes", "tea", "2020-01-01", source="survey")
    say("likes", "cake", "2024-05-30", source="survey")
    policy = Retention(facts_closed="5 years", moods="30 days", sources={"survey": "1 year"})
    assert sorted(retain(memory, user, policy)) == [
        ("facts_closed: 5 years", 0, 1),
        ("predicate feels: 30 days", 0, 1),
        ("source survey: 1 year", 0, 1),
    ]
    shown = memory.facts(user=user, include_invalid=True, include_minor=True)
    assert {fact.says for fact in shown} == {"9 Oak Road", "1 Ash Lane", "happy", "cake"}


def test_a_user_has_policies_of_its_own(memory: Memory, user: str) -> None:
    memory.add("Long ago.", user=user, said_at="2001-03-01")
    policy = Retention(turns="1 year", users={user: Retention(moods="1 day")})
    assert retain(memory, user, policy) == []
    with pytest.raises(InvalidInput, match="an age is a number"):
        Retention.of(turns="a while")
