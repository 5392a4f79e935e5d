"""Structures that grow: the same whatever order turns came in, and nothing left of what was forgotten."""

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.inside import bring, embedder_of, worker_of

from chronomem import Memory
from chronomem.engine.consolidation.registry import STRUCTURES
from chronomem.engine.consolidation.scheduler import Slept
from chronomem.engine.consolidation.structures.recmem import structure as recurrences
from chronomem.engine.consolidation.structures.segtree import structure as segment_tree
from chronomem.engine.consolidation.work import Desk, Structure

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
    *(
        text.format(day)
        for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday", "Easter")
        for text in ("My friend {0} took Rex to the park and threw the red ball.", "Rex loves the red ball, dear {0}!")
    ),
    *(
        text.format(day)
        for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
        for text in ("Aunt Maud baked another lemon cake for the fair, {0}.", "Her lemon cake won at the fair, {0}!")
    ),
)
"""Three topics, and then two that recur."""

NAMES = ("segtree", "recmem")


class Killed(Exception):
    """The worker's end in the middle of its work."""


class Stopped:
    """A structure that is killed after some units."""

    def __init__(self, name: str, units: int) -> None:
        self.name = name
        self.units = units

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        done = 0
        async for made in STRUCTURES[self.name].work(desk):
            yield made
            done += 1
            if done == self.units:
                raise Killed


def sleep(memory: Memory, user: str, structure: Structure) -> Slept:
    return bring(memory, worker_of(memory, structure, clock=lambda: LATER), user, LATER)


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


def memories(memory: Memory, user: str, system: str) -> list[dict[str, Any]]:
    """Return everything that a system made, in order."""
    rows = memory.cypher(
        "MATCH (m:Memory {user_id: $user, system: $system})"
        " RETURN properties(m) AS own, [(m)-[:SUMMARISES]->(n) | n.id] AS parts, [(m)-[:WITHIN]->(p) | p.id] AS within,"
        " [(m)-[r:RESEMBLES]->(n) | {id: n.id, likeness: r.likeness}] AS like",
        user=user,
        system=system,
    )
    found = [
        {**row["own"], "parts": sorted(row["parts"]), "within": row["within"], "like": row["like"]} for row in rows
    ]
    for row in found:
        del row["user_id"], row["version"]
    return sorted(found, key=lambda row: str(row["id"]))


@pytest.fixture(params=NAMES)
def structure(request: pytest.FixtureRequest) -> Structure:
    return STRUCTURES[request.param]


@pytest.fixture(scope="session")
def in_order(memory: Memory) -> dict[str, list[dict[str, Any]]]:
    """What is made of all turns where they are there before anything is made, by structure."""
    user = f"user-{uuid4().hex}"
    say(memory, user, *range(len(SAID)))
    for name in NAMES:
        sleep(memory, user, STRUCTURES[name])
    return {name: memories(memory, user, name) for name in NAMES}


@pytest.fixture
def small_units(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (segment_tree, recurrences):
        monkeypatch.setattr(module, "_AT_ONCE", 1)


def test_segments_are_what_was_said_on_one_topic(memory: Memory, user: str) -> None:
    say(memory, user, *range(12))
    sleep(memory, user, STRUCTURES["segtree"])
    made = memories(memory, user, "segtree")
    lowest = sorted((row for row in made if row["level"] == 1), key=lambda row: int(row["ordinal"]))
    assert [row["parts"] for row in lowest] == [
        sorted(f"t{n}" for n in numbers) for numbers in (range(4), range(4, 8), range(8, 12))
    ]
    assert "Lisbon" in lowest[1]["text"]
    assert [row["leaves"] for row in made if row["level"] == max(r["level"] for r in made)] == [12]


@pytest.mark.dialect
def test_a_segment_is_linked_to_an_earlier_one_on_its_topic_which_is_far_from_it(memory: Memory, user: str) -> None:
    turns = [
        {"id": f"t{n}", "text": SAID[n % 12], "speaker": "AB"[n % 2], "said_at": NOON + timedelta(hours=n)}
        for n in range(24)
    ]
    memory.add_turns([turn | {"session": "s"} for turn in turns], user=user)
    sleep(memory, user, STRUCTURES["segtree"])
    like = {row["begins"]: row["like"] for row in memories(memory, user, "segtree") if row["level"] == 1}
    assert like["t0"] == like["t4"] == like["t8"] == []
    assert [(link["id"], link["likeness"]) for link in like["t12"]] == [("segtree:1:t0", 1.0)]
    assert [(link["id"], link["likeness"]) for link in like["t16"]] == [("segtree:1:t4", 1.0)]


def test_every_path_to_a_turn_has_the_same_length(memory: Memory, user: str) -> None:
    say(memory, user, *range(len(SAID)))
    sleep(memory, user, STRUCTURES["segtree"])
    rows = memory.cypher(
        "MATCH path = (m:Memory {user_id: $user})-[:SUMMARISES*]->(t:Turn) WHERE NOT (:Memory)-[:SUMMARISES]->(m)"
        " RETURN t.id AS turn, length(path) AS length",
        user=user,
    )
    assert sorted(row["turn"] for row in rows) == sorted(f"t{n}" for n in range(len(SAID)))
    assert len({row["length"] for row in rows}) == 1


def test_what_recurs_is_an_episode_and_what_does_not_is_in_none(in_order: dict[str, list[dict[str, Any]]]) -> None:
    episodes = [row for row in in_order["recmem"] if row["kind"] == "episode"]
    rex, cakes = sorted(episodes, key=lambda row: int(row["ordinal"]))
    assert rex["parts"] == sorted(f"t{n}" for n in range(12, 28))
    assert cakes["parts"] == sorted(f"t{n}" for n in range(28, len(SAID)))
    assert "red ball" in rex["text"]
    assert [rex["reinforcements"], cakes["reinforcements"]] == [7, 6]


def test_memories_have_words_vectors_and_a_period(
    in_order: dict[str, list[dict[str, Any]]], structure: Structure
) -> None:
    for row in in_order[structure.name]:
        assert row["text"]
        assert row["embedding"]
        assert row["extractive"]
        assert not row["dirty"]
        assert len(row["within"]) == 1


def test_twice_is_once(
    memory: Memory, user: str, in_order: dict[str, list[dict[str, Any]]], structure: Structure
) -> None:
    say(memory, user, *range(len(SAID)))
    assert sleep(memory, user, structure).memories == {structure.name: len(in_order[structure.name])}
    assert sleep(memory, user, structure).memories == {}
    assert memories(memory, user, structure.name) == in_order[structure.name]


@settings(max_examples=examples(5), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(range(len(SAID))), cuts=st.sets(st.integers(1, len(SAID) - 1), max_size=3))
def test_any_order_of_arrival_and_any_batching_give_the_same(
    memory: Memory,
    in_order: dict[str, list[dict[str, Any]]],
    structure: Structure,
    order: Sequence[int],
    cuts: set[int],
) -> None:
    user = f"user-{uuid4().hex}"
    for begin, end in pairwise([0, *sorted(cuts), len(order)]):
        say(memory, user, *order[begin:end])
        sleep(memory, user, structure)
    assert memories(memory, user, structure.name) == in_order[structure.name]


def test_one_exchange_at_a_time_gives_the_same(
    memory: Memory, user: str, in_order: dict[str, list[dict[str, Any]]], structure: Structure
) -> None:
    for first in range(0, len(SAID), 2):
        say(memory, user, first, first + 1)
        sleep(memory, user, structure)
    assert memories(memory, user, structure.name) == in_order[structure.name]


@pytest.mark.usefixtures("small_units")
@pytest.mark.parametrize("units", [1, pytest.param(3, marks=pytest.mark.thorough)])
def test_killed_at_any_point_is_never_killed(
    memory: Memory, user: str, in_order: dict[str, list[dict[str, Any]]], structure: Structure, units: int
) -> None:
    late = {4, 5, 10, 11, 18, 19}
    say(memory, user, *(n for n in range(len(SAID)) if n not in late))
    for _ in range(2):
        with pytest.raises(Killed):
            sleep(memory, user, Stopped(structure.name, units))
    sleep(memory, user, structure)
    say(memory, user, *late)
    with pytest.raises(Killed):
        sleep(memory, user, Stopped(structure.name, units))
    sleep(memory, user, structure)
    assert memories(memory, user, structure.name) == in_order[structure.name]


@pytest.mark.dialect
@pytest.mark.parametrize("forgotten", [6, 20])
def test_a_forgotten_turn_leaves_what_the_others_give(
    memory: Memory, user: str, structure: Structure, forgotten: int
) -> None:
    say(memory, user, *range(len(SAID)))
    sleep(memory, user, structure)
    memory.forget(user=user, turn_ids=[f"t{forgotten}"])
    held = str(memories(memory, user, structure.name))
    assert SAID[forgotten] not in held
    sleep(memory, user, structure)
    other = f"user-{uuid4().hex}"
    say(memory, other, *(n for n in range(len(SAID)) if n != forgotten))
    sleep(memory, other, structure)
    assert memories(memory, user, structure.name) == memories(memory, other, structure.name)


def test_vectors_of_another_embedder_begin_anew(
    memory: Memory,
    user: str,
    in_order: dict[str, list[dict[str, Any]]],
    structure: Structure,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    say(memory, user, *range(len(SAID) - 2))
    monkeypatch.setattr(type(embedder_of(memory)), "name", "another")
    sleep(memory, user, structure)
    monkeypatch.undo()
    say(memory, user, len(SAID) - 2, len(SAID) - 1)
    assert sleep(memory, user, structure).memories[structure.name] >= len(in_order[structure.name])
    assert memories(memory, user, structure.name) == in_order[structure.name]
