"""The change feed tells each change once, in order, and nothing that was forgotten."""

from typing import Any

import pytest
from tests.inside import run, store_of

from chronomem import FeedEntry, InvalidInput, Memory
from chronomem.graph_schema.database.event_log import hash_of

pytestmark = pytest.mark.dialect


def everything(memory: Memory, user: str, limit: int = 1_000, after: str | None = None) -> list[FeedEntry]:
    """All entries, read page by page, each by a reader that has just come back."""
    found: list[FeedEntry] = []
    while True:
        page = memory.feed(user=user, after=after, limit=limit)
        found += page.entries
        after = page.cursor
        if not page.more:
            return found


def homes(memory: Memory, user: str) -> None:
    memory.add("I live in Porto.", user=user, speaker="Ann", said_at="2023-01-01", turn_id="t1")
    add: dict[str, Any] = {"user": user, "subject": "Ann", "predicate": "lives_in"}
    memory.add_fact(**add, object="Porto", turn_id="t1")
    memory.add_fact(**add, object="Porto", source="letter", said_at="2023-02-01")
    memory.add_fact(**add, object="Lisbon", valid_at="2023-05-01")


def test_every_change_is_told_once_whatever_the_pages(memory: Memory, user: str) -> None:
    homes(memory, user)
    memory.merge_entities("Lisbon", "Lisboa", user=user)
    memory.split_entity("Lisboa", user=user)
    whole = everything(memory, user)
    kinds = [(entry.kind, entry.fact.says if entry.fact else entry.id) for entry in whole]
    assert kinds[:5] == [
        ("TURN", "t1"), ("ADD", "Porto"), ("DUPLICATE", "Porto"), ("ADD", "Lisbon"), ("INVALIDATE", "Porto")
    ]  # fmt: skip
    closed = whole[4]
    assert closed.before is not None
    assert closed.after is not None
    assert (closed.before["invalid_at"], closed.after["invalid_at"]) == (None, "2023-05-01T00:00:00+00:00")
    assert [entry.kind for entry in whole if entry.hash == hash_of(user, "entity:lisboa")] == ["MERGE", "SPLIT"]
    assert [entry.version for entry in whole] == sorted(entry.version for entry in whole)
    assert everything(memory, user, limit=1) == whole
    end = memory.feed(user=user).cursor
    assert everything(memory, user, after=end) == []
    memory.consolidate(user=user)
    later = everything(memory, user, after=end)
    assert later
    assert all(entry.version > whole[-1].version for entry in later)


def test_nothing_that_was_forgotten_is_in_the_feed(memory: Memory, user: str) -> None:
    homes(memory, user)
    middle = memory.feed(user=user, limit=2).cursor
    memory.forget(user=user, turn_ids=["t1"])
    memory.forget(user=user, source="letter")
    told = everything(memory, user)
    assert [entry.kind for entry in told if entry.hash == hash_of(user, "t1")] == ["FORGOTTEN"]
    assert "t1" not in {entry.id for entry in told}
    assert all(entry.before is entry.after is None for entry in told)
    assert "DELETE" in {entry.kind for entry in everything(memory, user, after=middle)}
    rows = memory.cypher("MATCH (e:Event {user_id: $user}) RETURN properties(e) AS p", user=user)
    assert not [row for row in rows if "t1" in str(row["p"]) or "Porto" in str(row) or "2023-0" in str(row)]


def test_a_cursor_is_of_one_user_and_as_old_as_the_feed(memory: Memory, user: str) -> None:
    homes(memory, user)
    cursor = memory.feed(user=user, limit=1).cursor
    run(memory, store_of(memory).write(lambda tx: tx.run("prune_events", user=user, before=3), user=user))
    with pytest.raises(InvalidInput, match="the feed begins after version 3"):
        memory.feed(user=user, after=cursor)
    assert [entry.kind for entry in everything(memory, user)] == ["ADD", "INVALIDATE"]
    for wrong in ("", "x", "4", "99999-abcdefgh", "\u0664-1"):
        with pytest.raises(InvalidInput, match="no cursor"):
            memory.feed(user=user, after=wrong)
    memory.forget(user=user, everything=True)
    memory.add("Hello.", user=user)
    with pytest.raises(InvalidInput, match="no cursor"):
        memory.feed(user=user, after=cursor)
