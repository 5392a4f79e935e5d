"""Many users in one memory and several workers on it: what grows, what waits, and whether anything is done twice.

    python benchmarks/scale.py [--users 200] [--turns 50] [--workers 2] [--kills 4] [--dask] [--uri URI]
        [--structures ''] [--unread] --json OUT

Users are invented (`synthetic.py`). All of their turns are stored, a piece of each user at a time; random users are
asked; then all users are due at once, and `chronomem worker` processes drain them, some of which are killed. With
`--dask` it is a scheduler, workers and a dispatcher, and each kind is killed in turn (`fleet.py`). The same users are
drained by one worker that nobody disturbs, in a memory of its own: the exports have to be equal, but for versions and
times of writing. With `--uri` the shared memory is on an empty Neo4j server (`NEO4J_USERNAME`,
`NEO4J_PASSWORD`), and the calm one in a folder. With `--unread` nothing is drained: it measures storing, and questions.
"""

import argparse
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from fleet import Command, cluster, running, workers
from inside import cached_bytes
from load import pieces
from synthetic import Conversation, conversations
from waiting import wait_beside_writer

from chronomem import Memory, Settings

PIECE = 10
QUESTION = "What did we talk about last week?"
BY_ARRIVAL = {
    *("version", "added", "epoch", "memory_epoch", "touched", "due_at", "seen", "target", "looked", "asked"),
    *("created_at", "expired_at", "closed_by", "fingerprint", "summarised_at", "next_seq", "seq", "queued_at"),
}
"""The properties that tell when and in how many transactions a memory came to be."""


def store(memory: Memory, histories: Sequence[Conversation]) -> dict[str, float]:
    """Store all turns; return the rate of each tenth at the beginning and at the end, in turns a second."""
    total = sum(len(history["turns"]) for history in histories)
    marks, done = [(0, time.perf_counter())], 0
    for user, piece in pieces(histories, PIECE):
        memory.add_turns(piece, user=user)
        done += len(piece)
        if done >= len(marks) * total // 10:
            marks.append((done, time.perf_counter()))
    rates = [(b[0] - a[0]) / (b[1] - a[1]) for a, b in pairwise(marks)]
    return {
        "store_turns_per_s_first": rates[0],
        "store_turns_per_s_last": rates[-1],
        "store_ratio": rates[-1] / rates[0],
    }


def ask(memory: Memory, histories: Sequence[Conversation], users: int) -> dict[str, float]:
    """Ask random users twice; return the median times of the question that loads an index, and of the next.

    Also returns the bytes of a user's index: the mean of those in the cache, if it holds all of them.
    """
    chosen = random.Random(1).sample(list(histories), min(users, len(histories)))
    found: dict[str, list[float]] = {"cold": [], "warm": []}
    for kind, times in found.items():
        for history in chosen:
            began = time.perf_counter()
            memory.recall(QUESTION, user=history["user"])
            times.append(1000 * (time.perf_counter() - began))
        print(f"{kind}: {statistics.median(times):.1f} ms", file=sys.stderr)
    report = {f"recall_{kind}_p50_ms": statistics.median(times) for kind, times in found.items()}
    return report | {"index_bytes": cached_bytes(memory) / len(chosen)}


def find_due(memory: Memory) -> dict[str, float]:
    """Return the median time of finding the users who are due, and of counting them."""
    times: dict[str, list[float]] = {"page": [], "backlog": []}
    for _ in range(20):
        began = time.perf_counter()
        memory.due_users(limit=20)
        times["page"].append(time.perf_counter() - began)
        began = time.perf_counter()
        memory.backlog()
        times["backlog"].append(time.perf_counter() - began)
    return {f"due_{what}_p50_ms": 1000 * statistics.median(own) for what, own in times.items()}


def waiting(memory: Memory) -> int:
    """Return the number of users for whom work is due, or will be once the lease of a killed worker has expired."""
    soon = round(1000 * (time.time() + 120))
    (row,) = memory.cypher("MATCH (u:User) WHERE u.due_at <= $soon RETURN count(u) AS users", soon=soon)
    return int(row["users"])


def drain(memory: Memory, commands: Mapping[str, Command], kills: int, turns: int) -> dict[str, Any]:
    """Have everybody drained by processes, of which some are killed -9 and replaced; return the speed.

    The time begins with the first user who is done, since starting a process takes some seconds.
    """
    rng, all_users = random.Random(2), waiting(memory)
    began: float | None = None
    with running(commands) as fleet:
        while left := waiting(memory):
            if began is None and left < all_users:
                began = time.perf_counter()
            killed = fleet.killed.total()
            if killed < kills and left < all_users * (1 - killed / (kills + 1)):
                fleet.kill(rng)
                print(f"{left:,} users wait, killed {dict(fleet.killed)}", file=sys.stderr)
            fleet.keep()
            time.sleep(0.2)
        seconds = time.perf_counter() - (began or 0.0)
    counts = {"killed": dict(fleet.killed), "restarted": dict(fleet.restarted)}
    return {"drain_seconds": seconds, "drain_turns_per_s": turns / seconds} | counts


def exported(memory: Memory, path: Path) -> list[str]:
    """Return the lines of an export without what tells how the memory came to be."""
    memory.export(path, embeddings=False)
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        row = json.loads(line)
        if row.get("node") == "Event" or "end" in row:
            continue
        for part in {"properties", "user"} & row.keys():
            row[part] = {name: value for name, value in row[part].items() if name not in BY_ARRIVAL}
        if row.get("node") == "Structure":
            row["properties"]["state"] = None
        lines.append(json.dumps(row, sort_keys=True))
    return sorted(lines)


def measure(
    memory: Memory, settings: Settings, place: Sequence[str], folder: Path, options: argparse.Namespace
) -> dict[str, Any]:
    histories = list(conversations(options.users, options.turns, seed=1))
    turns = sum(len(history["turns"]) for history in histories)
    report: dict[str, Any] = {"users": options.users, "turns": turns, "workers": options.workers}
    report |= store(memory, histories) | find_due(memory) | ask(memory, histories, min(options.users, 1_000))
    asked = [history["user"] for history in histories[:8]]
    if options.unread:
        return report | wait_beside_writer(memory, asked)
    commands = cluster(place, options.workers, folder) if options.dask else workers(place, options.workers)
    report |= drain(memory, commands, options.kills, turns)
    report["findings"] = [repr(finding) for finding in memory.doctor().findings]
    calm_folder = folder / "calm"
    with Memory.open(calm_folder, settings=settings) as calm:
        store(calm, histories)
        calm_speed = drain(calm, workers(["--folder", str(calm_folder)], 1), 0, turns)
        report["one_worker_turns_per_s"] = calm_speed["drain_turns_per_s"]
        ours, theirs = exported(memory, folder / "ours.jsonl"), exported(calm, folder / "theirs.jsonl")
    report["equal_exports"] = ours == theirs
    return report | wait_beside_writer(memory, asked)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("users", 200), ("turns", 50), ("workers", 2), ("kills", 4)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("--dask", action="store_true", help="drain by a Dask cluster; kill all kinds of its processes")
    parser.add_argument("--unread", action="store_true", help="drain nobody")
    parser.add_argument("--structures", help="those to build, instead of the default ones; '' for none")
    parser.add_argument("--uri", help="an empty Neo4j server")
    parser.add_argument("--json", type=Path, required=True, metavar="OUT.json")
    options = parser.parse_args()
    settings = Settings() if options.structures is None else Settings(structures=tuple(options.structures.split()))
    os.environ["CHRONOMEM_STRUCTURES"] = ",".join(settings.structures)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if options.uri is None:
            place = ["--folder", str(folder / "memory")]
            opened = Memory.open(folder / "memory", settings=settings)
        else:
            place = ["--uri", options.uri]
            os.environ |= {f"CHRONOMEM_{what}": os.environ[f"NEO4J_{what}"] for what in ("USERNAME", "PASSWORD")}
            auth = os.environ["NEO4J_USERNAME"], os.environ["NEO4J_PASSWORD"]
            opened = Memory.connect(options.uri, auth=auth, settings=settings)
        with opened as memory:
            report = measure(memory, settings, place, folder, options)
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=2))
    sys.exit(bool(report.get("findings") or not report.get("equal_exports", True)))


if __name__ == "__main__":
    main()
