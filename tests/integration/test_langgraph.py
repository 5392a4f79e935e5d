"""A LangGraph store over a memory keeps what LangGraph expects of a store."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

import chronomem
from chronomem import InvalidInput, Memory
from chronomem.engine.interfaces.adapters.langgraph import ChronomemStore

pytestmark = pytest.mark.dialect


EXAMPLE = Path(__file__).parents[2] / "examples" / "langgraph_store.py"


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


def test_another_users_items_are_not_found(memory: Memory, user: str) -> None:
    store = ChronomemStore(memory)
    store.put((f"{user}-bo", "chat"), "k", {"text": "The marker is 7781"})
    assert store.get((user, "chat"), "k") is None
    assert store.search((user,), query="Where is the marker?") == []
    assert store.search((user,)) == []
    store.delete((user, "chat"), "k")
    assert store.get((f"{user}-bo", "chat"), "k") is not None


def test_what_is_no_turn_is_refused(memory: Memory, user: str) -> None:
    store = ChronomemStore(memory)
    with pytest.raises(InvalidInput, match="a value needs a text"):
        store.put((user, "chat"), "k", {"text": "x", "mood": "fine"})
    with pytest.raises(InvalidInput, match="a value needs a text"):
        store.put((user, "chat"), "k", {"data": "x"})


def test_it_works_from_an_event_loop(memory: Memory, user: str) -> None:
    store = ChronomemStore(memory)

    async def run() -> list[str]:
        await store.aput((user, "chat"), "k", {"text": "My cat is called Miso"})
        return [item.value["text"] for item in await store.asearch((user, "chat"), query="cat")]

    assert asyncio.run(run()) == ["My cat is called Miso"]


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
