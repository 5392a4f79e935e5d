"""What was forgotten is nowhere any more: not in answers, not in exports, not in any file of the data folder."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.examples import examples
from tests.inside import embedder_of
from tests.integration.conftest import OpenMemory
from tests.model_server.server import FakeModelServer, one_step_answers

from chronomem import InvalidInput, LanguageModel, Memory, Settings, UnknownUser
from chronomem.graph_schema.model.vectors import pack

pytestmark = [pytest.mark.slow, pytest.mark.dialect]


WORD, USER = "quarkbloom", "quarkuser"
SECRET = "My sister Quarkbloom moved to Quarkbloomtown in May 2023."
PLAIN = ["I like cheese.", "I work at Acme since 2020.", "My dog is called Rex.", "I moved to Porto last week."]


def turns(count: int, *, secret: bool) -> list[dict[str, Any]]:
    """Turns of a year, of which every third is to be forgotten where there is a secret."""
    return [
        {
            "id": f"{WORD}-{n}" if secret and n % 3 == 0 else f"t{n}",
            "session": f"{WORD} {n // 3}" if secret and n % 3 == 0 else f"s{n // 3}",
            "speaker": "Ann" if n % 2 else "Bo",
            "text": SECRET if secret and n % 3 == 0 else PLAIN[n % 4],
            "said_at": f"2023-{n % 12 + 1:02d}-{n % 28 + 1:02d}T10:00:00Z",
        }
        for n in range(count)
    ]


def files_with(folder: Path, *words: bytes) -> list[str]:
    """The files of a folder that hold one of these, in any case."""
    return [
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and any(word in text for text in as_it_is_and_lowered(path) for word in words)
    ]


def as_it_is_and_lowered(path: Path) -> tuple[bytes, bytes]:
    text = path.read_bytes()
    return text, text.lower()


def wait_for_snapshots(folder: Path, count: int) -> None:
    """Wait until so many indexes are kept in a folder, which happens after a recall has returned."""
    until = time.monotonic() + 60
    while len(list((folder / "index").glob("*.index"))) != count:
        assert time.monotonic() < until, "no index was kept"
        time.sleep(0.01)


def vector_of(memory: Memory, text: str) -> bytes:
    return pack(embedder_of(memory).embed([text]))[0]


def everything_told(memory: Memory, user: str) -> str:
    """All that a memory says of a user, in whatever way it is asked."""
    told: list[Any] = [
        [item.text for item in memory.recall(f"Where does {WORD[:5]} live, my sister?", user=user, k=100)],
        memory.facts(user=user, include_invalid=True, include_negated=True),
        memory.changes("2000-01-01", user=user),
        *(memory.timeline(user=user, grain=grain) for grain in ("day", "week", "month", "year")),
        memory.topics(user=user),
        memory.personas(user=user),
        memory.usage(user=user),
        memory.cypher("MATCH (n {user_id: $user}) RETURN n", user=user)[:],
        memory.cypher("MATCH (n {user_id: $user})-[r]->() RETURN properties(r) AS r", user=user)[:],
    ]
    return repr(told).lower()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "memory"


@pytest.fixture
def full(folder: Path, model_server: FakeModelServer) -> Iterator[Memory]:
    """A memory of two users, consolidated, whose model has answered questions of one of them."""
    model = LanguageModel(model="m", base_url=model_server.url, retries=0)
    structures = ("calendar", "topics", "profiles", "recmem", "timem")
    with Memory.open(folder, settings=Settings(model=model, structures=structures, snapshot_turns=10)) as memory:
        memory.add_turns(turns(24, secret=True), user=USER)
        memory.add_turns(turns(12, secret=False), user="other")
        memory.add_fact(user=USER, subject="Ann", predicate="likes", value=WORD, source=WORD)
        memory.consolidate(now="2024-03-01")
        model_server.answer_with(one_step_answers(f"In {WORD}town"))
        assert memory.ask("Where is my sister?", user=USER).text
        wait_for_snapshots(folder, 1)
        yield memory


def test_forgotten_turns_are_in_no_file_and_in_no_answer(full: Memory, folder: Path, tmp_path: Path) -> None:
    words = (WORD.encode(), vector_of(full, SECRET))
    assert len(files_with(folder, *words)) > 5
    assert any(name.startswith("index/") for name in files_with(folder, *words))
    gone = full.forget(user=USER, turn_ids=[f"{WORD}-{n}" for n in range(0, 24, 3)])
    assert (gone.turns, full.stats(user=USER).turns) == (8, 16)
    full.forget(user=USER, source=WORD)
    assert {path for path in files_with(folder, *words) if "/Memory_0" not in path} == set()
    assert "sister" not in everything_told(full, USER)
    full.consolidate(now="2024-03-01")  # makes anew the memories whose ids hold those of turns and sessions
    assert files_with(folder, *words) == []
    assert WORD not in everything_told(full, USER)
    wait_for_snapshots(folder, 1)
    assert files_with(folder, *words) == [], "what is left of the user was kept anew"
    full.export(tmp_path / "after.jsonl")
    full.backup(tmp_path / "after.backup")
    assert WORD not in (tmp_path / "after.jsonl").read_text(encoding="utf-8").lower()
    assert full.doctor().findings == ()


def test_a_forgotten_user_is_in_no_file_and_the_others_are_as_they_were(
    full: Memory, folder: Path, tmp_path: Path
) -> None:
    vector = vector_of(full, SECRET)
    full.export(tmp_path / "before.jsonl", user="other")
    full.recall("Where is my sister?", user="other")
    wait_for_snapshots(folder, 2)
    gone = full.forget(user=USER, everything=True)
    assert (gone.turns, gone.assertions > 3, gone.entities > 2) == (24, True, True)
    assert files_with(folder, WORD.encode(), USER.encode(), vector) == []
    wait_for_snapshots(folder, 1)
    for ask in (full.recall, full.ask):
        with pytest.raises(UnknownUser):
            ask("Where is my sister?", user=USER)
    assert full.users() == ["other"]
    full.export(tmp_path / "after.jsonl", user="other")
    assert (tmp_path / "after.jsonl").read_bytes() == (tmp_path / "before.jsonl").read_bytes()
    full.add("I am new here.", user=USER)
    assert [item.text for item in full.recall("Who is new?", user=USER)] == ["I am new here."]
    assert full.doctor().findings == ()


def test_a_whole_user_is_forgotten_on_both_databases(memory: Memory, open_memory: OpenMemory, user: str) -> None:
    memory.add_turns(turns(1_100, secret=True), user=user)
    memory.add_turns(turns(3, secret=False), user=f"{user}-other")
    memory.consolidate(user=f"{user}-other")
    with open_memory() as second:
        assert len(second.recall("Where is my sister?", user=user)) == 10
        with pytest.raises(InvalidInput, match="name either"):
            memory.forget(user=user, everything=True, turn_ids=["t1"])
        assert memory.forget(user=user, everything=True).turns == 1_100
        with pytest.raises(UnknownUser):
            second.recall("Where is my sister?", user=user)
        memory.add("I am new here.", user=user)
        assert [item.text for item in second.recall("Where is my sister?", user=user)] == ["I am new here."]
        assert memory.forget(user=user, everything=True).turns == 1
    [left] = memory.cypher("MATCH (n) WHERE n.user_id = $user OR n.id = $user RETURN count(n) AS n", user=user)
    assert left == {"n": 0}
    assert memory.stats(user=f"{user}-other").turns == 3
    with pytest.raises(UnknownUser):
        memory.forget(user=user, everything=True)


KILLED = """
import os, signal, sys
from chronomem import Memory
from chronomem.graph_schema.database.store import GraphStore, Transaction

folder, user, statement, times = sys.argv[1:]
seen = 0


def watched(run):
    async def watch(self, name, **parameters):
        global seen
        result = await run(self, name, **parameters)
        seen += name == statement
        if name == statement and seen == int(times):
            os.kill(os.getpid(), signal.SIGKILL)
        return result

    return watch


with Memory.open(folder) as memory:
    Transaction.run, GraphStore.execute = watched(Transaction.run), watched(GraphStore.execute)
    memory.forget(user=user, everything=True)
"""


MOMENTS = (("begin_erasing", 2), ("drop_index_turn_version", 1), ("begin_erasing", 1), ("drop_constraint_turn", 1))
"""After which statement, at which time that it runs, the process is killed; two of them by default."""


def keys(memory: Memory) -> list[tuple[str, str]]:
    shown = [*memory.cypher("SHOW CONSTRAINTS"), *memory.cypher("SHOW INDEXES")]
    return sorted((row["name"], repr(row["properties"])) for row in shown if row["type"] != "NODE_PROPERTY_TYPE")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_killed_process_leaves_the_user_whole_or_gone(folder: Path) -> None:
    def kill_at(statement: str, times: int) -> None:
        with Memory.open(folder, settings=Settings(snapshot_turns=10)) as memory:
            memory.add_turns(turns(30, secret=True), user=USER)
            memory.consolidate(user=USER, now="2024-03-01")
            assert len(memory.recall("Where is my sister?", user=USER)) == 10
        wait_for_snapshots(folder, 1)
        command = [sys.executable, "-c", KILLED, str(folder), USER, statement, str(times)]
        assert subprocess.run(command, check=False).returncode == -signal.SIGKILL

    with Memory.open(folder) as memory:
        memory.add_turns(turns(6, secret=False), user="other")
        constraints = keys(memory)
    kill_at("hide_user", 1)  # before it was committed
    with Memory.open(folder) as memory:
        assert memory.stats(user=USER).turns == 30
    for statement, times in MOMENTS[: examples(len(MOMENTS))]:
        kill_at(statement, times)
        with Memory.open(folder) as memory:
            assert memory.users() == ["other"]
            assert files_with(folder, WORD.encode(), USER.encode()) == []
            assert memory.stats(user="other").turns == 6
            assert keys(memory) == constraints
            assert memory.doctor().findings == ()
