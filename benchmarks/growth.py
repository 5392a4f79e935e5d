"""What it takes a structure of memories to work in one more exchange, as a user's history grows.

    python benchmarks/growth.py [--structure hmem] [--turns 1000 10000 100000] --json OUT.json

A history is invented (`synthetic.py`), stored and worked in. At each of the lengths given, some exchanges more are
stored and worked in one at a time, as they are over, without a language model and without reading them for facts.
Told are the time of each, how many memories it touched, also for each leaf that it brought (those that were written,
and those whose words were read for them), and with how many others it was compared. What is due at the end of a day,
week or month is made at the first exchange after it.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any

from synthetic import conversations

from chronomem import Memory, Settings
from chronomem.graph_schema.store import Transaction

USER = "growing"
SOON = timedelta(seconds=1)
"""How long after the last turn a history is worked in."""
PIECE = 5_000
INSERTS = 60


class Count:
    """What statements touched since it was last asked."""

    def __init__(self) -> None:
        self.touched: set[str] = set()
        self.leaves = 0
        self.compared = 0

    def watch(self) -> None:
        run = Transaction.run

        async def counted(tx: Transaction, name: str, **parameters: Any) -> list[dict[str, Any]]:
            rows = await run(tx, name, **parameters)
            if name == "store_memories":
                self.touched |= {row["id"] for row in parameters["rows"]}
                self.leaves += sum(row["level"] == 1 for row in parameters["rows"])
            elif name == "read_memory_words":
                self.touched |= set(parameters["ids"])
            elif name == "read_window":
                self.compared += len(rows)
            return rows

        Transaction.run = counted  # type: ignore[method-assign]  # a benchmark may look over its shoulder

    def take(self) -> tuple[int, int, int]:
        counts = len(self.touched), self.leaves, self.compared
        self.touched, self.leaves, self.compared = set(), 0, 0
        return counts


def work(memory: Memory, now: datetime) -> None:
    """Bring the structures of the user up to date, without reading turns."""
    inner = memory._memory

    async def run() -> None:
        await inner._sleep.run(await inner._indexes.user(USER), now)

    memory._loop.run(run())


def said_at(turn: dict[str, Any]) -> datetime:
    return datetime.fromisoformat(f"{turn['said_at']}+00:00")


def grow(memory: Memory, turns: Iterator[dict[str, Any]], number: int) -> None:
    """Store and work in a number of turns."""
    while number > 0 and (piece := list(islice(turns, min(number, PIECE)))):
        memory.add_turns(piece, user=USER)
        work(memory, said_at(piece[-1]) + SOON)
        number -= len(piece)
        print(f"{number:,} turns to go", file=sys.stderr)


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(int(share * len(values)), len(values) - 1)]


def measure(memory: Memory, turns: Iterator[dict[str, Any]], count: Count) -> dict[str, float]:
    """Store and work in single exchanges; return what they took."""
    times, counts = [], []
    for _ in range(INSERTS):
        pair = list(islice(turns, 2))
        memory.add_turns(pair, user=USER)
        count.take()
        began = time.perf_counter()
        work(memory, said_at(pair[-1]) + SOON)
        times.append((time.perf_counter() - began) * 1000)
        counts.append(count.take())
    touched = [number for number, _, _ in counts]
    each = [number / leaves for number, leaves, _ in counts if leaves]
    compared = [number for _, _, number in counts]
    return {
        "ms_p50": round(statistics.median(times), 1),
        "ms_p90": round(percentile(times, 0.9), 1),
        "touched_p50": statistics.median(touched),
        "touched_p99": percentile(touched, 0.99),
        "touched_a_leaf_p99": round(percentile(each, 0.99), 1),
        "compared_p50": statistics.median(compared),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--structure", default="hmem")
    parser.add_argument("--turns", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--json", type=Path, required=True)
    arguments = parser.parse_args()
    longest = max(arguments.turns) + 2 * INSERTS * len(arguments.turns)
    turns = iter([dict(turn) for turn in next(iter(conversations(1, longest, 1)))["turns"]])
    count, done, found = Count(), 0, {}
    with (
        tempfile.TemporaryDirectory() as folder,
        Memory.open(folder, settings=Settings(structures=(arguments.structure,))) as memory,
    ):
        count.watch()

        for length in sorted(arguments.turns):
            grow(memory, turns, length - done)
            found[length] = measure(memory, turns, count)
            done = length + 2 * INSERTS
            print(f"{arguments.structure} at {length:,} turns: {found[length]}", file=sys.stderr)
            arguments.json.write_text(json.dumps({arguments.structure: found}, indent=2), encoding="utf-8")


if __name__ == "__main__":
    main()
