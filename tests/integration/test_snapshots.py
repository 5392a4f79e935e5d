"""The first recall of a process gives the same whether the index was kept in the folder or is read from the graph."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.inside import turns_from_graph

from chronomem import Memory, Settings

USER = "ann"
QUESTIONS = ("Where does Ann live?", "What did Bo eat in May?", "Who has a dog?", "What did I cook last week?")
PLAIN = (
    "I moved to Porto last week.",
    "My dog Rex ate {n} sausages.",
    "I work at Acme since 20{n:02d}.",
    "Yesterday I cooked soup with Bo.",
    "Did you see the {n} boats?",
)
ADD = """
import sys
from chronomem import Memory
with Memory.open(sys.argv[1]) as memory:
    memory.add("My dog Rex moved to Braga yesterday.", user="ann", session="s3", said_at="2023-04-04T10:00:30Z")
    memory.add("I live in Faro now.", user="ann", session="later", said_at="2023-09-01T10:00:00Z")
    memory.add("I cook well.", user="ann", session="later", said_at="2023-09-01T10:01:00Z")
"""


def turns(count: int) -> list[dict[str, Any]]:
    return [
        {
            "id": f"t{n}",
            "session": f"s{n // 5}",
            "speaker": "Ann" if n % 2 else "Bo",
            "text": PLAIN[n % 5].format(n=n),
            "said_at": f"2023-0{n // 25 + 4}-{n // 5 % 5 + 1:02d}T10:00:{n % 5:02d}Z",
        }
        for n in range(count)
    ]


def opened(folder: Path) -> Memory:
    return Memory.open(folder, settings=Settings(snapshot_turns=50))


def answers(memory: Memory) -> list[Any]:
    return [
        [(item.turn_ids, item.text, item.score) for item in memory.recall(question, user=USER, now="2023-10-01")]
        for question in QUESTIONS
    ]


def read_from_graph(memory: Memory) -> int:
    """How many turns of the index came from the graph, and not from a file."""
    return turns_from_graph(memory, USER)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="mapped files can't be deleted there")
def test_a_new_process_reads_from_the_graph_only_what_was_added_since(tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    with opened(folder) as memory:
        memory.add_turns(turns(100), user=USER)
        memory.add("I have few memories.", user="other")
        memory.consolidate(now="2023-10-01")
        before = answers(memory)
        memory.recall("What do I have?", user="other")
    [kept] = (folder / "index").iterdir()
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    with opened(folder) as memory:
        assert answers(memory) == before
        assert read_from_graph(memory) == 0
        subprocess.run([sys.executable, "-c", ADD, str(folder)], check=True)  # nosec
        meanwhile = answers(memory)
        assert meanwhile != before
        assert 3 <= read_from_graph(memory) < 10
    with opened(folder) as memory:  # what came since was kept when it was closed
        assert answers(memory) == meanwhile
        assert read_from_graph(memory) == 0
    shutil.rmtree(folder / "index")
    with opened(folder) as memory:
        for anew, as_kept in zip(answers(memory), meanwhile, strict=True):
            assert [item[:2] for item in anew] == [item[:2] for item in as_kept]
            assert [item[2] for item in anew] == pytest.approx([item[2] for item in as_kept])
