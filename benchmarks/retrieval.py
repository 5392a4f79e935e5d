"""Evidence recall, speed and context size of a memory over a file of conversations with questions.

    python benchmarks/retrieval.py FILE.jsonl[.gz] [--preset NAME] [--database embedded|URI] [--limit N] --json OUT.json

Each conversation is ingested as one user into a new memory; then its questions are asked, each at its own
`asked_at`. Questions of the category `adversarial` and those without evidence are left out. Evidence recall is the
share of a question's gold turns among its first 5, 10 or 20 turns, in percent, averaged over questions: items count
in rank order, each with at most its first two turn ids, and repeated turns are dropped.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from chronomem import Context, Memory
from chronomem.engine.readers import Conversation, Question, read_conversations

CUTS = (5, 10, 20)


def conversations(path: Path, limit: int | None) -> Iterator[Conversation]:
    """Yield the conversations of a file, at most `limit` of them; what can't be read is left out and said."""
    everything = read_conversations(path, skip_bad=lambda error: print(f"left out: {error}", file=sys.stderr))
    return islice(everything, limit)


@contextmanager
def memory_at(database: str) -> Iterator[Memory]:
    """Give an empty embedded memory in a temporary folder, or the one at a URI.

    A server's user name and password come from NEO4J_USERNAME and NEO4J_PASSWORD.
    """
    if database != "embedded":
        username = os.environ.get("NEO4J_USERNAME")
        auth = (username, os.environ.get("NEO4J_PASSWORD", "")) if username else None
        with Memory.connect(database, auth=auth) as memory:
            yield memory
        return
    with tempfile.TemporaryDirectory() as folder, Memory.open(Path(folder) / "memory") as memory:
        yield memory


def ranked_turns(context: Context) -> list[str]:
    """Return the turn ids of a context in rank order, as they count."""
    return list(dict.fromkeys(turn_id for item in context for turn_id in item.turn_ids[:2]))


def questions_of(conversation: Conversation) -> list[Question]:
    return [q for q in conversation.questions if q.category != "adversarial" and q.gold]


class Tally:
    """Collects what the questions of all conversations gave."""

    def __init__(self) -> None:
        self.found: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.milliseconds: list[float] = []
        self.tokens: list[int] = []

    def ask(self, memory: Memory, conversation: Conversation, preset: str) -> None:
        user = conversation.user
        questions = questions_of(conversation)
        if questions:  # the first recall loads the index; it is measured apart
            memory.recall(questions[0].text, user=user, now=questions[0].asked_at, preset=preset)
        for question in questions:
            started = time.perf_counter()
            context = memory.recall(question.text, user=user, now=question.asked_at, k=max(CUTS), preset=preset)
            self.milliseconds.append((time.perf_counter() - started) * 1000)
            self.tokens.append(sum(item.tokens for item in context[:10]))
            ranked, gold = ranked_turns(context), set(question.gold)
            for cut in CUTS:
                share = len(gold.intersection(ranked[:cut])) / len(gold)
                for group in ("all", question.category or "none"):
                    self.found[group][cut].append(share)

    def report(self) -> dict[str, Any]:
        return {
            "questions": len(self.milliseconds),
            "recall_ms": {"p50": percentile(self.milliseconds, 50), "p95": percentile(self.milliseconds, 95)},
            "context_tokens_mean": round(statistics.fmean(self.tokens), 1) if self.tokens else None,
            "recall": {
                group: {str(cut): round(100 * statistics.fmean(shares), 1) for cut, shares in cuts.items()}
                for group, cuts in sorted(self.found.items())
            },
        }


def percentile(values: list[float], percent: int) -> float | None:
    if len(values) < 2:
        return round(values[0], 2) if values else None
    return round(statistics.quantiles(values, n=100, method="inclusive")[percent - 1], 2)


def run(path: Path, *, preset: str, database: str, limit: int | None) -> dict[str, Any]:
    """Ingest and ask everything; return the report."""
    tally, turns, storing, reading = Tally(), 0, 0.0, 0.0
    with memory_at(database) as memory:
        for conversation in conversations(path, limit):
            started = time.perf_counter()
            memory.add_turns(conversation.turns, user=conversation.user)
            stored = time.perf_counter()
            memory.consolidate(user=conversation.user)
            storing += stored - started
            reading += time.perf_counter() - stored
            turns += len(conversation.turns)
            tally.ask(memory, conversation, preset)
            print(f"{conversation.id}: {len(conversation.turns)} turns", file=sys.stderr)
    return {
        "turns": turns,
        "ingest_turns_per_s": round(turns / storing, 1) if storing else None,
        "read_turns_per_s": round(turns / reading, 1) if reading else None,
        **tally.report(),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--preset", default="chronomem")
    parser.add_argument("--database", default="embedded", help="'embedded', or the URI of a Neo4j server")
    parser.add_argument("--limit", type=int, help="how many conversations at the most")
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    report = run(options.file, preset=options.preset, database=options.database, limit=options.limit)
    text = json.dumps(report, indent=2)
    options.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
