"""Evidence recall, speed and context size of a memory over a file of conversations with questions.

    python benchmarks/retrieval.py FILE.jsonl[.gz] [--preset NAME|all] [--without PART,PART …]
                                   [--permute SHARE | --messages] [--database embedded|URI] [--embedder FOLDER]
                                   [--limit N] --json OUT.json

Each conversation is ingested as one user into a new memory; then its questions are asked, each at its own
`asked_at`. Questions of the category `adversarial` and those without evidence are left out. Evidence recall is the
share of a question's gold turns among its first 5, 10 or 20 turns, in percent, averaged over questions: items count
in rank order, each with at most its first two turn ids, and repeated turns are dropped.

Evidence within a budget of tokens is the share of gold turns that a recall with `max_tokens` of 300, 600, 1,200 or
2,400 shows. A turn counts where it is shown whole, or where the passages and other items shown of it hold half of the
words that it shares with the answer (stems, without function words). Tokens are counted by `estimate_tokens`.

Every preset that is asked for gives a row, and one more for each part that it is asked to do without (time, tree,
graph, summaries, propagation), where that changes it; `--without time,tree` leaves out one at a time. Two runs of their
own alter what is stored, by a fixed seed: `--permute 0.3` puts three tenths of the turns in each other's places, and
`--messages` stores each sentence as a turn, as people chat, a third of them without capitals. Evidence is then the
sentence of a gold turn that shares most words with question and answer.

`--preset hmem-published` also has the structures built as the paper publishes them; it takes a run of its own.
"""

import argparse
import json
import os
import random
import re
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any, get_args

from chronomem import Context, Item, Memory, Settings
from chronomem.engine.importers import BenchmarkQuestion, Conversation, read_conversations
from chronomem.retrieval.index.terms import terms, words
from chronomem.retrieval.pipeline import Part
from chronomem.retrieval.presets.preset import Preset
from chronomem.retrieval.presets.presets import preset as preset_named
from chronomem.retrieval.presets.presets import preset_names

CUTS = (5, 10, 20)
BUDGETS = (300, 600, 1_200, 2_400)
MOST = 80
"""How many items are recalled to fill a budget."""
PUBLISHED = "-published"
"""How the names of presets end that follow a paper as it is published."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def conversations(path: Path, limit: int | None) -> Iterator[Conversation]:
    """Yield the conversations of a file, at most `limit` of them; what can't be read is left out and said."""
    everything = read_conversations(path, skip_bad=lambda error: print(f"left out: {error}", file=sys.stderr))
    return islice(everything, limit)


@contextmanager
def memory_at(database: str, settings: Settings) -> Iterator[Memory]:
    """Give an empty embedded memory in a temporary folder, or the one at a URI.

    A server's user name and password come from NEO4J_USERNAME and NEO4J_PASSWORD.
    """
    if database != "embedded":
        username = os.environ.get("NEO4J_USERNAME")
        auth = (username, os.environ.get("NEO4J_PASSWORD", "")) if username else None
        with Memory.connect(database, auth=auth, settings=settings) as memory:
            yield memory
        return
    with tempfile.TemporaryDirectory() as folder, Memory.open(Path(folder) / "memory", settings=settings) as memory:
        yield memory


def ranked_turns(context: Context) -> list[str]:
    """Return the turn ids of a context in rank order, as they count."""
    return list(dict.fromkeys(turn_id for item in context for turn_id in item.turn_ids[:2]))


def shown(items: Sequence[Item], turn_id: str, text: str, answer: str) -> bool:
    """Whether items show a turn: whole, or half of the words that it shares with the answer."""
    of_turn = [item for item in items if turn_id in item.turn_ids]
    if any(item.kind == "turn" and not item.passages for item in of_turn):
        return True
    shared = set(terms(text)) & set(terms(answer))
    told = {term for item in of_turn for term in terms(item.text)}
    return bool(shared) and 2 * len(shared & told) >= len(shared)


def questions_of(conversation: Conversation) -> list[BenchmarkQuestion]:
    return [q for q in conversation.questions if q.category != "adversarial" and q.gold]


class Tally:
    """Collects what the questions of all conversations gave."""

    def __init__(self) -> None:
        self.found: dict[str, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.within: dict[int, list[float]] = defaultdict(list)
        self.milliseconds: list[float] = []
        self.tokens: list[int] = []

    def ask(self, memory: Memory, conversation: Conversation, preset: Preset) -> None:
        user = conversation.user
        texts = {turn.id: turn.text for turn in conversation.turns if turn.id is not None}
        questions = questions_of(conversation)
        if questions:  # the first recall loads the index; it is measured apart
            memory.recall(questions[0].text, user=user, now=questions[0].asked_at, preset=preset)
        for question in questions:
            started = time.perf_counter()
            context = memory.recall(question.text, user=user, now=question.asked_at, k=max(CUTS), preset=preset)
            self.milliseconds.append((time.perf_counter() - started) * 1000)
            self.tokens.append(Context(question.text, context[:10]).tokens)
            ranked, gold = ranked_turns(context), set(question.gold)
            for cut in CUTS:
                share = len(gold.intersection(ranked[:cut])) / len(gold)
                for group in ("all", question.category or "none"):
                    self.found[group][cut].append(share)
            for budget in BUDGETS:
                best = memory.recall(
                    question.text, user=user, now=question.asked_at, k=MOST, max_tokens=budget, preset=preset
                )
                seen = [shown(best, turn, texts.get(turn, ""), question.answer or "") for turn in gold]
                self.within[budget].append(statistics.fmean(seen))

    def report(self) -> dict[str, Any]:
        return {
            "questions": len(self.milliseconds),
            "recall_ms": {"p50": percentile(self.milliseconds, 50), "p95": percentile(self.milliseconds, 95)},
            "context_tokens_mean": round(statistics.fmean(self.tokens), 1) if self.tokens else None,
            "within_tokens": {str(b): round(100 * statistics.fmean(shares), 1) for b, shares in self.within.items()},
            "recall": {
                group: {str(cut): round(100 * statistics.fmean(shares), 1) for cut, shares in cuts.items()}
                for group, cuts in sorted(self.found.items())
            },
        }


def percentile(values: list[float], percent: int) -> float | None:
    if len(values) < 2:
        return round(values[0], 2) if values else None
    return round(statistics.quantiles(values, n=100, method="inclusive")[percent - 1], 2)


def presets(names: str, parts: Sequence[Part]) -> list[Preset]:
    """Return the presets of a comma-separated list, or all but the published configurations, each followed by itself
    without one part at a time.
    """
    rows, calibrated = [], [name for name in preset_names() if not name.endswith(PUBLISHED)]
    for whole in map(preset_named, calibrated if names == "all" else names.split(",")):
        rows.append(whole)
        rows += [less for part in parts if (less := whole.without(part)).stages != whole.stages]
    return rows


def settings_for(rows: Sequence[Preset], embedder: Path | None) -> Settings:
    """Return settings with the structures that the presets need: as their paper publishes them, where all are of one
    published configuration, else calibrated.
    """
    papers = {preset.name.removesuffix(PUBLISHED) for preset in rows if preset.name.endswith(PUBLISHED)}
    if not papers:
        structures = tuple(dict.fromkeys(name for preset in rows for name in preset.structures))
        return Settings(structures=structures, embedder=embedder)
    if len(papers) > 1 or not all(preset.name.endswith(PUBLISHED) for preset in rows):
        raise SystemExit("a published configuration is measured alone: its structures are its own")
    return Settings.published(papers.pop(), embedder=embedder)


def row_name(preset: Preset) -> str:
    return " ".join([preset.name, *(f"without {part}" for part in sorted(preset.left_out))])


def permuted(conversation: Conversation, share: float, seed: int = 0) -> Conversation:
    """Return a conversation in which a share of its turns stand in each other's places: their times and sessions."""
    turns = list(conversation.turns)
    chosen = random.Random(seed).sample(range(len(turns)), int(share * len(turns)) // 2 * 2)
    for one, other in zip(chosen[::2], chosen[1::2], strict=True):
        first, second = turns[one], turns[other]
        turns[one] = second.model_copy(update={"said_at": first.said_at, "session": first.session})
        turns[other] = first.model_copy(update={"said_at": second.said_at, "session": second.session})
    return conversation.model_copy(update={"turns": tuple(turns)})


def in_messages(conversation: Conversation, seed: int = 0) -> Conversation:
    """Return a conversation as people chat: several short messages in a row, not all with capitals."""
    chance, turns, messages = random.Random(seed), [], {}
    for turn in conversation.turns:
        parts = [part for part in _SENTENCE.split(turn.text) if part.strip()] or [turn.text]
        messages[turn.id] = [(f"{turn.id}/{number}", part) for number, part in enumerate(parts)]
        texts = [part.lower() if chance.random() < 1 / 3 else part for part in parts]
        turns += [
            turn.model_copy(update={"id": name, "text": text})
            for (name, _), text in zip(messages[turn.id], texts, strict=True)
        ]

    def narrowed(question: BenchmarkQuestion) -> BenchmarkQuestion:
        asked, answer = set(words(question.text)), set(words(question.answer or ""))

        def shared(message: tuple[str, str]) -> int:
            told = set(words(message[1]))
            return 2 * len(told & answer) + len(told & asked)

        gold = [max(messages[name], key=shared)[0] if name in messages else name for name in question.gold]
        return question.model_copy(update={"gold": tuple(gold)})

    questions = tuple(map(narrowed, conversation.questions))
    return conversation.model_copy(update={"turns": tuple(turns), "questions": questions})


def run(
    path: Path,
    rows: Sequence[Preset],
    *,
    database: str,
    embedder: Path | None,
    limit: int | None,
    permute: float,
    messages: bool,
) -> dict[str, Any]:
    """Ingest and ask everything; return the report."""
    tallies, turns, storing, reading = {row_name(preset): Tally() for preset in rows}, 0, 0.0, 0.0
    with memory_at(database, settings_for(rows, embedder)) as memory:
        for told in conversations(path, limit):
            conversation = permuted(told, permute) if permute else in_messages(told) if messages else told
            started = time.perf_counter()
            memory.add_turns(conversation.turns, user=conversation.user)
            stored = time.perf_counter()
            memory.consolidate(user=conversation.user)
            storing += stored - started
            reading += time.perf_counter() - stored
            turns += len(conversation.turns)
            for preset in rows:
                tallies[row_name(preset)].ask(memory, conversation, preset)
            print(f"{conversation.id}: {len(conversation.turns)} turns", file=sys.stderr)
    reports = {name: tally.report() for name, tally in tallies.items()}
    return {
        "turns": turns,
        "permuted": permute,
        "messages": messages,
        "ingest_turns_per_s": round(turns / storing, 1) if storing else None,
        "read_turns_per_s": round(turns / reading, 1) if reading else None,
        **next(iter(reports.values())),
        **({"rows": reports} if len(reports) > 1 else {}),
    }


def table(reports: Mapping[str, Mapping[str, Any]]) -> str:
    """Return a row for each report: recall@10 by category, tokens of ten items, time."""
    groups = sorted({group for report in reports.values() for group in report["recall"]})
    head = "".join(f"{group[:12]:>14}" for group in groups) + "".join(f"{f'<={budget}':>8}" for budget in BUDGETS)
    lines = [f"{'recall@10':<28}{head}{'tokens':>9}{'p50 ms':>9}"]
    for name, report in reports.items():
        cells = "".join(f"{report['recall'].get(group, {}).get('10', float('nan')):>14.1f}" for group in groups)
        cells += "".join(f"{report['within_tokens'].get(str(budget), float('nan')):>8.1f}" for budget in BUDGETS)
        lines.append(f"{name:<28}{cells}{report['context_tokens_mean']:>9.0f}{report['recall_ms']['p50']:>9.1f}")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--preset", default="chronomem", help="a name, several with commas between, or 'all'")
    parser.add_argument("--without", default="", help="parts to leave out, one at a time, with commas between")
    altered = parser.add_mutually_exclusive_group()
    altered.add_argument("--permute", type=float, default=0.0, help="the share of turns that change places")
    altered.add_argument("--messages", action="store_true", help="store each sentence as a turn")
    parser.add_argument("--database", default="embedded", help="'embedded', or the URI of a Neo4j server")
    parser.add_argument("--embedder", type=Path, help="the folder of a sentence transformer in place of the static one")
    parser.add_argument("--limit", type=int, help="how many conversations at the most")
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    parts = [part for part in options.without.split(",") if part]
    if unknown := sorted(set(parts) - set(get_args(Part))):
        parser.error(f"--without knows {', '.join(get_args(Part))}, not {', '.join(unknown)}")
    if not 0 <= options.permute <= 1:
        parser.error(f"--permute takes a share from 0 to 1, not {options.permute}")
    rows = presets(options.preset, parts)
    report = run(
        options.file,
        rows,
        database=options.database,
        embedder=options.embedder,
        limit=options.limit,
        permute=options.permute,
        messages=options.messages,
    )
    text = json.dumps(report, indent=2)
    options.json.write_text(text + "\n", encoding="utf-8")
    print(table(report["rows"]) if "rows" in report else text)


if __name__ == "__main__":
    main()
