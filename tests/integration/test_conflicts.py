"""Writers that meet, in threads, tasks and processes: nothing lost, nothing doubled, and seen by the next recall."""

import asyncio
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from neo4j.exceptions import ServiceUnavailable
from tests.examples import examples
from tests.inside import folder_of

from chronomem import AsyncMemory, DatabaseUnavailable, Memory

pytestmark = [pytest.mark.slow, pytest.mark.dialect]

CALLS = max(3, examples(8))
"""How often each of several writers calls."""
WRITERS = max(4, examples(8))
WRITER = """
import sys
from chronomem import Memory
folder, name, calls = sys.argv[1], sys.argv[2], int(sys.argv[3])
with Memory.open(folder) as memory:
    for n in range(calls):
        memory.add(f"{name} says {n}.", user="u", speaker=name, turn_id=f"{name}-{n}", session="talk")
        found = memory.recall(f"What does {name} say: {n}?", user="u", k=1000)
        assert any(item.turn_ids == (f"{name}-{n}",) for item in found), "what was just stored is not recalled"
"""


def assert_sound(memory: Memory, user: str, expected: set[str]) -> None:
    rows = memory.cypher("MATCH (t:Turn {user_id: $user}) RETURN t.id AS id", user=user)
    assert sorted(row["id"] for row in rows) == sorted(expected)
    assert memory.doctor(user=user).findings == ()


def test_threads_that_write_for_one_user_and_for_many(memory: Memory, user: str) -> None:
    errors: list[BaseException] = []

    def work(name: str) -> None:
        try:
            for n in range(CALLS):
                memory.add("Shared.", user=user, speaker=name, turn_id=f"{name}-{n}", session="talk")
                memory.add("Own.", user=f"{user}-{name}", turn_id=f"{n}")
        except BaseException as error:  # noqa: BLE001 - told by the test's own thread
            errors.append(error)

    threads = [threading.Thread(target=work, args=(f"w{n}",)) for n in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert_sound(memory, user, {f"w{w}-{n}" for w in range(WRITERS) for n in range(CALLS)})
    for w in range(WRITERS):
        assert_sound(memory, f"{user}-w{w}", {f"{n}" for n in range(CALLS)})


def test_two_memories_of_one_process_write_for_one_user(
    memory: Memory, open_memory: Callable[[], Memory], user: str
) -> None:
    """Each has a queue of its own for its writers, so these two meet in the database."""
    with open_memory() as other:
        both = [memory, other]
        threads = [
            threading.Thread(
                target=lambda w=w: [both[w % 2].add("x", user=user, turn_id=f"{w}-{n}", session="s") for n in range(6)]
            )
            for w in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert_sound(memory, user, {f"{w}-{n}" for w in range(4) for n in range(6)})


def test_the_same_new_turns_stored_by_several_at_once_are_stored_once(
    memory: Memory, open_memory: Callable[[], Memory], user: str
) -> None:
    turns = [
        {"id": f"t{n}", "text": f"Number {n}.", "session": "s", "said_at": f"2024-05-31T09:{n:02d}"} for n in range(20)
    ]
    stored: list[int] = []
    with open_memory() as other:
        threads = [
            threading.Thread(target=lambda m=m: stored.append(m.add_turns(turns, user=user).stored))
            for m in (memory, other, memory, other)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(stored) == [0, 0, 0, 20]
    assert_sound(memory, user, {f"t{n}" for n in range(20)})


def test_reading_what_was_stored_goes_on_beside_writers_and_other_readers(
    memory: Memory, open_memory: Callable[[], Memory], user: str
) -> None:
    read: list[int] = []
    errors: list[BaseException] = []
    memory.add("Yesterday it rained.", user=user, turn_id="first")

    def work(one: Memory, name: str) -> None:
        try:
            for n in range(CALLS):
                # In a session of its own: a turn that is stored late in one is read again with those after it.
                one.add("Yesterday it rained.", user=user, turn_id=f"{name}-{n}", session=name)
                read.append(one.consolidate(user=user).turns)
        except BaseException as error:  # noqa: BLE001 - told by the test's own thread
            errors.append(error)

    with open_memory() as other:
        threads = [threading.Thread(target=work, args=((memory, other)[n % 2], f"w{n}")) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert errors == []
    assert sum(read) == 1 + 4 * CALLS  # each turn was read once
    assert_sound(memory, user, {"first", *(f"w{w}-{n}" for w in range(4) for n in range(CALLS))})


def test_tasks_that_write_for_one_user(tmp_path: Path) -> None:
    async def run() -> None:
        async with await AsyncMemory.open(tmp_path / "memory") as memory:
            await asyncio.gather(
                *(memory.add("Hi.", user="u", turn_id=f"t{n}", session="s") for n in range(30)),
                *(memory.add("Hi.", user=f"u{n}", turn_id="t") for n in range(10)),
            )
            assert (await memory.stats(user="u")).turns == 30
            assert (await memory.doctor()).findings == ()

    asyncio.run(run())


def test_processes_that_write_for_one_user_and_recall_what_they_wrote(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    with Memory.open(folder) as memory:
        memory.add("First.", user="u", turn_id="first")
        assert len(memory.recall("first", user="u")) == 1
        writers = [
            subprocess.Popen([sys.executable, "-c", WRITER, str(folder), f"w{n}", "5"], stderr=subprocess.PIPE)
            for n in range(3)
        ]
        told = [writer.communicate(timeout=600)[1].decode() for writer in writers]
        assert told == [""] * 3  # neither an error, nor what the driver has to say of conflicts
        assert [writer.returncode for writer in writers] == [0] * 3
        assert len(memory.recall("says", user="u", k=100)) == 16
        assert_sound(memory, "u", {"first", *(f"w{w}-{n}" for w in range(3) for n in range(5))})


def test_a_server_that_dies_is_replaced_under_a_running_call(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.WARNING)
    with Memory.open(tmp_path / "memory") as memory:
        memory.add("Before.", user="u", turn_id="before")
        for round_ in range(2):
            os.kill(java_of(memory), signal.SIGKILL)
            memory.add("After.", user="u", turn_id=f"after-{round_}")
            os.kill(java_of(memory), signal.SIGKILL)
            assert len(memory.recall("after", user="u")) == 2 + round_
        assert_sound(memory, "u", {"before", "after-0", "after-1"})
    assert capfd.readouterr().err == ""


def java_of(memory: Memory) -> int:
    """The process of the embedded server, found by the folder that it works in."""
    folder = folder_of(memory)
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                if (entry / "cwd").resolve() == folder and (entry / "exe").resolve().name == "java":
                    return int(entry.name)
            except OSError:
                continue  # it ended meanwhile, or is somebody else's
    raise AssertionError(f"no server runs in {folder}")


def test_an_address_where_nothing_answers_is_told_at_once() -> None:
    began = time.monotonic()
    with pytest.raises(DatabaseUnavailable, match="can't be reached") as caught:
        Memory.connect("bolt://127.0.0.1:9", auth=("a", "b"))
    assert isinstance(caught.value.__cause__, ServiceUnavailable)
    assert time.monotonic() - began < 25, "it is not tried again for half a minute"
