"""How often the facts that a question finds answer it, over a file of conversations with questions.

    python benchmarks/fact_search.py FILE.jsonl[.gz] [--limit N] --json OUT.json

Each conversation is ingested as one user and consolidated. Then `facts` is asked for the ten facts that match each
question, those that are over included. Questions of the category `adversarial` and those without evidence or an answer
are left out. A fact answers a question if a turn of the evidence tells it, and

- where the answer names a time and the question asks when: the fact begins, happens or ends in that time, give or
  take a day;
- else, it holds half of the words of the answer that the question lacks (stems, without function words).

The shares of questions that one of the first 1, 3, 5 and 10 facts answers are given in percent, by category; so is the
share of those that any fact of the memory answers, which is the most that a search could find.
"""

import argparse
import json
import statistics
import time
from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from retrieval import conversations, memory_at  # noqa: TID251 - the benchmark beside this one

from chronomem import Fact, Memory, Settings
from chronomem.engine.importers import BenchmarkQuestion
from chronomem.extractors.turns.times import TurnTime, turn_times
from chronomem.graph_schema.model.times import read_time
from chronomem.retrieval.index.terms import terms
from chronomem.retrieval.question.question import wanted_by

CUTS = (1, 3, 5, 10)
_UTC = ZoneInfo("UTC")
_ABOUT = timedelta(days=1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--limit", type=int, help="read so many conversations")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found: defaultdict[str, list[list[bool]]] = defaultdict(list)
    took: list[float] = []
    with memory_at("embedded", Settings(structures=())) as memory:
        for conversation in conversations(options.file, options.limit):
            memory.add_turns(conversation.turns, user=conversation.user)
            memory.consolidate(user=conversation.user)
            every = memory.facts(user=conversation.user, include_invalid=True, include_minor=True)
            for question in conversation.questions:
                if question.category != "adversarial" and question.gold and question.answer:
                    answered = _answered(memory, conversation.user, question, every, took)
                    for name in ("all", question.category or "none"):
                        found[name].append(answered)
    columns = [*(f"@{cut}" for cut in CUTS), "any"]
    told: dict[str, dict[str, float]] = {}
    for name, rows in sorted(found.items()):
        shares = (round(100 * statistics.fmean(of_cut), 1) for of_cut in zip(*rows, strict=True))
        told[name] = {"questions": len(rows), **dict(zip(columns, shares, strict=True))}
    text = json.dumps({"answered": told, "p50_ms": round(statistics.median(took) * 1000, 2)}, indent=2)
    print(text)
    if options.json:
        options.json.write_text(text + "\n", encoding="utf-8")


def _answered(
    memory: Memory, user: str, question: BenchmarkQuestion, every: Sequence[Fact], took: list[float]
) -> list[bool]:
    """Return whether the first facts answer a question, for each cut, and whether any does."""
    began = time.perf_counter()
    first = memory.facts(user=user, matching=question.text, include_invalid=True, limit=max(CUTS))
    took.append(time.perf_counter() - began)
    assert question.asked_at is not None, "it is asked after the conversation, whose end is in the file"
    asked_at = read_time(question.asked_at, _UTC, "asked_at")
    answer = str(question.answer)
    times = [t for _, t in turn_times(answer, asked_at, _UTC)] if wanted_by(question.text) == "time" else []
    words = set(terms(answer)) - set(terms(question.text))

    def answers(fact: Fact) -> bool:
        if not set(fact.turn_ids) & set(question.gold):
            return False
        if times:
            return any(_is_in(fact, each) for each in times)
        names = fact.subject.name, fact.predicate.replace("_", " "), fact.says, fact.text
        return bool(words) and 2 * len(words & set(terms(" ".join(names)))) >= len(words)

    return [*(any(map(answers, first[:cut])) for cut in CUTS), any(map(answers, every))]


def _is_in(fact: Fact, asked: TurnTime) -> bool:
    return any(
        moment is not None
        and (asked.start is None or moment >= asked.start - _ABOUT)
        and (asked.end is None or moment < asked.end + _ABOUT)
        for moment in (fact.valid_at, fact.occurred_until, fact.invalid_at)
    )


if __name__ == "__main__":
    main()
