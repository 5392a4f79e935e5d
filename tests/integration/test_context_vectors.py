"""Extraction stores context vectors with the turns; by them a recall finds answers that share no word with it."""

from pathlib import Path

import pytest

from chronomem import Memory, Settings, Turn
from chronomem.graph_schema.database.results import Row

TALK = [
    ("a", "Ben", "And your sister, where does she live these days?"),
    ("b", "Ann", "Lyon, since spring"),
    ("c", "Ben", "Nice! My bike needs a new chain"),
    ("d", "Ann", "Mine too, I ride to work every day"),
]


def tell(memory: Memory, user: str, *left_out: str) -> None:
    turns = [
        Turn.of(id=name, text=text, speaker=speaker, session="s", said_at=f"2024-05-02T12:0{number}")
        for number, (name, speaker, text) in enumerate(TALK)
        if name not in left_out
    ]
    memory.add_turns(turns, user=user)
    memory.consolidate(user=user)


def contexts(memory: Memory, user: str) -> dict[str, object]:
    rows: list[Row] = list(
        memory.cypher("MATCH (t:Turn {user_id: $user}) RETURN t.id AS id, t.context AS context", user=user)
    )
    return {row["id"]: row["context"] for row in rows}


@pytest.mark.dialect
def test_vectors_come_with_extraction_and_rest_on_the_turns_before(memory: Memory, user: str) -> None:
    tell(memory, user)
    found = contexts(memory, user)
    assert all(found.values())
    alone = f"{user}-alone"
    tell(memory, alone, "a")
    assert contexts(memory, alone)["b"] != found["b"]
    tell(memory, alone)  # the first message comes late, with those that are known
    assert contexts(memory, alone) == found


@pytest.mark.dialect
def test_forgetting_a_turn_leaves_no_vector_that_it_has_a_part_in(memory: Memory, user: str) -> None:
    tell(memory, user)
    memory.forget(turn_ids=["a"], user=user)
    assert contexts(memory, user) == {"b": None, "c": None, "d": None}
    memory.consolidate(user=user)
    alone = f"{user}-alone"
    tell(memory, alone, "a")
    assert contexts(memory, user) == contexts(memory, alone)


def test_an_export_carries_vectors(memory: Memory, user: str, tmp_path: Path) -> None:
    tell(memory, user)
    memory.export(tmp_path / "all.jsonl", user=user)
    found = contexts(memory, user)
    memory.forget(user=user, everything=True)
    memory.load(tmp_path / "all.jsonl")
    assert contexts(memory, user) == found


def test_a_recall_uses_them_where_the_network_may_run(tmp_path: Path) -> None:
    found = {}
    for network in (True, False):
        with Memory.open(tmp_path / f"{network}", settings=Settings(network=network)) as memory:
            tell(memory, "u")
            assert all(contexts(memory, "u").values()) == network
            items = memory.recall("Where does Ann's sister live?", user="u", explain=True)
            found[network] = next(item.scores for item in items if item.turn_ids[0] == "b")
    assert found[True]["context_meaning"] > 2 * found[False]["context_meaning"] > 0  # else, that of its own words
