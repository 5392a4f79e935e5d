"""How long users wait for others: recalls beside a writer, and calls of seven users beside a writer that is held.

    python benchmarks/waiting.py [--seconds 20] [--uri URI] --json OUT.json

Eight users have 100 turns each. The transaction of one, who stores 50 turns, is held right before its commit, with all
of its writes made; meanwhile each of the others stores ten turns and asks, again and again, with pauses in which their
turns could be typed. The same is measured without the held writer (`alone`), and recalls beside a writer that never
pauses. With `--uri` the memory is on a Neo4j server (`NEO4J_USERNAME`, `NEO4J_PASSWORD`), else in a folder.
"""

import argparse
import asyncio
import json
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch
from uuid import uuid4

from synthetic import conversations

from chronomem import Memory
from chronomem.graph_schema.database.store import Transaction

USERS = 8
TURNS = 100
QUESTION = "Who is talking?"
PAUSE_S = 0.5
Waits = dict[str, float]


def said(count: int) -> list[dict[str, str]]:
    return [{"text": f"I am still talking, {number}.", "speaker": "Ann"} for number in range(count)]


def wait_beside_writer(memory: Memory, users: Sequence[str]) -> Waits:
    """Ask users while another thread stores for the first of them; return the longest recall of the others."""
    stop, longest = threading.Event(), 0.0

    def write() -> None:
        while not stop.is_set():
            memory.add_turns(said(50), user=users[0])

    writer = threading.Thread(target=write)
    writer.start()
    for user in 2 * [*users[1:]]:
        began = time.perf_counter()
        memory.recall(QUESTION, user=user, k=5)
        longest = max(longest, time.perf_counter() - began)
    stop.set()
    writer.join()
    return {"recall_beside_writer_longest_ms": 1000 * longest}


@contextmanager
def held(memory: Memory, user: str) -> Iterator[None]:
    """Hold a transaction that stores turns of a user right before its commit, while the block runs."""
    written, release = threading.Event(), threading.Event()
    store_log = Transaction.store_log

    async def hold(tx: Transaction) -> None:
        await store_log(tx)
        if tx._begun is not None and tx._begun[0] == user:
            written.set()
            await asyncio.to_thread(release.wait)

    with patch.object(Transaction, "store_log", hold):
        writer = threading.Thread(target=memory.add_turns, args=(said(50),), kwargs={"user": user})
        writer.start()
        written.wait()
        try:
            yield
        finally:
            release.set()
            writer.join()


def calls(memory: Memory, users: Sequence[str], seconds: float) -> Waits:
    """Have each user store and ask for some time; return the median and the longest of their calls."""
    until = time.perf_counter() + seconds
    took: dict[str, list[float]] = {"add": [], "recall": []}

    def timed(kind: str, call: Callable[[], object]) -> None:
        began = time.perf_counter()
        call()
        took[kind].append(1000 * (time.perf_counter() - began))

    def talk(user: str) -> None:
        time.sleep(PAUSE_S * users.index(user) / len(users))  # not all at the same moment
        while time.perf_counter() < until:
            timed("add", lambda: memory.add_turns(said(10), user=user))
            timed("recall", lambda: memory.recall(QUESTION, user=user, k=5))
            time.sleep(PAUSE_S)

    with ThreadPoolExecutor(len(users)) as pool:
        list(pool.map(talk, users))
    found = {f"{kind}_p50_ms": statistics.median(own) for kind, own in took.items()}
    return found | {f"{kind}_longest_ms": max(own) for kind, own in took.items()}


def measure(memory: Memory, seconds: float) -> dict[str, Waits]:
    mark = uuid4().hex[:6]  # a server may hold users of an earlier run
    histories = list(conversations(USERS, TURNS, seed=1))
    users = [f"{history['user']}-{mark}" for history in histories]
    for user, history in zip(users, histories, strict=True):
        memory.add_turns([dict(turn) for turn in history["turns"]], user=user)
    calls(memory, users[1:], min(seconds, 5.0))  # plans and code are compiled
    report = {"alone": calls(memory, users[1:], seconds)}
    with held(memory, users[0]):
        report["beside_held_writer"] = calls(memory, users[1:], seconds)
    return report | {"beside_writer": wait_beside_writer(memory, users)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--uri", help="a Neo4j server")
    parser.add_argument("--json", type=Path, required=True, metavar="OUT.json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if options.uri is None:
            opened = Memory.open(Path(folder) / "memory")
        else:
            opened = Memory.connect(options.uri, auth=(os.environ["NEO4J_USERNAME"], os.environ["NEO4J_PASSWORD"]))
        with opened as memory:
            report = measure(memory, options.seconds)
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
