"""The index of names: an extraction finds by it whatever it would find among all entities."""

from pathlib import Path

import pytest
from tests.inside import run, store_of
from tests.integration.conftest import Write

from chronomem import GivenFact, Memory
from chronomem.engine.extraction.entity_linking import KnownNames
from chronomem.graph_schema.database.name_index import index_names
from chronomem.graph_schema.model.dialogue import User

pytestmark = pytest.mark.dialect

NAMES = (
    *("Anna Smith", "Anna Jones", "Ann", "Robert", "Elizabeth", "Helena Cruz", "José", "Melanie", "the Louvre"),
    *("Mount Etna", "Ann's sister", "Ann's old car", "Siemens", "Stanford University"),
)
ASKED = (
    *NAMES,
    *("Anna", "Bob", "Beth", "Lena", "Jose", "Mel", "Louvre", "Etna", "Siemnes", "Stanford", "Dr. Ann", "Smith", "Zoe"),
    "Kuba",
)
INDEX = "MATCH (n:Name {user_id: $user}) RETURN n.id AS key, n.entities AS entities ORDER BY key"


def fill(memory: Memory, user: str) -> None:
    memory.add_turns([{"id": "t1", "text": "I work with Bartholomew.", "speaker": "Ann"}], user=user)
    memory.consolidate(user=user)
    facts = [GivenFact(subject=name, predicate="likes", value="tea") for name in NAMES]
    memory.add_facts(facts, user=user)


def index_of(memory: Memory, user: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(row["key"], tuple(row["entities"])) for row in memory.cypher(INDEX, user=user)]


def test_names_are_resolved_as_among_all_entities(memory: Memory, user: str) -> None:
    fill(memory, user)
    memory.merge_entities("Robert", "Kuba Nowak", user=user)
    store = store_of(memory)

    async def both() -> tuple[KnownNames, KnownNames]:
        owner = User.found(user, await store.read("read_user", user=user))
        near, every = KnownNames(owner.memory), KnownNames(owner.memory)
        every.add(await store.read("list_names", user=user, limit=10_000))
        await store.write(lambda tx: near.read(tx, user, ASKED))
        return near, every

    near, every = run(memory, both())
    resolved = [near.resolve(name, "person") for name in ASKED]
    assert resolved == [every.resolve(name, "person") for name in ASKED]
    assert ("entity:stanford university", None) in resolved
    assert ("entity:kuba", "entity:kuba nowak") in resolved, "one that was merged into another"


def test_the_index_holds_what_there_is(memory: Memory, user: str, write: Write, tmp_path: Path) -> None:
    fill(memory, user)
    before = index_of(memory, user)
    assert ("bartholomew", ("bartholomew\tentity:bartholomew",)) in before
    write("MATCH (n:Name {user_id: $user}) DELETE n", user=user)
    write("MATCH (e:Entity {user_id: $user}) SET e.keyed = null", user=user)
    run(memory, index_names(store_of(memory), user))
    assert index_of(memory, user) == before
    memory.export(tmp_path / "user.jsonl", user=user)
    memory.forget(user=user, turn_ids=["t1"])
    assert {key for key, _ in before} - {key for key, _ in index_of(memory, user)} == {"bartholomew", "ba…", "…mew"}
    memory.forget(user=user, everything=True)
    assert index_of(memory, user) == []
    memory.load(tmp_path / "user.jsonl")
    assert index_of(memory, user) == before
