"""The segment tree in the graph: the same whatever order the turns came in, and nothing left of what was forgotten."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chronomem import Memory
from chronomem.engine.consolidation.segtree import segment_tree
from chronomem.engine.consolidation.segtree.segment_tree import SegmentTree
from chronomem.engine.consolidation.sleep import Sleep, Slept
from chronomem.engine.consolidation.structure import Desk
from chronomem.extractors.extractive import ExtractiveSummariser

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)
LATER = datetime(2024, 8, 1, tzinfo=UTC)

SAID = (
    "My dog Rex ate my shoes this morning.",
    "Oh no, the dog ate your shoes again!",
    "Rex is a good dog, he just loves shoes.",
    "Dogs and shoes don't go together.",
    "I booked a flight to Lisbon for June.",
    "A flight to Lisbon, how lovely. Which hotel?",
    "The hotel in Lisbon is near the castle.",
    "Lisbon hotels near the castle are quiet.",
    "My violin teacher wants me to play Bach.",
    "Bach on the violin is hard, isn't it?",
    "The violin part is hard, but Bach is worth it.",
    "Play Bach slowly, your violin teacher would say.",
)


class Killed(Exception):
    """The worker's end in the middle of its work."""


class Stopped(SegmentTree):
    """Is killed after some units."""

    def __init__(self, units: int) -> None:
        self.units = units

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        done = 0
        async for made in super().work(desk):
            yield made
            done += 1
            if done == self.units:
                raise Killed


def sleep(memory: Memory, user: str, structure: SegmentTree | None = None) -> Slept:
    inner = memory._memory
    worker = Sleep(
        inner._store,
        [structure or SegmentTree()],
        inner._embedder,
        ExtractiveSummariser(inner._embedder),
        session_gap=timedelta(minutes=30),
        clock=lambda: LATER,
    )

    async def run() -> Slept:
        return await worker.run(await inner._indexes.user(user), LATER)

    return memory._loop.run(run())


def say(memory: Memory, user: str, *numbers: int) -> None:
    turns = [
        {
            "id": f"t{n}",
            "text": SAID[n],
            "speaker": "Ann" if n % 2 == 0 else "Bob",
            "said_at": NOON + timedelta(hours=5 * (n // 4), minutes=n),
            "session": f"s{n // 4}",
        }
        for n in numbers
    ]
    memory.add_turns(turns, user=user)


def tree(memory: Memory, user: str) -> list[dict[str, Any]]:
    rows = memory.cypher(
        "MATCH (m:Memory {user_id: $user, system: 'segtree'})"
        " RETURN m.id AS id, m.level AS level, m.ordinal AS ordinal, m.first AS first, m.leaves AS leaves,"
        " m.text AS text, m.settled AS settled, m.size AS size, m.embedding AS embedding, m.total AS total,"
        " m.start AS start, m.end AS end, m.dirty AS dirty,"
        " [(m)-[:SUMMARISES]->(n) | n.id] AS parts, [(m)-[:WITHIN]->(p) | p.id] AS within"
        " ORDER BY level, ordinal",
        user=user,
    )
    return [{**row, "parts": sorted(row["parts"])} for row in rows]


@pytest.fixture(scope="session")
def in_order(memory: Memory) -> list[dict[str, Any]]:
    """The tree of all turns that were there before anything was made of them."""
    user = f"user-{uuid4().hex}"
    say(memory, user, *range(len(SAID)))
    sleep(memory, user)
    return tree(memory, user)


@pytest.fixture
def small_units(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segment_tree, "_AT_ONCE", 1)


def test_segments_are_what_was_said_on_one_topic(in_order: list[dict[str, Any]]) -> None:
    lowest = [row for row in in_order if row["level"] == 1]
    assert [row["parts"] for row in lowest] == [
        sorted(f"t{n}" for n in numbers) for numbers in (range(4), range(4, 8), range(8, 12))
    ]
    assert all(row["text"] and row["embedding"] and not row["dirty"] for row in in_order)
    assert "Lisbon" in lowest[1]["text"]
    assert [row["leaves"] for row in in_order if row["level"] == max(r["level"] for r in in_order)] == [len(SAID)]


def test_every_memory_lies_within_its_period(in_order: list[dict[str, Any]]) -> None:
    assert all(len(row["within"]) == 1 for row in in_order)


def test_every_path_to_a_turn_has_the_same_length(memory: Memory, user: str) -> None:
    say(memory, user, *range(len(SAID)))
    sleep(memory, user)
    rows = memory.cypher(
        "MATCH path = (m:Memory {user_id: $user})-[:SUMMARISES*]->(t:Turn) WHERE NOT (:Memory)-[:SUMMARISES]->(m)"
        " RETURN t.id AS turn, length(path) AS length",
        user=user,
    )
    assert sorted(row["turn"] for row in rows) == sorted(f"t{n}" for n in range(len(SAID)))
    assert len({row["length"] for row in rows}) == 1


def test_twice_is_once(memory: Memory, user: str, in_order: list[dict[str, Any]]) -> None:
    say(memory, user, *range(len(SAID)))
    assert sleep(memory, user).memories["segtree"] == len(in_order)
    assert sleep(memory, user).memories == {}
    assert tree(memory, user) == in_order


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(len(SAID))), cuts=st.sets(st.integers(1, len(SAID) - 1), max_size=3))
def test_any_order_of_arrival_and_any_batching_give_the_same_tree(
    memory: Memory, in_order: list[dict[str, Any]], order: Sequence[int], cuts: set[int]
) -> None:
    user = f"user-{uuid4().hex}"
    for begin, end in zip([0, *sorted(cuts)], [*sorted(cuts), len(order)], strict=True):
        say(memory, user, *order[begin:end])
        sleep(memory, user)
    assert tree(memory, user) == in_order


@pytest.mark.usefixtures("small_units")
@pytest.mark.parametrize("units", [1, 2, 4])
def test_killed_at_any_point_is_never_killed(
    memory: Memory, user: str, in_order: list[dict[str, Any]], units: int
) -> None:
    say(memory, user, 0, 1, 2, 3, 6, 7, 8, 9)
    with pytest.raises(Killed):
        sleep(memory, user, Stopped(units))
    say(memory, user, 4, 5, 10, 11)
    with pytest.raises(Killed):
        sleep(memory, user, Stopped(units))
    sleep(memory, user)
    assert tree(memory, user) == in_order


def test_a_forgotten_turn_leaves_the_tree_of_the_others(memory: Memory, user: str) -> None:
    say(memory, user, *range(len(SAID)))
    sleep(memory, user)
    memory.forget(user=user, turn_ids=["t6"])
    assert not any("castle" in (row["text"] or "") and row["total"] for row in tree(memory, user))
    sleep(memory, user)
    other = f"user-{uuid4().hex}"
    say(memory, other, *(n for n in range(len(SAID)) if n != 6))
    sleep(memory, other)
    assert tree(memory, user) == tree(memory, other)
    assert not any("near the castle." in row["text"] and "The hotel" in row["text"] for row in tree(memory, user))


def test_vectors_of_another_embedder_begin_the_tree_anew(
    memory: Memory, user: str, in_order: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    say(memory, user, *range(len(SAID)))
    monkeypatch.setattr(type(memory._memory._embedder), "name", "another")
    sleep(memory, user)
    monkeypatch.undo()
    assert sleep(memory, user).memories["segtree"] >= len(in_order)
    assert tree(memory, user) == in_order
