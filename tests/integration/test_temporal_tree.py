"""The temporal memory tree in the graph: the same whatever way its turns came, and whoever was killed on the way."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.inside import async_memory
from tests.integration.structures import Echo, Killed, Mortal, made, sleep

from chronomem import Memory
from chronomem.engine.consolidation.structures.timem.structure import TemporalTree

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)

BUSY = settings(
    max_examples=examples(12), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)

MINUTES = st.one_of(st.integers(0, 200), st.integers(0, 60 * 24 * 50))
TURNS = st.lists(
    st.tuples(MINUTES, st.sampled_from("rs"), st.sampled_from(["Ann", "Bob"])),
    min_size=2,
    max_size=14,
    unique_by=lambda turn: turn[:2],
)


def turn(minute: int, session: str, speaker: str) -> dict[str, Any]:
    said_at = NOON + timedelta(minutes=minute)
    name = f"{session}{minute}"
    return {"id": name, "text": f"{speaker} said {name}.", "speaker": speaker, "said_at": said_at, "session": session}


def say(memory: Memory, user: str, *minutes: int, session: str = "s") -> None:
    turns = [turn(minute, session, "Ann" if n % 2 == 0 else "Bob") for n, minute in enumerate(minutes)]
    memory.add_turns(turns, user=user)


def levels(memory: Memory, user: str) -> dict[str, int]:
    return dict(Counter(node["kind"] for node in made(memory, user)))


def in_order(memory: Memory, turns: Sequence[tuple[int, str, str]]) -> list[dict[str, Any]]:
    user = f"user-{uuid4().hex}"
    memory.add_turns([turn(*one) for one in sorted(turns)], user=user)
    sleep(memory, TemporalTree(), user, summariser=Echo())
    return made(memory, user)


def test_each_level_is_made_when_its_time_is_over(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1, 2, 3)
    sleep(memory, TemporalTree(), user, now=NOON + timedelta(minutes=4))
    assert levels(memory, user) == {"segment": 1}
    sleep(memory, TemporalTree(), user, now=NOON + timedelta(hours=1))
    assert levels(memory, user) == {"segment": 2, "session": 1}
    sleep(memory, TemporalTree(), user, now=NOON + timedelta(days=1))
    assert levels(memory, user) == {"segment": 2, "session": 1, "day": 1}
    sleep(memory, TemporalTree(), user, now=NOON + timedelta(days=6))
    assert levels(memory, user) == {"segment": 2, "session": 1, "day": 1, "week": 1}
    sleep(memory, TemporalTree(), user, now=NOON + timedelta(days=31))
    assert levels(memory, user) == {"segment": 2, "session": 1, "day": 1, "week": 1, "profile": 1}
    assert sleep(memory, TemporalTree(), user, now=NOON + timedelta(days=31)).memories == {}


def test_memories_rest_on_the_level_below_and_lie_within_their_period(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1)
    sleep(memory, TemporalTree(), user)
    assert {node["id"]: (node["below"], node["within"]) for node in made(memory, user)} == {
        "timem:segment:s0": (["s0", "s1"], ["day:2024-05-01"]),
        "timem:session:s0": (["timem:segment:s0"], ["day:2024-05-01"]),
        "timem:day:2024-05-01": (["timem:session:s0"], ["day:2024-05-01"]),
        "timem:week:2024-05-01": (["timem:day:2024-05-01"], ["day:2024-05-01"]),
        "timem:month:2024-05": (["timem:week:2024-05-01"], ["day:2024-05-01"]),
    }
    assert all(node["extractive"] == "True" and node["system"] == "timem" for node in made(memory, user))


def test_each_is_asked_for_with_the_three_before_it_and_a_profile_goes_on_from_the_last(
    memory: Memory, user: str
) -> None:
    month = 31 * 24 * 60
    say(memory, user, *(n * month for n in range(5)))
    echo = Echo()
    sleep(memory, TemporalTree(), user, summariser=echo)
    texts = [node["text"] for node in sorted(made(memory, user), key=lambda n: n["id"]) if node["kind"] == "profile"]
    profiles = [request for request in echo.asked if request.purpose == "timem.profile"]
    assert [list(request.history) for request in profiles] == [[], texts[:1], texts[:2], texts[:3], texts[1:4]]
    assert [request.sources[0].text for request in profiles[1:]] == texts[:4]
    assert {request.purpose for request in echo.asked} == {
        "timem.segment", "timem.session", "timem.day", "timem.week", "timem.profile"
    }  # fmt: skip


@BUSY
@given(turns=TURNS, data=st.data())
def test_any_order_and_any_pieces_give_the_same_tree(
    memory: Memory, turns: list[tuple[int, str, str]], data: st.DataObject
) -> None:
    user = f"user-{uuid4().hex}"
    left = list(data.draw(st.permutations(turns)))
    while left:
        size = data.draw(st.integers(1, len(left)))
        memory.add_turns([turn(*one) for one in left[:size]], user=user)
        left = left[size:]
        now = NOON + timedelta(minutes=data.draw(MINUTES))
        sleep(memory, TemporalTree(), user, now=now, summariser=Echo())
    sleep(memory, TemporalTree(), user, summariser=Echo())
    assert sleep(memory, TemporalTree(), user, summariser=Echo()).memories == {}
    assert made(memory, user) == in_order(memory, turns)


@pytest.mark.parametrize("units", [2, *(pytest.param(n, marks=pytest.mark.thorough) for n in (1, 3))])
def test_after_a_kill_the_next_worker_goes_on(memory: Memory, user: str, units: int) -> None:
    turns = [(minute, "s", "Ann" if minute % 2 == 0 else "Bob") for minute in range(300)]
    memory.add_turns([turn(*one) for one in turns if one[0] % 7], user=user)
    sleep(memory, TemporalTree(), user, summariser=Echo())
    memory.add_turns([turn(*one) for one in turns if not one[0] % 7], user=user)
    with pytest.raises(Killed):
        sleep(memory, Mortal(TemporalTree(), units), user, summariser=Echo())
    sleep(memory, TemporalTree(), user, summariser=Echo())
    assert made(memory, user) == in_order(memory, turns)


def test_a_forgotten_turn_is_as_if_it_had_never_been_said(memory: Memory, user: str) -> None:
    turns = [(minute * 400, "rs"[minute % 2], "Ann" if minute % 4 < 2 else "Bob") for minute in range(12)]
    memory.add_turns([turn(*one) for one in turns], user=user)
    sleep(memory, TemporalTree(), user, summariser=Echo())
    gone = turns.pop(5)
    memory.forget(user=user, turn_ids=[turn(*gone)["id"]])
    sleep(memory, TemporalTree(), user, summariser=Echo())
    assert made(memory, user) == in_order(memory, turns)


def test_the_words_of_a_forgotten_turn_are_gone_at_once_and_stay_away(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1, 2, 60 * 24 * 8, 60 * 24 * 40)
    sleep(memory, TemporalTree(), user)
    assert any("s1." in node["text"] for node in made(memory, user))
    memory.forget(user=user, turn_ids=["s1"])
    assert not any("s1." in node.get("text", "") for node in made(memory, user))
    sleep(memory, TemporalTree(), user)
    texts = [node["text"] for node in made(memory, user)]
    assert not any("s1." in text for text in texts)
    assert any("s2." in text for text in texts)


def test_a_turn_forgotten_while_it_is_worked_in_is_not_written(memory: Memory, user: str) -> None:
    say(memory, user, 0, 1, 60 * 24, 60 * 24 + 1)

    class Slow(Echo):
        async def summarise(self, requests: Any, *, user: str) -> Any:
            if not self.asked:
                await async_memory(memory).forget(user=user, turn_ids=["s1"])
            return await super().summarise(requests, user=user)

    assert sleep(memory, TemporalTree(), user, summariser=Slow()).left == ("timem",)
    assert made(memory, user) == []
    sleep(memory, TemporalTree(), user)
    assert not any("s1." in node["text"] for node in made(memory, user))
    assert levels(memory, user)["segment"] == 2
