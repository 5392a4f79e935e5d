"""One user with many turns: how long opening, the first recall and further recalls take, and in how much memory.

    python benchmarks/large_user.py [--turns 50000] [--index-only] --json OUT.json

Turns are invented (`synthetic.py`) and stored in an embedded memory, without being read. It is then opened by two new
processes: the first one reads all turns from the graph, and the second one maps the index that the first one kept.
With `--index-only` there is no database: the index is made of the turns themselves, and only what looks at all turns is
timed (choosing which are worth a look, and scoring them), by the process that made it and by one that maps its file.
"""

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

from load import resident_mb
from synthetic import Conversation, conversations

from chronomem import Memory, StaticEmbedder
from chronomem.graph_schema.database.store import GraphStore
from chronomem.graph_schema.model.dialogue import User
from chronomem.retrieval.index.arrays.array_file import read, write
from chronomem.retrieval.index.turn_columns import IndexedTurn
from chronomem.retrieval.index.user_index import UserIndex
from chronomem.retrieval.pipeline import Recollection, run_stages
from chronomem.retrieval.presets.preset import Preset
from chronomem.retrieval.presets.presets import CHRONOMEM
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
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "memory"
        with Memory.open(folder) as memory:
            began = time.perf_counter()
            memory.add_turns([dict(turn) for turn in history["turns"]], user=user)
            report: dict[str, Any] = {"stored_turns_per_s": turns / (time.perf_counter() - began)}
        report["from_the_graph"] = in_a_new_process(recalled, folder, user, questions)
        report["snapshot_mb"] = on_disk_mb(folder / "index")
        report["from_the_snapshot"] = in_a_new_process(recalled, folder, user, questions)
    return report


def recalled(folder: Path, user: str, questions: Sequence[str]) -> dict[str, Any]:
    """Open a folder, recall once, and then again and again."""
    before, own, began = resident_mb("self"), resident_mb("self", "RssAnon"), time.perf_counter()
    memory = Memory.open(folder)
    report: dict[str, Any] = {"open_s": time.perf_counter() - began}
    began = time.perf_counter()
    memory.recall(questions[0], user=user)
    report["first_recall_s"] = time.perf_counter() - began
    report["grown_mb"] = resident_mb("self") - before
    report["grown_own_mb"] = resident_mb("self", "RssAnon") - own
    times, cpu = [], time.process_time()
    for question in questions:
        began = time.perf_counter()
        memory.recall(question, user=user)
        times.append((time.perf_counter() - began) * 1000)
    report["recall_processor_ms_mean"] = (time.process_time() - cpu) * 1000 / len(questions)
    began = time.perf_counter()
    memory.close()
    return report | {"recall_ms": spread(times), "close_s": time.perf_counter() - began}


def in_a_new_process(work: Callable[..., dict[str, Any]], *given: Any) -> dict[str, Any]:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(work, *given).result()


def on_disk_mb(folder: Path) -> float:
    """Return the room that the files of a folder take, without their holes."""
    return sum(path.stat().st_blocks * 512 for path in folder.iterdir()) / 1e6


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
    report: dict[str, Any] = {"index_s": took, "index_mb": resident_mb("self") - before} | scored(index, questions)
    with tempfile.TemporaryDirectory() as folder:
        path, began = Path(folder) / "index", time.perf_counter()
        arrays = index.arrays()
        held = time.perf_counter()
        write(path, {}, arrays)
        report |= {"snapshot_held_s": held - began, "snapshot_written_s": time.perf_counter() - held}
        report["snapshot_mb"] = on_disk_mb(Path(folder))
        report["from_the_snapshot"] = in_a_new_process(mapped, path, questions)
    return report


def mapped(path: Path, questions: Sequence[str]) -> dict[str, Any]:
    """Score turns by an index that was kept."""
    embedder = StaticEmbedder()
    embedder.load()
    before, own, began = resident_mb("self"), resident_mb("self", "RssAnon"), time.perf_counter()
    index = UserIndex(embedder.dimensions)
    index.restore(read(path)[1])
    report = {"index_s": time.perf_counter() - began, "mapped_mb": resident_mb("self") - before}
    report |= scored(index, questions)
    return report | {"grown_mb": resident_mb("self") - before, "grown_own_mb": resident_mb("self", "RssAnon") - own}


def scored(index: UserIndex, questions: Sequence[str]) -> dict[str, Any]:
    user = User(id="somebody", version=1, epoch=0, timezone="UTC")
    view = MemoryView(cast("GraphStore", None), user, index, {}, StaticEmbedder())
    stages = Preset(name="looking", steps=tuple(s for s in CHRONOMEM.steps if s.stage in LOOKING)).stages

    async def ask() -> dict[str, Any]:
        times, busy = [], []
        for question in (questions[0], *questions):
            began, cpu = time.perf_counter(), time.process_time()
            await run_stages(stages, Recollection(question, datetime.now(UTC), 10, None), view)
            times.append((time.perf_counter() - began) * 1000)
            busy.append((time.process_time() - cpu) * 1000)
        # The first one embeds the vocabulary, or reads what is mapped.
        return {
            "first_scoring_ms": times[0],
            "scoring_ms": spread(times[1:]),
            "scoring_processor_ms_mean": statistics.fmean(busy[1:]),
        }

    return asyncio.run(ask())


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
