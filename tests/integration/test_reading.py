"""Reading what was stored: the times that turns are about, once each, and recall by them."""

from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from chronomem import Item, Memory, Turn
from chronomem.engine.extraction import queue
from chronomem.graph_schema.database.results import Row
from chronomem.graph_schema.database.store import GraphStore, Transaction

SAID_AT = datetime(2023, 6, 20, 12, tzinfo=UTC)


def times_of(memory: Memory, user: str) -> list[dict[str, Any]]:
    rows = memory.cypher(
        "MATCH (t:Turn {user_id: $user})-[o:OCCURRED_ON]->(p:Period)"
        " RETURN t.id AS turn, o.text AS words, o.start AS start, o.end AS end, p.id AS period ORDER BY turn, start",
        user=user,
    )
    return list(rows)


def day(month: int, number: int, year: int = 2023) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


def test_a_turn_hangs_on_the_period_that_it_speaks_of(memory: Memory, user: str) -> None:
    texts = {
        "a": "I flew home yesterday.",
        "b": "Last month was hard.",
        "c": "I have lived here since 2019.",
        "d": "No time is named here.",
    }
    memory.add_turns([Turn.of(id=i, text=text, said_at=SAID_AT) for i, text in texts.items()], user=user)
    done = memory.consolidate(user=user)
    assert (done.turns, done.times) == (4, 3)
    assert times_of(memory, user) == [
        {"turn": "a", "words": "yesterday", "start": day(6, 19), "end": day(6, 20), "period": "day:2023-06-19"},
        {"turn": "b", "words": "Last month", "start": day(5, 1), "end": day(6, 1), "period": "month:2023-05"},
        {"turn": "c", "words": "since 2019", "start": day(1, 1, 2019), "end": None, "period": "year:2019"},
    ]


def test_a_period_that_is_only_spoken_of_hangs_in_the_tree(memory: Memory, user: str) -> None:
    memory.add("We met in March 1998.", user=user, said_at=SAID_AT)
    memory.consolidate(user=user)
    (row,) = memory.cypher(
        "MATCH (:Turn {user_id: $user})-[:OCCURRED_ON]->(m)-[:PART_OF]->(y) RETURN m.id AS month, y.id AS year",
        user=user,
    )
    assert row == {"month": "month:1998-03", "year": "year:1998"}


def test_a_pasted_log_names_each_time_once_and_some_hundred_at_the_most(memory: Memory, user: str) -> None:
    lines = [f"{SAID_AT + timedelta(hours=7 * number):%Y-%m-%dT%H:%M} the worker started" for number in range(1_000)]
    log, short = "\n".join(lines), "\n".join(lines[:20] * 3)
    memory.add_turns([Turn.of(id=name, text=log, said_at=SAID_AT) for name in "abcd"], user=user)
    memory.add_turns([Turn.of(id="e", text=short, said_at=SAID_AT)], user=user)
    done = memory.consolidate(user=user)
    assert (done.turns, done.failed) == (5, 0)
    assert Counter(row["turn"] for row in times_of(memory, user)) == dict.fromkeys("abcd", 500) | {"e": 20}


def test_nothing_is_read_twice(memory: Memory, user: str) -> None:
    memory.add("I flew home yesterday.", user=user, said_at=SAID_AT)
    assert memory.consolidate(user=user).turns == 1
    before = times_of(memory, user)
    assert memory.consolidate(user=user).turns == 0
    assert times_of(memory, user) == before


def test_the_known_names_are_read_once_for_all_batches_of_a_drain(
    memory: Memory, user: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n, name in enumerate(("Rex", "Bella", "Rex")):
        memory.add_session(
            [{"id": f"t{n}", "text": f"My cat is called {name}.", "speaker": "Ann"}], user=user, session=f"s{n}"
        )
    monkeypatch.setattr(queue, "EXTRACTED_AT_ONCE", 1)
    ran: list[str] = []
    read, execute = GraphStore.read, Transaction.run

    async def noted_read(own: GraphStore, name: str, **parameters: Any) -> list[Row]:
        ran.append(name)
        return await read(own, name, **parameters)

    async def noted_run(own: Transaction, name: str, **parameters: Any) -> list[Row]:
        ran.append(name)
        return await execute(own, name, **parameters)

    with monkeypatch.context() as patch:
        patch.setattr(GraphStore, "read", noted_read)
        patch.setattr(Transaction, "run", noted_run)
        assert memory.consolidate(user=user).turns == 3
    assert (ran.count("finish_unread"), ran.count("list_names")) == (3, 0)
    assert {fact.says for fact in memory.facts(user=user, predicate="has_pet")} == {"Rex", "Bella"}


def test_those_who_read_at_the_same_time_share_the_work(
    memory: Memory, open_memory: Callable[[], Memory], user: str
) -> None:
    for number in range(12):
        memory.add(f"Number {number} came yesterday.", user=user, said_at=SAID_AT)
    with open_memory() as other, ThreadPoolExecutor(4) as pool:
        done = list(pool.map(lambda reader: reader.consolidate(user=user), [memory, other, memory, other]))
    assert sum(one.turns for one in done) == 12
    assert len(times_of(memory, user)) == 12


def test_local_days_are_meant_where_the_user_lives(memory: Memory, user: str) -> None:
    memory.create_user(user, timezone="America/New_York")
    memory.add("It happened today.", user=user, said_at="2023-06-20T01:00:00+00:00")
    memory.consolidate(user=user)
    (row,) = times_of(memory, user)
    assert (row["period"], row["start"]) == ("day:2023-06-19", datetime(2023, 6, 19, 4, tzinfo=UTC))


def test_a_question_about_a_time_finds_what_happened_then(memory: Memory, user: str) -> None:
    memory.add_turns(
        [
            Turn.of(id="june", text="I baked bread with Tom.", said_at="2023-06-03T10:00:00"),
            Turn.of(id="told", text="In March we baked bread at the lake.", said_at="2023-08-05T10:00:00"),
            Turn.of(id="august", text="I baked bread again.", said_at="2023-08-06T10:00:00"),
        ],
        user=user,
    )
    memory.consolidate(user=user)

    def first(question: str) -> str:
        return memory.recall(question, user=user, now="2023-09-01")[0].turn_ids[0]

    assert first("Where did I bake bread in March?") == "told"
    assert first("With whom did I bake bread in June?") == "june"
    assert first("What did I bake in the first week of August?") in {"told", "august"}


def test_recall_sees_times_that_were_read_after_it_loaded(memory: Memory, user: str) -> None:
    memory.add("The picnic was last week.", user=user, said_at=SAID_AT, turn_id="picnic")
    memory.add("The other picnic was fine.", user=user, said_at=SAID_AT, turn_id="other")

    def recalled() -> Sequence[Item]:
        question = "Which picnic was between June 12 and June 18?"
        return memory.recall(question, user=user, now=SAID_AT, explain=True)

    def in_time(items: Sequence[Item]) -> set[str]:
        return {item.turn_ids[0] for item in items if item.scores.get("asked_time")}

    assert in_time(recalled()) == set()
    memory.consolidate(user=user)
    assert in_time(recalled()) == {"picnic"}
    assert recalled()[0].turn_ids == ("picnic",)


def test_recall_knows_what_was_read_after_it_loaded(memory: Memory, user: str) -> None:
    memory.add("We met the Smiths in Lisbon.", user=user, said_at=SAID_AT, turn_id="place")
    memory.add("We met the Smiths and it was a very nice evening.", user=user, said_at=SAID_AT, turn_id="none")

    def signs() -> dict[str, set[str]]:
        items = memory.recall("Where was it that we met them?", user=user, explain=True)
        return {item.turn_ids[0]: set(item.scores) & {"tells_where", "tells_deeds", "same_predicate"} for item in items}

    assert signs() == {"place": set(), "none": set()}
    memory.consolidate(user=user)
    assert signs()["place"] == {"tells_where", "tells_deeds", "same_predicate"}
    assert "tells_where" not in signs()["none"]
