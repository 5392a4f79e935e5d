"""How fast what was stored is read, by one process or by several that drain the same memory.

    python benchmarks/extraction_speed.py FILE.jsonl [--workers 2] [--one-user] --json OUT.json

All conversations of a file are stored first, as one user each or as one user altogether. Then each worker opens the
memory, warms up, and calls `consolidate` at the same moment. Reading ends when the last of them is done. `cpu_seconds`
is the time that the workers' processors took, without the database's; `peak_mb` is the most memory that each held.
"""

import argparse
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from chronomem import Memory, Settings, Turn
from chronomem.engine.importers import read_conversations

Told = dict[str, Any]
NOTHING_ELSE = Settings(structures=())
WARM = "warm"


def store(folder: str, path: Path, one_user: bool) -> int:
    """Store everything, and a turn of somebody else's for each worker to warm up with."""
    turns = 0
    with Memory.open(folder, settings=NOTHING_ELSE) as memory:
        for conversation in read_conversations(path, skip_bad=lambda error: print(f"left out: {error}")):
            user = "everybody" if one_user else conversation.user
            own: Sequence[Turn] = conversation.turns
            if one_user:
                own = [
                    replace(t, id=f"{conversation.id}:{t.id}", session=f"{conversation.id}:{t.session}") for t in own
                ]
            memory.add_turns(own, user=user)
            turns += len(own)
    return turns


def work(folder: str, number: int, ready: Barrier, results: "multiprocessing.Queue[Told]") -> None:
    """Read whatever is unread; tell how much it was, and what it took."""
    with Memory.open(folder, settings=NOTHING_ELSE) as memory:
        warm = f"{WARM}-{number}"
        memory.add("I live in Porto with my sister Eva.", user=warm, speaker="Ann")
        memory.consolidate(user=warm)
        ready.wait()
        began, cpu = time.monotonic(), time.process_time()
        done = memory.consolidate()
        ended = time.monotonic()
        told: Told = {"turns": done.turns, "began": began, "ended": ended, "operations": sum(done.operations.values())}
        told["cpu_seconds"] = round(time.process_time() - cpu, 2)
        told["peak_mb"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        results.put(told)
        ready.wait()


def run(path: Path, *, workers: int, one_user: bool) -> Told:
    context = multiprocessing.get_context("spawn")
    ready, results = context.Barrier(workers), context.Queue()
    with tempfile.TemporaryDirectory() as root:
        folder = str(Path(root) / "memory")
        turns = store(folder, path, one_user)
        processes = [context.Process(target=work, args=(folder, i, ready, results)) for i in range(workers)]
        for process in processes:
            process.start()
        told = [results.get() for _ in processes]
        for process in processes:
            process.join()
    seconds = max(t["ended"] for t in told) - min(t["began"] for t in told)
    return {
        "turns": turns,
        "workers": workers,
        "seconds": round(seconds, 2),
        "turns_per_s": round(turns / seconds, 1),
        "cpu_seconds": round(sum(t["cpu_seconds"] for t in told), 2),
        "peak_mb": [t["peak_mb"] for t in told],
        "turns_by_worker": [t["turns"] for t in told],
        "operations": sum(t["operations"] for t in told),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--workers", type=int, default=1, help="how many processes read")
    parser.add_argument("--one-user", action="store_true", help="store all conversations as one user's")
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    text = json.dumps(run(options.file, workers=options.workers, one_user=options.one_user), indent=2)
    options.json.write_text(text + "\n", encoding="utf-8")
    sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
