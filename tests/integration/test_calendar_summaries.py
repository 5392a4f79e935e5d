"""The calendar's summaries are a function of the turns and the time, and hold nothing that was forgotten."""

import random
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.inside import bring, worker_of
from tests.integration.conftest import Write

from chronomem import Memory
from chronomem.engine.consolidation.structures.calendar.structure import Calendar
from chronomem.engine.consolidation.work import Desk
from chronomem.engine.settings import SUMMARISE_AFTER

LATER = datetime(2026, 1, 1, tzinfo=UTC)
FIRST = datetime(2024, 5, 30, 9, tzinfo=UTC)  # the last days of a month, in the middle of a week
WORDS = ("greyhound", "bakery", "violin", "marathon", "lasagna", "telescope", "canoe", "orchid", "sculpture", "visa")


class Node(NamedTuple):
    summary: str
    digest: str
    turns: int
    rests_on: tuple[str, ...]


def turn(number: int, said_at: datetime) -> dict[str, Any]:
    what = WORDS[number % len(WORDS)]
    text = f"I bought a {what} number {number} in town yesterday."
    who = ("Ann", "Bob")[number % 2]
    return {"id": f"t{number}", "text": text, "speaker": who, "said_at": said_at, "session": f"{said_at:%Y-%m-%d}"}


def history(days: Sequence[int], per_day: int = 3) -> list[dict[str, Any]]:
    moments = [FIRST + timedelta(days=day, minutes=minute) for day in days for minute in range(per_day)]
    return [turn(number, moment) for number, moment in enumerate(moments)]


def tree(memory: Memory, user: str) -> dict[str, Node]:
    rows = memory.cypher(
        "MATCH (p:Period {user_id: $user}) WHERE p.summary IS NOT NULL "
        "OPTIONAL MATCH (p)-[:SUMMARISES]->(n) "
        "RETURN p.id AS id, p.summary AS summary, p.digest AS digest, p.turns AS turns, collect(n.id) AS rests_on",
        user=user,
    )
    return {r["id"]: Node(r["summary"], r["digest"], r["turns"], tuple(sorted(r["rests_on"]))) for r in rows}


def dirty(memory: Memory, user: str) -> set[str]:
    rows = memory.cypher("MATCH (p:Period {user_id: $user}) WHERE p.dirty RETURN p.id AS id", user=user)
    return {row["id"] for row in rows}


def made(memory: Memory, user: str, now: datetime | None = None) -> int:
    return memory.consolidate(user=user, now=now or LATER).slept.memories.get("calendar", 0)


def version(memory: Memory, user: str) -> int:
    return int(memory.cypher("MATCH (u:User {id: $user}) RETURN u.version AS v", user=user)[0]["v"])


def told(days: Sequence[int], memory: Memory) -> dict[str, Node]:
    """The tree of a history that came in order and at once."""
    user = f"user-{uuid4().hex}"
    memory.add_turns(history(days), user=user)
    made(memory, user)
    return tree(memory, user)


def test_every_period_over_is_summarised_from_the_days_up(memory: Memory, user: str) -> None:
    memory.add_turns(history([0, 1, 2, 40]), user=user)
    assert made(memory, user) == 4 + 3 + 3 + 1
    found = tree(memory, user)
    assert found["day:2024-05-30"].rests_on == ("t0", "t1", "t2")
    assert set(found["week:2024-05-27"].rests_on) == {"day:2024-05-30", "day:2024-05-31"}
    assert set(found["week:2024-06-01"].rests_on) == {"day:2024-06-01"}
    assert set(found["month:2024-05"].rests_on) == {"week:2024-05-27"}
    assert found["year:2024"].turns == 12
    assert "Bob bought a bakery number 1 in town on 29 May 2024." in found["year:2024"].summary
    assert dirty(memory, user) == set()
    assert memory.doctor(user=user).findings == ()


def test_the_timeline_tells_the_summaries(memory: Memory, user: str) -> None:
    memory.add_turns(history([0]), user=user)
    assert [period.summary for period in memory.timeline(user=user)] == [None]
    memory.consolidate(user=user, now=LATER)
    [month] = memory.timeline(user=user)
    assert month.summary is not None
    assert "greyhound" in month.summary
    assert month.extractive
    assert month.summarised_at == LATER


def test_consolidating_twice_does_nothing_more_and_writes_nothing(memory: Memory, user: str) -> None:
    memory.add_turns(history([0, 1]), user=user)
    assert made(memory, user) == 5
    before = version(memory, user), tree(memory, user)
    assert made(memory, user) == 0
    assert made(memory, user, LATER + timedelta(days=400)) == 0
    assert (version(memory, user), tree(memory, user)) == before


def test_a_late_turn_has_only_its_path_made_anew(memory: Memory, user: str) -> None:
    memory.add_turns(history([0, 10, 20, 40]), user=user)
    made(memory, user)
    before = tree(memory, user)
    memory.add_turns([turn(99, FIRST + timedelta(days=10, hours=1))], user=user)
    assert 2 <= made(memory, user) <= 4  # what tells nothing new above it is only counted anew
    after = tree(memory, user)
    assert {key for key in after if after[key] != before.get(key)} == {
        "day:2024-06-09",
        "week:2024-06-03",
        "month:2024-06",
        "year:2024",
    }
    assert "t99" in after["day:2024-06-09"].rests_on


def test_a_day_that_goes_on_is_summarised_each_time_that_enough_was_said(memory: Memory, user: str) -> None:
    now = FIRST + timedelta(hours=5)
    turns = history([0], per_day=2 * SUMMARISE_AFTER)
    memory.add_turns(turns[: SUMMARISE_AFTER - 1], user=user)
    assert made(memory, user, now) == 0
    memory.add_turns(turns[SUMMARISE_AFTER - 1 : SUMMARISE_AFTER + 5], user=user)
    assert made(memory, user, now) == 4
    assert tree(memory, user)["day:2024-05-30"].turns == SUMMARISE_AFTER
    memory.add_turns(turns[SUMMARISE_AFTER + 5 : 2 * SUMMARISE_AFTER - 1], user=user)
    assert made(memory, user, now) == 0
    assert made(memory, user, now + timedelta(days=1)) == 4  # it is over
    assert tree(memory, user)["day:2024-05-30"].turns == 2 * SUMMARISE_AFTER - 1


def test_what_ends_is_summarised_without_anything_new(memory: Memory, user: str) -> None:
    memory.add_turns(history([0]), user=user)
    assert made(memory, user, FIRST + timedelta(hours=1)) == 0
    before = version(memory, user)
    assert made(memory, user, FIRST + timedelta(hours=2)) == 0
    assert version(memory, user) == before
    assert made(memory, user, FIRST + timedelta(days=1)) == 1
    assert set(tree(memory, user)) == {"day:2024-05-30"}
    assert made(memory, user, FIRST + timedelta(days=2)) == 2  # the month ends in the middle of the week
    assert made(memory, user, LATER) == 1
    assert dirty(memory, user) == set()


def test_forgotten_words_are_gone_from_the_whole_path_at_once(memory: Memory, user: str) -> None:
    memory.add_turns(history([0, 40]), user=user)
    made(memory, user)
    memory.forget(user=user, turn_ids=["t1"])
    assert not any("bakery" in node.summary for node in tree(memory, user).values())
    assert "day:2024-07-09" in tree(memory, user)
    assert made(memory, user) == 4
    assert not any("bakery number 1 " in node.summary for node in tree(memory, user).values())
    assert tree(memory, user)["day:2024-05-30"].rests_on == ("t0", "t2")
    memory.forget(user=user, turn_ids=["t0", "t2"])
    made(memory, user)
    assert set(tree(memory, user)) == {"day:2024-07-09", "week:2024-07-08", "month:2024-07", "year:2024"}
    assert dirty(memory, user) == set()


@settings(max_examples=examples(12), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    days=st.lists(st.integers(0, 70), min_size=1, max_size=5, unique=True),
    seed=st.integers(0, 2**32),
    parts=st.integers(1, 4),
    nows=st.lists(st.integers(0, 80), min_size=4, max_size=4),
)
def test_any_order_and_any_batching_give_the_same_tree(
    memory: Memory, days: list[int], seed: int, parts: int, nows: list[int]
) -> None:
    turns = history(days)
    random.Random(seed).shuffle(turns)
    user = f"user-{uuid4().hex}"
    size = -(-len(turns) // parts)
    for part, now in zip(range(0, len(turns), size), sorted(nows), strict=False):
        memory.add_turns(turns[part : part + size], user=user)
        made(memory, user, FIRST + timedelta(days=now))
    made(memory, user)
    assert tree(memory, user) == told(days, memory)
    assert dirty(memory, user) == set()
    assert made(memory, user) == 0
    for row in memory.cypher(
        "MATCH (p:Period {user_id: $user})-[:SUMMARISES]->(n) "
        "RETURN p.id AS id, n.id AS of, EXISTS { (n)-[:SAID_ON|PART_OF]->(p) } AS within",
        user=user,
    ):
        assert row["within"], row


class Killed(Exception):
    """The worker's end in the middle of its work."""


class Dying(Calendar):
    """Dies after some units."""

    def __init__(self, units: int) -> None:
        self.units = units

    async def work(self, desk: Desk) -> AsyncIterator[int]:
        units = self.units
        async for count in super().work(desk):
            yield count
            units -= 1
            if units == 0:
                raise Killed


@pytest.mark.parametrize("units", [2, *(pytest.param(n, marks=pytest.mark.thorough) for n in (1, 3))])
def test_after_a_kill_the_next_worker_goes_on(memory: Memory, user: str, units: int) -> None:
    days = [0, 1, 12, 40]
    memory.add_turns(history(days), user=user)
    with pytest.raises(Killed):
        bring(memory, worker_of(memory, Dying(units), clock=lambda: LATER), user, LATER)
    assert 0 < made(memory, user) < len(told(days, memory))
    assert tree(memory, user) == told(days, memory)


def test_doctor_finds_and_mends_summaries_that_rest_on_nothing_of_theirs(
    memory: Memory, user: str, write: Write
) -> None:
    memory.add_turns(history([0, 40]), user=user)
    made(memory, user)
    before = tree(memory, user)
    write(
        "MATCH (d:Period {user_id: $user, id: 'day:2024-05-30'}) MATCH (t:Turn {user_id: $user, id: 't5'}) "
        "CREATE (d)-[:SUMMARISES]->(t)",
        user=user,
    )
    write("MATCH (d:Period {user_id: $user, id: 'month:2024-07'}) SET d.embedding = null", user=user)
    [finding] = memory.doctor(user=user, fix=True).findings
    assert (finding.check, set(finding.examples)) == ("summaries", {"day:2024-05-30", "month:2024-07"})
    assert memory.doctor(user=user).findings == ()
    made(memory, user)
    assert tree(memory, user) == before
