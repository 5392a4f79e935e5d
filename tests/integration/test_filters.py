"""Recalls, facts and timelines of the turns that pass a filter."""

import json
from typing import Any

import pytest

from chronomem import InvalidInput, Memory, Settings

pytestmark = pytest.mark.dialect

SALES: dict[str, Any] = {"channel": "sales", "lead": 17, "note": "Größe \n 40", "vip": True, "score": 0.5, "none": None}


@pytest.fixture(scope="module")
def filled(open_with: Any) -> Any:
    """A memory that indexes one key, with turns of two speakers and two channels."""
    with open_with(Settings(metadata_keys=("channel",))) as memory:
        user = "filters"
        add = {"user": user, "role": "user"}
        memory.add("I like tea from Porto.", said_at="2024-05-01", speaker="Ann", metadata=SALES, turn_id="t1", **add)
        memory.add("Ben likes tea from Lisbon.", said_at="2024-05-20", speaker="Ben", turn_id="t2", **add)
        call = [{"id": "t3", "text": "Tea again, and coffee.", "speaker": "Ann", "said_at": "2024-06-01"}]
        memory.add_session(call, user=user, session="call", metadata={"channel": "support", "lead": 1})
        fact = {"user": user, "subject": "Ann", "predicate": "likes"}
        memory.add_fact(**fact, value="tea from Porto", turn_id="t1")
        memory.add_fact(**fact, value="coffee", turn_id="t3")
        memory.add_fact(**fact, value="cake", source="form")
        yield memory
        memory.forget(user=user, everything=True)


def found(memory: Memory, **conditions: Any) -> set[str]:
    items = memory.recall("Who likes which tea?", user="filters", now="2024-07-01", **conditions)
    return {turn for item in items for turn in item.turn_ids}


@pytest.mark.parametrize(
    ("conditions", "turns"),
    [
        ({}, {"t1", "t2", "t3"}),
        ({"where": {"channel": "sales"}}, {"t1"}),
        ({"where": {"channel": ["sales", "support"]}}, {"t1", "t3"}),
        ({"where": {"channel": None}}, {"t2"}),
        ({"where": {"channel": "nobody"}}, set()),
        ({"where": {"lead": 17}}, {"t1"}),
        ({"where": {"lead": 17.0, "channel": "sales"}}, {"t1"}),
        ({"where": {"lead": True}}, set()),
        ({"where": {"vip": True}}, {"t1"}),
        ({"where": {"vip": None}}, {"t2", "t3"}),
        ({"since": "2024-05-20"}, {"t2", "t3"}),
        ({"since": "2024-05-20", "until": "2024-06-01"}, {"t2"}),
        ({"speakers": ["Ben", "nobody"]}, {"t2"}),
        ({"roles": ["assistant"]}, set()),
        ({"where": {"channel": "support"}, "speakers": ["Ben"]}, set()),
    ],
)
def test_only_turns_that_pass_are_recalled(filled: Memory, conditions: dict[str, Any], turns: set[str]) -> None:
    assert found(filled, **conditions) == turns


def test_metadata_of_a_session_reaches_the_turns_before(filled: Memory) -> None:
    assert found(filled, where={"channel": "web"}) == set()
    filled.add_session([], user="filters", session="nothing", metadata={"channel": "web"})
    again = [{"id": "t3", "text": "Tea again, and coffee.", "speaker": "Ann", "said_at": "2024-06-01"}]
    for channel in ("web", "support"):
        filled.add_session(again, user="filters", session="call", metadata={"channel": channel, "lead": 1})
        assert found(filled, where={"channel": channel}) == {"t3"}
        assert found(filled, where={"lead": 1}) == {"t3"}


def test_items_have_the_metadata_of_their_turns(filled: Memory) -> None:
    items = filled.recall("Who likes which tea?", user="filters", now="2024-07-01")
    told = {item.turn_ids[0]: item.metadata for item in items if item.kind == "turn"}
    assert told == {"t1": SALES, "t2": {}, "t3": {"channel": "support", "lead": 1}}
    assert [item.as_dict()["metadata"] for item in items if item.kind == "turn" and item.turn_ids == ("t1",)] == [SALES]
    user = "filters-plain"
    filled.add("I like tea.", user=user, turn_id="t1")
    context = filled.recall("Who likes tea?", user=user, explain=True)
    assert context[0].metadata == {}
    assert context.explanation is not None
    assert "read_filtered" not in {query["name"] for query in context.explanation.queries}
    filled.add("I like cake.", user=user, metadata={"channel": "web"})
    assert filled.recall("Who likes cake?", user=user, k=1)[0].metadata == {"channel": "web"}
    filled.forget(user=user, everything=True)


def test_metadata_is_kept_word_for_word(filled: Memory) -> None:
    [row] = filled.cypher("MATCH (t:Turn {user_id: $user, id: 't1'}) RETURN t.metadata AS m", user="filters")
    assert json.loads(row["m"]) == SALES


def test_facts_are_those_that_a_passing_turn_states(filled: Memory) -> None:
    def says(**conditions: Any) -> set[str]:
        return {fact.says for fact in filled.facts(user="filters", predicate="likes", **conditions)}

    assert says() == {"tea from Porto", "coffee", "cake"}
    assert says(where={"channel": "sales"}) == {"tea from Porto"}
    assert says(where={"channel": "support"}, matching="coffee or tea") == {"coffee"}
    assert says(said_since="2024-06-01", said_by="Ann") == {"coffee"}
    assert says(said_as="assistant") == set()
    assert says(where='{"lead": [1, 2]}', known_at="2100-01-01") == {"coffee"}


def test_a_timeline_counts_the_turns_that_pass(filled: Memory) -> None:
    months = filled.timeline(user="filters", where={"channel": ["sales", "support"]})
    assert [(p.id, p.turns, p.speakers) for p in months] == [
        ("month:2024-05", 1, ("Ann",)),
        ("month:2024-06", 1, ("Ann",)),
    ]
    assert [p.turns for p in filled.timeline(user="filters")] == [2, 1]
    [may] = filled.timeline(user="filters", speakers=["Ben"], until="2024-06-01")
    assert may == filled.timeline(user="filters", speakers=["Ben"])[0]


@pytest.mark.parametrize(
    "metadata", [{"a": {"b": 1}}, {"a": [1]}, {"": 1}, {"a": float("nan")}, {"a": "x" * 4096}, {"a": "\0"}, [1]]
)
def test_other_metadata_is_refused(filled: Memory, metadata: Any) -> None:
    with pytest.raises(InvalidInput):
        filled.add("x", user="filters", metadata=metadata)


@pytest.mark.parametrize("conditions", [{"where": "x"}, {"where": [1]}, {"where": {"a": {}}}, {"speakers": "Ann"}])
def test_other_filters_are_refused(filled: Memory, conditions: Any) -> None:
    with pytest.raises(InvalidInput):
        filled.recall("Who?", user="filters", **conditions)
