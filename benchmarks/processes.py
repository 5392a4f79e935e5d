"""Several processes on one memory, which store and recall at the same time: nothing fails, is lost or doubled.

    python benchmarks/processes.py [--processes 8] [--minutes 5] [--users 1] --json OUT.json

Each process stores single turns and small batches, recalls what it has just stored, and now and then reads what is
unread. With `--users 1` all of them write for one user; with more they spread over them. Afterwards every turn that was
acknowledged has to be there once, and `doctor` has to find nothing. `conflicts` counts the transactions that lost
against another and were run again.
"""

import argparse
import json
import logging
import multiprocessing
import random
import sys
import tempfile
import time
from collections import Counter
from datetime import timedelta
from pathlib import Path
from typing import Any

from chronomem import ChronomemError, Memory, Settings

Told = dict[str, Any]
EVERYTHING = Settings(query_rows=10_000_000, query_timeout=timedelta(minutes=2))


class _Counter(logging.Handler):
    """Counts what the store runs again."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.count = 0

    def emit(self, record: logging.LogRecord) -> None:
        self.count += record.name == "chronomem.store"


def work(folder: str, number: int, users: int, until: float, results: "multiprocessing.Queue[Told]") -> None:
    """Store and recall until the time is over; tell what was acknowledged, how long it took, and what failed."""
    rng, conflicts = random.Random(number), _Counter()
    logger = logging.getLogger("chronomem.store")
    logger.setLevel(logging.DEBUG)
    logger.propagate = False
    logger.addHandler(conflicts)
    told: Told = {"acknowledged": [], "adds": [], "recalls": [], "missed": 0, "errors": []}
    try:
        with Memory.open(folder) as memory:
            while time.time() < until:
                _step(memory, f"u{rng.randrange(users)}", number, rng, told)
    except ChronomemError as error:
        told["errors"].append(f"{type(error).__name__}: {error}")
    results.put(told | {"conflicts": conflicts.count})


def _step(memory: Memory, user: str, number: int, rng: random.Random, told: Told) -> None:
    size, done = rng.choice((1, 1, 1, 5, 20)), len(told["acknowledged"])
    turns = [
        {
            "id": f"p{number}-{done + n}",
            "text": f"Process {number} speaks of thing{number}n{done + n} again.",
            "speaker": f"p{number}",
            "session": rng.choice((None, f"s{number}", "all")),
        }
        for n in range(size)
    ]
    began = time.perf_counter()
    added = memory.add_turns(turns, user=user)
    told["adds"].append(time.perf_counter() - began)
    told["acknowledged"] += [(user, turn) for turn in added.turn_ids]
    began = time.perf_counter()
    found = memory.recall(f"thing{number}n{done}", user=user, k=5)
    told["recalls"].append(time.perf_counter() - began)
    told["missed"] += all(turns[0]["id"] not in item.turn_ids for item in found)
    if rng.random() < 0.02:
        memory.consolidate(user=user)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--processes", type=int, default=8)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--users", type=int, default=1)
    parser.add_argument("--json", type=Path, required=True, metavar="OUT.json")
    arguments = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[Told] = context.Queue()
    with tempfile.TemporaryDirectory() as folder, Memory.open(Path(folder) / "memory", settings=EVERYTHING) as memory:
        path, until = str(Path(folder) / "memory"), time.time() + 60 * arguments.minutes
        workers = [
            context.Process(target=work, args=(path, number, arguments.users, until, results))
            for number in range(arguments.processes)
        ]
        for worker in workers:
            worker.start()
        told = [results.get() for _ in workers]
        for worker in workers:
            worker.join()
        report = _report(memory, told, arguments.users, 60 * arguments.minutes)
    arguments.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=2))
    sys.exit(bool(report["errors"] or report["lost"] or report["doubled"] or report["missed"] or report["findings"]))


def _report(memory: Memory, told: list[Told], users: int, seconds: float) -> Told:
    acknowledged = Counter(pair for each in told for pair in map(tuple, each["acknowledged"]))
    stored: Counter[tuple[str, str]] = Counter()
    for user in memory.users():
        rows = memory.cypher("MATCH (t:Turn {user_id: $user}) RETURN t.id AS id", user=user)
        stored.update((user, row["id"]) for row in rows)
    adds, recalls = (sorted(t for each in told for t in each[kind]) for kind in ("adds", "recalls"))
    return {
        "processes": len(told),
        "users": users,
        "turns": sum(stored.values()),
        "turns_per_s": sum(stored.values()) / seconds,
        "add_p50_ms": adds[len(adds) // 2] * 1000,
        "add_p99_ms": adds[len(adds) * 99 // 100] * 1000,
        "add_longest_ms": adds[-1] * 1000,
        "recall_p50_ms": recalls[len(recalls) // 2] * 1000,
        "recall_p99_ms": recalls[len(recalls) * 99 // 100] * 1000,
        "conflicts": sum(each["conflicts"] for each in told),
        "errors": [error for each in told for error in each["errors"]],
        "missed": sum(each["missed"] for each in told),
        "lost": len(acknowledged - stored),
        "doubled": sum(count - 1 for count in stored.values()),
        "findings": [repr(finding) for finding in memory.doctor().findings],
    }


if __name__ == "__main__":
    main()
