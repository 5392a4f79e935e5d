"""The tree of time and meaning in the graph: what is alike together, the same whatever way its turns came."""

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.examples import examples
from tests.integration.structures import Echo, Killed, Mortal, made, sleep

from chronomem import Memory
from chronomem.engine.consolidation.structures.hmem.structure import TreeOfMeaning
from chronomem.extractors.summaries.summariser import Summary, SummaryRequest

NOON = datetime(2024, 5, 1, 12, tzinfo=UTC)

BUSY = settings(
    max_examples=examples(12), suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)

THINGS = (
    "I bought a red bicycle for the summer.",
    "I bought a red bicycle for the winter. My sister bakes rye bread on Sundays.",
    "My sister bakes rye bread on Mondays.",
    "The orchestra rehearses Mahler in the cathedral.",
    "Hey! How are you?",
)
MINUTES = st.one_of(st.integers(0, 200), st.integers(0, 60 * 24 * 50))
TURNS = st.lists(
    st.tuples(MINUTES, st.sampled_from("rs"), st.sampled_from(["Ann", "Bob"]), st.sampled_from(THINGS)),
    min_size=2,
    max_size=14,
    unique_by=lambda turn: turn[:2],
)


def turn(minute: int, session: str, speaker: str, text: str) -> dict[str, Any]:
    said_at = NOON + timedelta(minutes=minute)
    return {"id": f"{session}{minute}", "text": text, "speaker": speaker, "said_at": said_at, "session": session}


def say(memory: Memory, user: str, *said: tuple[int, str]) -> None:
    memory.add_turns([turn(day * 24 * 60, f"s{day}-", "Ann", text) for day, text in said], user=user)


def in_order(memory: Memory, turns: Sequence[tuple[int, str, str, str]]) -> list[dict[str, Any]]:
    user = f"user-{uuid4().hex}"
    memory.add_turns([turn(*one) for one in sorted(turns)], user=user)
    sleep(memory, TreeOfMeaning(), user)
    return made(memory, user)


def levels(memory: Memory, user: str) -> dict[str, int]:
    return dict(Counter(node["kind"] for node in made(memory, user)))


def test_what_is_alike_is_under_one_memory(memory: Memory, user: str) -> None:
    say(memory, user, (0, THINGS[0]), (1, THINGS[1]), (9, THINGS[2]), (10, THINGS[4]))
    sleep(memory, TreeOfMeaning(), user)
    nodes = {node["id"]: node for node in made(memory, user)}
    week = nodes["hmem:week:s0-0:0"]
    assert week["below"] == ["hmem:event:s0-0:0", "hmem:event:s1-1440:0"]
    assert (week["reinforcements"], week["within"]) == ("1", ["week:2024-05-01"])
    assert week["reinforced_at"] == week["end"] == str(NOON + timedelta(days=1))
    assert nodes["hmem:month:s1-1440:1"]["below"] == ["hmem:week:s1-1440:1", "hmem:week:s9-12960:0"]
    assert nodes["hmem:event:s1-1440:1"]["below"] == ["s1-1440"]
    assert nodes["hmem:event:s1-1440:1"]["text"] == "Ann: My sister bakes rye bread on Sundays."
    assert levels(memory, user) == {"event": 4, "week": 3, "month": 2, "year": 2}
    assert sleep(memory, TreeOfMeaning(), user).memories == {}


def test_a_memory_of_one_thing_says_what_that_says(memory: Memory, user: str) -> None:
    say(memory, user, (0, THINGS[3]))
    sleep(memory, TreeOfMeaning(), user)
    assert {node["text"] for node in made(memory, user)} == {f"Ann: {THINGS[3]}"}


@pytest.mark.dialect
def test_levels_are_made_as_the_history_gets_older(memory: Memory, user: str) -> None:
    say(memory, user, (0, THINGS[0]), (1, THINGS[3]))
    sleep(memory, TreeOfMeaning(), user, now=NOON + timedelta(days=2))
    assert levels(memory, user) == {"event": 2, "week": 2}
    sleep(memory, TreeOfMeaning(), user, now=NOON + timedelta(days=7))
    assert levels(memory, user) == {"event": 2, "week": 2, "month": 2}
    say(memory, user, (8, THINGS[1]))
    sleep(memory, TreeOfMeaning(), user, now=NOON + timedelta(days=30))
    assert levels(memory, user) == {"event": 4, "week": 4, "month": 3, "year": 3}


def test_a_language_model_says_what_the_events_of_a_turn_are(memory: Memory, user: str) -> None:
    say(memory, user, (0, THINGS[0]), (1, THINGS[4]))

    class Model(Echo):
        def _summary(self, request: SummaryRequest) -> Summary:
            if request.purpose != "hmem.event":
                return super()._summary(request)
            text = "Ann bought a bicycle.\nThe bicycle is red.\n" if "bicycle" in request.sources[0].text else ""
            return Summary(text, False, ())

    sleep(memory, TreeOfMeaning(), user, summariser=Model())
    events = [node for node in made(memory, user) if node["kind"] == "event"]
    assert [(node["text"], node["extractive"], node["below"]) for node in events] == [
        ("Ann bought a bicycle.", "False", ["s0-0"]),
        ("The bicycle is red.", "False", ["s0-0"]),
    ]


@BUSY
@given(turns=TURNS, data=st.data())
def test_any_order_and_any_pieces_give_the_same_tree(
    memory: Memory, turns: list[tuple[int, str, str, str]], data: st.DataObject
) -> None:
    user = f"user-{uuid4().hex}"
    left = list(data.draw(st.permutations(turns)))
    while left:
        size = data.draw(st.integers(1, len(left)))
        memory.add_turns([turn(*one) for one in left[:size]], user=user)
        left = left[size:]
        now = NOON + timedelta(minutes=data.draw(MINUTES))
        sleep(memory, TreeOfMeaning(), user, now=now)
    sleep(memory, TreeOfMeaning(), user)
    assert sleep(memory, TreeOfMeaning(), user).memories == {}
    assert made(memory, user) == in_order(memory, turns)


@pytest.mark.slow
@pytest.mark.parametrize("units", [1, pytest.param(2, marks=pytest.mark.thorough)])
def test_after_a_kill_the_next_worker_goes_on(memory: Memory, user: str, units: int) -> None:
    turns = [(n * 9, "s", "Ann" if n % 2 == 0 else "Bob", THINGS[n % 3]) for n in range(500)]
    memory.add_turns([turn(*one) for one in turns if one[0] % 7 != 0], user=user)
    sleep(memory, TreeOfMeaning(), user, now=NOON + timedelta(days=5))
    memory.add_turns([turn(*one) for one in turns if one[0] % 7 == 0], user=user)
    with pytest.raises(Killed):
        sleep(memory, Mortal(TreeOfMeaning(), units), user)
    sleep(memory, TreeOfMeaning(), user)
    assert made(memory, user) == in_order(memory, turns)


def test_a_forgotten_turn_is_as_if_it_had_never_been_said(memory: Memory, user: str) -> None:
    turns = [(n * 700, "rs"[n % 2], "Ann" if n % 4 < 2 else "Bob", f"{THINGS[n % 4]} Item{n}.") for n in range(12)]
    memory.add_turns([turn(*one) for one in turns], user=user)
    sleep(memory, TreeOfMeaning(), user)
    gone = turns.pop(5)
    memory.forget(user=user, turn_ids=[turn(*gone)["id"]])
    assert not any("Item5" in node.get("text", "") for node in made(memory, user))
    sleep(memory, TreeOfMeaning(), user)
    assert not any("Item5" in node["text"] for node in made(memory, user))
    assert made(memory, user) == in_order(memory, turns)


def test_when_all_is_forgotten_nothing_is_left(memory: Memory, user: str) -> None:
    say(memory, user, (0, THINGS[0]), (1, THINGS[1]))
    sleep(memory, TreeOfMeaning(), user)
    memory.forget(user=user, turn_ids=["s0-0", "s1-1440"])
    sleep(memory, TreeOfMeaning(), user)
    assert made(memory, user) == []
    say(memory, user, (2, THINGS[3]))
    sleep(memory, TreeOfMeaning(), user, now=NOON + timedelta(days=4))
    assert levels(memory, user) == {"event": 1, "week": 1}
