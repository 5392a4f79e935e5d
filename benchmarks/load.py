"""Many users in one memory: what it takes to store them, and whether one of them notices the others.

    python benchmarks/load.py [--turns 100000] [--users 100] [--batch 200] --json OUT.json

Users are invented (`synthetic.py`) and stored a piece of each at a time, as they would come in. One of them is small,
with 100 turns; the same user is also stored in a memory of its own, and both are asked the same questions.
Memory is resident size as Linux counts it; of Python it is this process.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from synthetic import Conversation, conversations

from chronomem import Memory
from chronomem.graph_schema.embedded.keeper.files import STATE_FILE

SMALL_TURNS = 100
ROUNDS = 20


def resident_mb(process: int | str, kind: str = "VmRSS") -> float:
    """Return the resident size of a process in MB; `RssAnon` is what of it is in no file."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
        if line.startswith(kind):
            return int(line.split()[1]) / 1000
    raise ValueError(f"no {kind} of process {process}")


def java_of(folder: Path) -> int:
    return int(json.loads((folder / STATE_FILE).read_text(encoding="utf-8"))["java_pid"])


def pieces(histories: Sequence[Conversation], size: int) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield a piece of each user's turns, then the next piece of each."""
    left = {history["user"]: iter(history["turns"]) for history in histories}
    while left:
        for user in list(left):
            if piece := [dict(turn) for turn in islice(left[user], size)]:
                yield user, piece
            else:
                del left[user]


def ask(memory: Memory, user: str, questions: Sequence[str]) -> tuple[float, list[list[str]]]:
    """Return the median time of a recall in ms, and the turns that each question brought."""
    found = [[turn for item in memory.recall(q, user=user) for turn in item.turn_ids] for q in questions]
    times = []
    for _ in range(ROUNDS):
        for question in questions:
            began = time.perf_counter()
            memory.recall(question, user=user)
            times.append(time.perf_counter() - began)
    return statistics.median(times) * 1000, found


def store(memory: Memory, histories: Sequence[Conversation], batch: int, java: int) -> dict[str, float]:
    """Store all; return rates in turns a second and the largest sizes seen, in MB."""
    marks: list[tuple[int, float]] = [(0, time.perf_counter())]
    done, most_java, most_python = 0, 0.0, 0.0
    total = sum(len(history["turns"]) for history in histories)
    for user, piece in pieces(histories, batch):
        memory.add_turns(piece, user=user)
        done += len(piece)
        if done >= len(marks) * total // 10:
            marks.append((done, time.perf_counter()))
            most_java, most_python = max(most_java, resident_mb(java)), max(most_python, resident_mb("self"))
            print(f"{done:,} turns, Java {most_java:.0f} MB, Python {most_python:.0f} MB", file=sys.stderr)
    rates = [(b[0] - a[0]) / (b[1] - a[1]) for a, b in pairwise(marks)]
    return {
        "turns_per_s_first_tenth": rates[0],
        "turns_per_s_second_tenth": rates[1],
        "turns_per_s_last_tenth": rates[-1],
        "java_mb": most_java,
        "python_mb": most_python,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=100_000)
    parser.add_argument("--users", type=int, default=100)
    parser.add_argument("--batch", type=int, default=200, help="turns of one call (default 200)")
    parser.add_argument("--json", type=Path, required=True, metavar="OUT.json")
    arguments = parser.parse_args()
    small = next(conversations(1, SMALL_TURNS, seed=2)) | {"user": "small"}
    big_turns = (arguments.turns - SMALL_TURNS) // (arguments.users - 1)
    histories = [small, *conversations(arguments.users - 1, big_turns, seed=1)]
    questions = [*(q["text"] for q in small["questions"]), *(turn["text"] for turn in small["turns"][::5])]
    with tempfile.TemporaryDirectory() as folder:
        with Memory.open(Path(folder) / "alone") as memory:
            for user, piece in pieces([small], arguments.batch):
                memory.add_turns(piece, user=user)
            alone_ms, alone = ask(memory, "small", questions)
        with Memory.open(Path(folder) / "many") as memory:
            java = java_of(Path(folder) / "many")
            report: dict[str, Any] = store(memory, histories, arguments.batch, java)
            report["turns"] = memory.stats().turns
            among_ms, among = ask(memory, "small", questions)
            report |= {"java_mb_after_recall": resident_mb(java), "python_mb_after_recall": resident_mb("self")}
    report |= {
        "users": len(histories),
        "questions": len(questions),
        "recall_p50_ms_alone": alone_ms,
        "recall_p50_ms_among_many": among_ms,
        "same_recall": alone == among,
    }
    arguments.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
