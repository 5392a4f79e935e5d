"""One user with many turns: how long opening, the first recall and further recalls take, and in how much memory.

    python benchmarks/large_user.py [--turns 50000] [--index-only] --json OUT.json

Turns are invented (`synthetic.py`) and stored in an embedded memory, without being read. With `--index-only` there is
no database: the index is made of the turns themselves, and only what looks at all turns is timed (choosing which are
worth a look, and scoring them).
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from load import resident_mb
from synthetic import Conversation, conversations

from chronomem import Memory, StaticEmbedder
from chronomem.graph_schema.model import User
from chronomem.graph_schema.store import GraphStore
from chronomem.retrieval.index import UserIndex
from chronomem.retrieval.indexed_turns import IndexedTurn
from chronomem.retrieval.pipeline import Recollection, run_stages
from chronomem.retrieval.preset import Preset
from chronomem.retrieval.presets import CHRONOMEM
from chronomem.retrieval.view import MemoryView

QUESTIONS = 60
AT_ONCE = 20_000
LOOKING = ("question", "plan", "turns", "signs", "spread", "best")
"""The stages that need no graph."""


def spread(milliseconds: Sequence[float]) -> dict[str, float]:
    cuts = statistics.quantiles(milliseconds, n=100, method="inclusive")
    return {"p50": round(cuts[49], 1), "p95": round(cuts[94], 1)}


def stored(history: Conversation, questions: Sequence[str]) -> dict[str, Any]:
    user, turns = history["user"], len(history["turns"])
    with tempfile.TemporaryDirectory() as folder:
        with Memory.open(Path(folder) / "memory") as memory:
            began = time.perf_counter()
            memory.add_turns([dict(turn) for turn in history["turns"]], user=user)
            report: dict[str, Any] = {"stored_turns_per_s": turns / (time.perf_counter() - began)}
        history["turns"].clear()
        before, began = resident_mb("self"), time.perf_counter()
        with Memory.open(Path(folder) / "memory") as memory:
            report["open_s"] = time.perf_counter() - began
            began = time.perf_counter()
            memory.recall(questions[0], user=user)
            report["first_recall_s"] = time.perf_counter() - began
            report["index_mb"] = resident_mb("self") - before
            times = []
            for question in questions:
                began = time.perf_counter()
                memory.recall(question, user=user)
                times.append((time.perf_counter() - began) * 1000)
    return report | {"recall_ms": spread(times)}


def indexed(history: Conversation, embedder: StaticEmbedder) -> Iterator[tuple[list[IndexedTurn], Any]]:
    """Yield turns with their vectors, some at once."""
    for start in range(0, len(history["turns"]), AT_ONCE):
        part = history["turns"][start : start + AT_ONCE]
        turns = [
            IndexedTurn(
                turn["id"], turn["session"], number, turn["speaker"], "user", turn["text"],
                datetime.fromisoformat(turn["said_at"]).replace(tzinfo=UTC),
            )
            for number, turn in enumerate(part, start)
        ]  # fmt: skip
        yield turns, embedder.embed([turn.text for turn in turns])


def index_only(history: Conversation, questions: Sequence[str]) -> dict[str, Any]:
    embedder, before = StaticEmbedder(), resident_mb("self")
    index, took = UserIndex(embedder.dimensions), 0.0
    for turns, vectors in indexed(history, embedder):
        began = time.perf_counter()
        index.extend(turns, vectors)
        took += time.perf_counter() - began
    report = {"index_s": took, "index_mb": resident_mb("self") - before}
    user = User(id=history["user"], version=1, epoch=0, timezone="UTC")
    view = MemoryView(cast("GraphStore", None), user, index, {}, embedder)
    stages = Preset(name="looking", steps=tuple(s for s in CHRONOMEM.steps if s.stage in LOOKING)).stages

    async def ask() -> dict[str, Any]:
        times, cpu = [], 0.0
        for number, question in enumerate((questions[0], *questions)):
            began, busy = time.perf_counter(), time.process_time()
            await run_stages(stages, Recollection(question, datetime.now(UTC), 10, None), view)
            if number:  # the first one embeds the vocabulary
                times.append((time.perf_counter() - began) * 1000)
                cpu += (time.process_time() - busy) * 1000
        return {"scoring_ms": spread(times), "scoring_processor_ms_mean": cpu / len(times)}

    return report | asyncio.run(ask())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=50_000)
    parser.add_argument("--index-only", action="store_true", help="without a database")
    parser.add_argument("--json", type=Path, required=True, metavar="OUT.json")
    arguments = parser.parse_args()
    history = next(conversations(1, arguments.turns, seed=1))
    questions = [question["text"] for question in history["questions"]][:QUESTIONS]
    report = index_only(history, questions) if arguments.index_only else stored(history, questions)
    text = json.dumps({"turns": arguments.turns} | report, indent=2)
    arguments.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
