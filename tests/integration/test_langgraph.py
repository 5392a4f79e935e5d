"""A LangGraph store over a memory keeps what LangGraph expects of a store."""

import asyncio
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from langgraph.store.base import GetOp, InvalidNamespaceError, PutOp

import chronomem
from chronomem import InvalidInput, Memory
from chronomem.engine.interfaces.adapters.langgraph import ChronomemStore

EXAMPLE = Path(__file__).parents[2] / "examples" / "langgraph_store.py"


@pytest.mark.dialect
def test_items_are_put_found_changed_and_deleted(memory: Memory, user: str) -> None:
    store = ChronomemStore(memory)
    chat = (user, "chat/rooms", "a b")
    store.put(chat, "k/1", {"text": "My cat is called Miso", "speaker": "Ann", "said_at": "2024-05-01T10:00:00+00:00"})
    store.put((user, "chat/rooms"), "k2", {"text": "The harbour is loud", "said_at": "2024-05-02T10:00:00+00:00"})
    store.put((user, "other"), "k3", {"text": "Another cat", "said_at": "2024-05-03T10:00:00+00:00"})
    memory.add("A cat that is in no store", user=user)
    item = store.get(chat, "k/1")
    assert item is not None
    assert (item.namespace, item.key, item.value["text"], item.value["speaker"]) == (
        chat,
        "k/1",
        "My cat is called Miso",
        "Ann",
    )
    assert item.value["said_at"] == "2024-05-01T10:00:00+00:00"
    [first, *_] = store.search((user, "chat/rooms"), query="What is the cat called?")
    assert (first.namespace, first.key) == (chat, "k/1")
    assert first.score is not None
    assert {each.key for each in store.search((user, "chat/rooms"), query="cat")} <= {"k/1", "k2"}
    assert [each.key for each in store.search((user,))] == ["k3", "k2", "k/1"]
    assert [each.key for each in store.search((user,), limit=1, offset=1)] == ["k2"]
    assert [each.key for each in store.search((user,), filter={"speaker": "Ann"})] == ["k/1"]
    store.put(chat, "k/1", {"text": "My cat is called Tofu", "speaker": "Ann"})
    changed = store.get(chat, "k/1")
    assert changed is not None
    assert changed.value["text"] == "My cat is called Tofu"
    assert "Miso" not in memory.recall("cat", user=user, k=100).as_prompt()
    store.delete(chat, "k/1")
    store.delete(chat, "k/1")
    assert store.get(chat, "k/1") is None
    assert store.list_namespaces(prefix=(user,)) == [(user, "chat/rooms"), (user, "other")]
    assert store.list_namespaces(prefix=(user,), suffix=("other",)) == [(user, "other")]
    assert store.list_namespaces(prefix=(user, "*"), max_depth=1) == [(user,)]


@pytest.mark.dialect
def test_another_users_items_are_not_found(memory: Memory, user: str) -> None:
    store = ChronomemStore(memory)
    store.put((f"{user}-bo", "chat"), "k", {"text": "The marker is 7781"})
    assert store.get((user, "chat"), "k") is None
    assert store.search((user,), query="Where is the marker?") == []
    assert store.search((user,)) == []
    store.delete((user, "chat"), "k")
    assert store.get((f"{user}-bo", "chat"), "k") is not None


VALUES: dict[str, dict[str, Any]] = {
    "plain": {"food": "pizza", "spicy": False, "scores": [1, 2.5, None], "in": {"": [0, 1]}},
    "langmem": {"kind": "Memory", "content": {"content": "User keeps bees behind the old lighthouse"}},
    "odd": {"text": "The harbour\r\n is loud", "role": 7, "speaker": " ", "said_at": "soon", "nul": "a\0b\ud800" * 9},
    "empty": {},
    "long": {"text": "The lighthouse is old. " * 300, "picture": "0123456789" * 900},
}


def test_any_json_comes_back_word_for_word(memory: Memory, user: str, tmp_path: Path) -> None:
    store = ChronomemStore(memory)
    home = (user, "things")
    for key, value in VALUES.items():
        store.put(home, key, value)
    for key, value in VALUES.items():
        item = store.get(home, key)
        assert item is not None
        assert item.value == value
    assert store.search(home, query="Who keeps bees?")[0].key == "langmem"
    assert store.search(home, query="pizza food")[0].key == "plain"
    assert {each.key for each in store.search(home, query="lighthouse")} == VALUES.keys(), "the rest follows"
    assert [each.key for each in store.search(home, filter={"in": {"": [0, 1]}, "spicy": {"$ne": True}})] == ["plain"]
    with pytest.raises(InvalidInput, match="1,000,000 is the maximum"):
        store.put(home, "plain", {"food": "x" * 1_000_001})
    with pytest.raises(InvalidInput, match="must be JSON"):
        store.put(home, "plain", {"food": {1, 2}})
    kept = store.get(home, "plain")
    assert kept is not None
    assert kept.value == VALUES["plain"], "a refused value leaves the one before"
    store.delete(home, "langmem")
    assert "bees" not in memory.recall("Who keeps bees?", user=user, k=100).as_prompt()
    memory.export(tmp_path / "all.jsonl", user=user)
    exported = (tmp_path / "all.jsonl").read_text(encoding="utf-8")
    assert ("bees" in exported, "pizza" in exported) == (False, True)


def test_put_says_what_is_searched(memory: Memory, user: str) -> None:
    store = ChronomemStore(memory)
    value = {"text": "My cat is called Miso", "note": "bees"}
    store.put((user, "a"), "unindexed", value, index=False)
    store.put((user, "a"), "note", value, index=["note"])
    found = {item.key: (item.value, item.score is not None) for item in store.search((user,), query="cat bees")}
    assert found == {"unindexed": (value, False), "note": (value, True)}


def test_the_empty_namespace_is_the_whole_store(memory: Memory, user: str) -> None:
    store = ChronomemStore(memory)
    other = f"{user}-bo"
    store.put((user,), "k", {"n": 1, "marker": user, "text": "My parrot is blue"})
    store.put((other, "x"), "k", {"n": 5, "marker": user, "text": "My parrot is green"})
    both = {"marker": user}
    assert {item.namespace for item in store.search((), query="parrot", filter=both, limit=5)} == {
        (user,),
        (other, "x"),
    }
    assert [item.namespace for item in store.search((), filter=both)] == [(other, "x"), (user,)]
    assert [item.value["n"] for item in store.search((), filter=both | {"n": {"$gt": 1, "$lte": 5}})] == [5]
    assert [item.value["n"] for item in store.search((), filter=both, offset=1)] == [1]
    assert store.search((), filter=both | {"n": {"$gt": "1"}}) == []
    with pytest.raises(InvalidInput, match=r"\$near"):
        store.search((), filter=both | {"n": {"$near": 1}})
    assert store.batch([GetOp((), "k")]) == [None]
    for namespace in [(), (f" {user}",)]:
        with pytest.raises(InvalidNamespaceError, match="is the user"):
            store.batch([PutOp(namespace, "k", {"n": 1})])


@pytest.mark.dialect
def test_it_works_from_an_event_loop(memory: Memory, user: str) -> None:
    store = ChronomemStore(memory)

    async def run() -> list[str]:
        await store.aput((user, "chat"), "k", {"text": "My cat is called Miso"})
        return [item.value["text"] for item in await store.asearch((user, "chat"), query="cat")]

    assert asyncio.run(run()) == ["My cat is called Miso"]


@pytest.mark.slow
def test_the_example_runs() -> None:
    path = str(Path(chronomem.__file__).parents[1])
    run = subprocess.run(
        [sys.executable, str(EXAMPLE)],
        capture_output=True,
        text=True,
        check=False,
        env={"PYTHONPATH": path},
        timeout=600,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "You told me: My cat is called Miso."
