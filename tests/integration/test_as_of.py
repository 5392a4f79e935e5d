"""Questions about now, about then, and about what changed in between."""

import pytest

from chronomem import Context, Item, Memory

LINES = [
    ("porto", "Ann", "2023-01-10T10:00", "I live in Porto, right by the river, and I live well."),
    ("job", "Ann", "2023-01-11T10:00", "I work at Acme as a clerk."),
    ("tea", "Ben", "2023-01-12T10:00", "Tea is what keeps me awake these days."),
    ("tiles", "Ann", "2023-02-20T10:00", "I painted blue tiles for the kitchen."),
    ("lisbon", "Ann", "2023-05-30T09:00", "I moved to Lisbon last weekend!"),
    ("firm", "Ann", "2023-07-03T09:00", "I work at Initech since last month."),
    ("rain", "Ben", "2023-08-01T09:00", "It has been raining for days."),
]


@pytest.fixture
def stocked(memory: Memory, user: str) -> str:
    memory.add_turns([{"id": i, "speaker": s, "said_at": at, "text": text} for i, s, at, text in LINES], user=user)
    memory.consolidate(user=user)
    return user


def order(context: Context, *only: str) -> list[str]:
    found = dict.fromkeys(item.turn_ids[0] for item in context)  # a fact may stand behind its turn
    return [turn for turn in found if turn in only]


def test_what_is_over_never_stands_before_what_took_its_place(memory: Memory, stocked: str) -> None:
    context = memory.recall("Where does Ann live?", user=stocked, now="2023-09-01")
    assert order(context, "porto", "lisbon") == ["lisbon", "porto"]
    by_turn = {item.turn_ids[0]: item for item in context}
    assert by_turn["porto"].holds is False
    assert "Lisbon" in (by_turn["porto"].now_so or "")
    assert by_turn["lisbon"].holds is not False
    line = by_turn["porto"].as_line()
    assert "[no longer so; now: " in line
    assert line in context.as_prompt()


def test_with_room_for_one_it_is_the_one_that_holds(memory: Memory, stocked: str) -> None:
    [item] = memory.recall("Where does Ann live?", user=stocked, now="2023-09-01", k=1)
    assert item.turn_ids == ("lisbon",)


def test_a_question_about_then_is_answered_as_of_then(memory: Memory, stocked: str) -> None:
    context = memory.recall("Where did Ann live in February 2023?", user=stocked, now="2023-09-01")
    assert order(context, "porto", "lisbon")[0] == "porto"
    assert {item.turn_ids[0]: item.holds for item in context}["porto"] is not False


def test_a_question_about_before_keeps_what_was_before(memory: Memory, stocked: str) -> None:
    context = memory.recall("Where did Ann live before she moved to Lisbon?", user=stocked, now="2023-09-01")
    assert order(context, "porto", "lisbon")[0] == "porto"
    firm = memory.recall("Where did Ann work before she moved to Lisbon?", user=stocked, now="2023-09-01")
    assert order(firm, "job", "firm")[0] == "job"


def test_asked_before_it_happened_nothing_is_over(memory: Memory, stocked: str) -> None:
    context = memory.recall("Where does Ann live?", user=stocked, now="2023-03-01")
    assert {item.turn_ids[0]: item.holds for item in context}["porto"] is not False


def test_what_changed_comes_first_where_that_is_asked(memory: Memory, stocked: str) -> None:
    context = memory.recall("What has changed for Ann since April 2023?", user=stocked, now="2023-09-01")
    assert set(order(context, "porto", "job", "tiles", "lisbon", "firm")[:2]) == {"lisbon", "firm"}
    explained = memory.recall("What changed since April 2023?", user=stocked, now="2023-09-01", explain=True)
    assert explained.explanation is not None
    assert explained.explanation.plan["tense"] == "changes"
    assert "find_changes" in [query["name"] for query in explained.explanation.queries]


def test_an_index_that_is_loaded_sees_what_was_replaced_since(memory: Memory, stocked: str) -> None:
    memory.recall("Where does Ann live?", user=stocked, now="2023-09-01")
    memory.add(
        "I moved to Bergen yesterday.", user=stocked, speaker="Ann", said_at="2023-09-10T10:00", turn_id="bergen"
    )
    memory.consolidate(user=stocked)
    context = memory.recall("Where does Ann live?", user=stocked, now="2023-10-01")
    assert order(context, "porto", "lisbon", "bergen")[0] == "bergen"
    states = {item.turn_ids[0]: item.now_so for item in context if item.holds is False}
    assert "Bergen" in (states["lisbon"] or "")
    assert "Bergen" in (states["porto"] or "")
    memory.forget(user=stocked, turn_ids=["bergen"])
    again = memory.recall("Where does Ann live?", user=stocked, now="2023-10-01")
    assert order(again, "porto", "lisbon") == ["lisbon", "porto"]


def test_what_ended_without_a_successor_says_since_when_it_is_over(memory: Memory, user: str) -> None:
    told = [
        ("dog", "Ann", "2023-01-10T10:00", "I have a dog called Biscuit. He sleeps all day."),
        ("tennis", "Bea", "2023-02-01T10:00", "I play tennis every Monday."),
        ("grave", "Ann", "2023-05-10T10:00", "Biscuit died yesterday."),
    ]
    memory.add_turns([{"id": i, "speaker": s, "said_at": at, "text": text} for i, s, at, text in told], user=user)
    memory.consolidate(user=user)
    found = {item.turn_ids[0]: item for item in memory.recall("Where is Biscuit?", user=user, now="2023-09-01")}
    assert found["dog"].as_line().endswith("[over since 2023-05-09] (dog)")
    assert {turn: item.over_since for turn, item in found.items() if item.outdated} == {"dog": found["dog"].over_since}

    def outdated(now: str, until: str | None = None) -> list[Item]:
        context = memory.recall("Does Bea play tennis?", user=user, now=now, until=until)
        return [item for item in context if item.outdated and item.kind == "turn"]

    assert outdated("2023-05-20") == []
    memory.add("I don't play tennis anymore.", user=user, speaker="Bea", said_at="2023-06-12", turn_id="none")
    memory.consolidate(user=user)
    assert [item.turn_ids for item in outdated("2023-09-01")] == [("tennis",)]
    assert outdated("2023-06-01") == [], "it went on then"
    [item] = outdated("2023-09-01", until="2023-06-01")
    assert item.as_dict()["over_since"].startswith("2023-06-12")
