"""Storing and extraction on Neo4j beside the embedded database, in one run, by turns.

    python benchmarks/databases.py FILE.jsonl --uri URI [--runs 4] [--conversations 1] [--unread] --json OUT.json

Each run stores the conversations under new users and consolidates them, on one database and then on the other. The
first run on each is left out: it compiles the plans and the code of both servers. `NEO4J_USERNAME` and `NEO4J_PASSWORD`
are the credentials, `NEO4J_PID` is the server's process id if it runs on this machine. Beside the rates stands the
processor time of a turn, in this process and in the database's, which a busy machine distorts less.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from uuid import uuid4

from load import java_of
from service import cpu_s

from chronomem import Memory
from chronomem.engine.importers import Conversation, read_conversations

Figures = dict[str, float]
OWN = os.getpid()


def timed(work: Callable[[], object], turns: int, database: int | None) -> Figures:
    """Run something; return turns a second, and the milliseconds of processor time for each turn."""
    began, own, theirs = time.perf_counter(), cpu_s(OWN), 0.0 if database is None else cpu_s(database)
    work()
    found = {"turns_per_s": turns / (time.perf_counter() - began), "python_ms": 1000 * (cpu_s(OWN) - own) / turns}
    return found if database is None else found | {"database_ms": 1000 * (cpu_s(database) - theirs) / turns}


def run(memory: Memory, said: Sequence[Conversation], database: int | None, *, unread: bool) -> dict[str, Figures]:
    """Store and consolidate conversations under new users."""
    mark, turns = uuid4().hex[:8], sum(len(each.turns) for each in said)
    named = [each.model_copy(update={"user": f"{each.user}-{mark}"}) for each in said]

    def store() -> None:
        for each in named:
            memory.add_turns(each.turns, user=each.user)

    def read() -> None:
        for each in named:
            memory.consolidate(user=each.user)

    found = {"store": timed(store, turns, database)}
    return found if unread else found | {"read": timed(read, turns, database)}


def medians(runs: Sequence[dict[str, Figures]]) -> dict[str, Figures]:
    first = runs[0]
    return {
        what: {name: round(statistics.median(each[what][name] for each in runs), 3) for name in first[what]}
        for what in first
    }


def measure(options: argparse.Namespace) -> dict[str, object]:
    said = list(islice(read_conversations(options.file), options.conversations))
    runs: dict[str, list[dict[str, Figures]]] = {"neo4j": [], "embedded": []}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        auth = os.environ["NEO4J_USERNAME"], os.environ["NEO4J_PASSWORD"]
        memories = {
            "neo4j": stack.enter_context(Memory.connect(options.uri, auth=auth)),
            "embedded": stack.enter_context(Memory.open(folder / "memory")),
        }
        server = os.environ.get("NEO4J_PID")
        processes = {"neo4j": None if server is None else int(server), "embedded": java_of(folder / "memory")}
        for number in range(options.runs):
            for name in sorted(memories, reverse=bool(number % 2)):
                runs[name].append(run(memories[name], said, processes[name], unread=options.unread))
                print(number, name, runs[name][-1], f"load {os.getloadavg()[0]:.1f}", file=sys.stderr)
    counted = {name: own[1:] for name, own in runs.items()}
    found = {name: medians(own) for name, own in counted.items()}
    ratios = {
        what: [
            round(ours[what]["turns_per_s"] / theirs[what]["turns_per_s"], 3)
            for ours, theirs in zip(counted["neo4j"], counted["embedded"], strict=True)
        ]
        for what in found["neo4j"]
    }
    return {"turns": sum(len(each.turns) for each in said)} | found | {"neo4j_by_embedded": ratios}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--uri", required=True, help="a Neo4j server")
    parser.add_argument("--runs", type=int, default=4, help="on each database, of which the first is left out")
    parser.add_argument("--conversations", type=int, default=1)
    parser.add_argument("--unread", action="store_true", help="store only")
    parser.add_argument("--json", type=Path, required=True, metavar="OUT.json")
    options = parser.parse_args()
    text = json.dumps(measure(options), indent=2)
    options.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
