"""What consolidation takes, and what its summaries keep.

    python benchmarks/consolidation.py FILE --json OUT.json [--structures calendar,topics]
    python benchmarks/consolidation.py --long 100000 --json OUT.json

FILE is any file of conversations that `chronomem ingest` reads. Without a language model, in the embedded database:

- seconds: to store, to read, and to bring each structure up to date, in all and for 1,000 turns.
- nodes: how many memories there are of each system and level, and summaries of each grain.
- redone: the calendar is brought up to date at the time of the turn at 99 % of each conversation, and again at the last
  one's, with the rest of the turns: the share of summaries that were made in the second run. `redone_when_over` is the
  same with all periods over both times.
- evidence: the share of questions of which the summaries of the gold turns' days (weeks, months, years) hold a content
  word of the answer: stems of words that are no stop words, no speaker's name, and not in the period's own name.

With --long, two invented conversations, one of 1,000 turns and one of so many: what one more exchange costs each
structure (median seconds), and how many nodes it touches: reads or writes in the graph, each counted once, at the 99th
percentile. Exchanges are added to the one and to the other by turns, so that a busy machine slows both. The process has
worked on the users before. `nodes_p99_when_nothing_else_is_due` leaves out the exchanges with which something else came
due as well: sessions, days and longer times that ended, and the turns that complete forty.
The history before is worked in with makeshift words, so the time for that is not the structures' own; and it is not
read, so there is nobody for `profiles`.
"""

import argparse
import json
import math
import re
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import Stemmer
from inside import embedder_of, run, store_of, user_of
from spacy.lang.en.stop_words import STOP_WORDS
from synthetic import conversations as invented

from chronomem import Memory, Settings
from chronomem.engine.consolidation.registry import STRUCTURES
from chronomem.engine.consolidation.scheduler import Sleep, Slept
from chronomem.engine.importers import Conversation, read_conversations
from chronomem.extractors.summaries.extractive import ExtractiveSummariser
from chronomem.extractors.summaries.summariser import Summariser, Summary, SummaryRequest
from chronomem.graph_schema.database.store import Transaction
from chronomem.graph_schema.model.periods import Grain

LATER = timedelta(days=800)
SMALL = 1_000
INSERTS = 200
SHORT, LONG = "short", "long"
_NODES = {"id", "lead", "branch", "turn", "memory", "of", "period", "later", "earlier"}
"""Under what names statements take and return the ids of nodes."""
_ONLINE = {"calendar": 0, "topics": 0, "profiles": 0, "timem": 1}
"""How many memories an exchange makes by itself, where a structure makes others when their time has come."""
_stemmer = Stemmer.Stemmer("english")


def content_words(text: object) -> set[str]:
    """Return the stems of the words that carry meaning."""
    words = re.findall(r"[a-z0-9]+", str(text).lower())
    return {_stemmer.stemWord(w) for w in words if w not in STOP_WORDS and (len(w) > 1 or w.isdigit())}


def said_at(turn: Any) -> datetime:
    moment = turn.said_at if isinstance(turn.said_at, datetime) else datetime.fromisoformat(turn.said_at)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def end_of(conversations: Iterable[Conversation]) -> datetime:
    return max(said_at(turn) for conversation in conversations for turn in conversation.turns)


def timed(memory: Memory, now: datetime) -> float:
    began = time.perf_counter()
    memory.consolidate(now=now)
    return time.perf_counter() - began


def summaries(memory: Memory, user: str) -> dict[str, str]:
    return {
        period.id: period.summary
        for grain in Grain
        for period in memory.timeline(user=user, grain=grain)
        if period.summary
    }


def evidence(memory: Memory, conversation: Conversation) -> Iterator[tuple[Grain, bool]]:
    """Yield for each question and grain whether the summaries still tell something of the answer."""
    told = summaries(memory, conversation.user)
    rows = memory.cypher(
        "MATCH (t:Turn {user_id: $user})-[:SAID_ON]->(:Period)-[:PART_OF*0..3]->(p:Period)"
        " RETURN t.id AS turn, p.id AS period, p.grain AS grain",
        user=conversation.user,
    )
    places = {(row["turn"], Grain(row["grain"])): row["period"] for row in rows}
    speakers = content_words(" ".join(turn.speaker for turn in conversation.turns))
    for question in conversation.questions:
        gold = [turn for turn in question.gold if (turn, Grain.DAY) in places]
        if question.category == "adversarial" or not gold or question.answer is None:
            continue
        for grain in Grain:
            periods = {places[turn, grain] for turn in gold}
            answer = content_words(question.answer) - speakers - {w for p in periods for w in named(p)}
            if answer:
                yield grain, bool(answer & content_words(" ".join(told.get(period, "") for period in periods)))


def named(period: str) -> set[str]:
    """Return the words of a period's own name: its month and year."""
    first = period.partition(":")[2]
    if len(first) == 4:
        return content_words(first)
    return content_words(f"{datetime.fromisoformat(f'{first}-01'[:10]):%B %Y}")


def nodes(memory: Memory) -> dict[str, int]:
    """Return how many nodes each system and level has."""
    found: dict[str, int] = {}
    for query in (
        "MATCH (p:Period) WHERE p.summary IS NOT NULL RETURN 'calendar ' + p.grain AS what, count(p) AS nodes",
        "MATCH (m:Memory) RETURN m.system + ' ' + toString(m.level) AS what, count(m) AS nodes",
        "MATCH (t:Topic) RETURN 'topics' AS what, count(t) AS nodes",
        "MATCH (p:Persona) RETURN 'personas' AS what, count(p) AS nodes",
    ):
        found |= {row["what"]: row["nodes"] for row in memory.cypher(query) if row["nodes"]}
    return dict(sorted(found.items()))


def redone(folder: Path, conversations: Sequence[Conversation], *, over: bool) -> float:
    """Return the share of the calendar's summaries that the last hundredth of the turns makes anew."""
    made = there = 0
    with Memory.open(folder, settings=Settings(structures=("calendar",))) as memory:
        for conversation in conversations:
            turns = sorted(conversation.turns, key=said_at)
            kept = len(turns) - max(1, len(turns) // 100)
            for part in (turns[:kept], turns[kept:]):
                memory.add_turns(part, user=conversation.user)
                now = said_at(turns[-1]) + LATER if over else said_at(part[-1]) + timedelta(minutes=1)
                done = memory.consolidate(user=conversation.user, now=now)
            made += done.slept.memories.get("calendar", 0)
            there += len(summaries(memory, conversation.user))
    return made / there


def measure(file: Path, names: Sequence[str], scratch: Path) -> dict[str, Any]:
    conversations = list(read_conversations(file))
    turns, now = sum(len(c.turns) for c in conversations), end_of(conversations) + LATER
    began = time.perf_counter()
    with Memory.open(scratch / "all", settings=Settings(structures=())) as memory:
        for conversation in conversations:
            memory.add_turns(conversation.turns, user=conversation.user)
        seconds = {"store": time.perf_counter() - began, "read": timed(memory, now)}
    for name in names:
        with Memory.open(scratch / "all", settings=Settings(structures=(name,))) as memory:
            seconds[name] = timed(memory, now)
        print(f"{name}: {seconds[name]:.1f} s", file=sys.stderr)
    report: dict[str, Any] = {"turns": turns, "seconds": seconds}
    with Memory.open(scratch / "all") as memory:
        report["nodes"] = nodes(memory)
        if "calendar" in names:
            kept: dict[Grain, list[bool]] = {grain: [] for grain in Grain}
            for conversation in conversations:
                for grain, is_kept in evidence(memory, conversation):
                    kept[grain].append(is_kept)
            report["evidence"] = {str(grain): sum(own) / len(own) for grain, own in kept.items() if own}
            report["questions"] = max(map(len, kept.values()))
    report["seconds_per_1000_turns"] = {what: 1000 * own / turns for what, own in seconds.items()}
    report["seconds_in_all"] = sum(seconds.values())
    if "calendar" in names:
        report["redone"] = redone(scratch / "open", conversations, over=False)
        report["redone_when_over"] = redone(scratch / "over", conversations, over=True)
    return report


def after(turn: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(str(turn["said_at"])).replace(tzinfo=UTC) + timedelta(minutes=1)


class Touches:
    """Collects the nodes that statements name or return, each once."""

    def __init__(self) -> None:
        self.nodes: set[str] = set()

    def watch(self) -> None:
        """Look at all statements from now on."""
        run = Transaction.run

        async def watched(tx: Transaction, name: str, **parameters: Any) -> list[dict[str, Any]]:
            rows = await run(tx, name, **parameters)
            self.nodes |= {parameters[key] for key in ("user", "structure") if key in parameters}
            self.nodes |= {one for one in parameters.get("ids", ()) if isinstance(one, str)}
            for row in [*parameters.get("rows", ()), *parameters.get("pairs", ()), *rows]:
                self.nodes |= {row[key] for key in _NODES & row.keys() if isinstance(row[key], str)}
            return rows

        Transaction.run = watched  # type: ignore[method-assign,assignment] # for as long as the benchmark lasts


class Brief:
    """Summaries for the history before what is measured: the beginnings of their sources, which is quick."""

    async def summarise(self, requests: Sequence[SummaryRequest], *, user: str) -> list[Summary]:  # noqa: ARG002 - for all alike
        return [
            Summary(" ".join(source.text[:80] for source in request.sources[:3]), False, ()) for request in requests
        ]


class Inserts:
    """What inserts cost a structure, one by one."""

    def __init__(self) -> None:
        self.seconds: list[float] = []
        self.nodes: list[int] = []
        self.online: list[int] = []

    def add(self, name: str, seconds: float, nodes: int, made: int) -> None:
        self.seconds.append(seconds)
        self.nodes.append(nodes)
        if made <= _ONLINE.get(name, made):
            self.online.append(nodes)

    def report(self) -> dict[str, float]:
        return {
            "median_s": statistics.median(self.seconds),
            "nodes_median": statistics.median(self.nodes),
            "nodes_p99": high(self.nodes),
            "nodes_most": max(self.nodes),
            "nodes_p99_when_nothing_else_is_due": high(self.online),
        }


def high(counts: Sequence[int]) -> int:
    return sorted(counts)[math.ceil(0.99 * len(counts)) - 1] if counts else 0


def sleeper(memory: Memory, name: str, summariser: Summariser) -> Sleep:
    own = Settings()
    return Sleep(
        store_of(memory),
        [STRUCTURES[name]],
        embedder_of(memory),
        summariser,
        session_gap=own.session_gap,
        clock=lambda: datetime.now(UTC),
        summarise_after=own.summarise_after,
    )


def bring(memory: Memory, worker: Sleep, user: str, now: datetime) -> tuple[float, int]:
    """Bring one structure of a user up to date; return the seconds, and how many memories it made."""

    async def work() -> Slept:
        return await worker.run(await user_of(memory, user), now)

    done = run(memory, work())
    return sum(done.seconds.values()), sum(done.memories.values())


def measure_long(size: int, names: Sequence[str], scratch: Path) -> dict[str, Any]:
    turns = {SHORT: list(next(invented(1, SMALL + 2 * INSERTS, seed=2))["turns"])}
    turns[LONG] = list(next(invented(1, size + 2 * INSERTS, seed=1))["turns"])
    touches = Touches()
    costs = {(name, user): Inserts() for name in names for user in turns}
    with Memory.open(scratch / "long", settings=Settings(structures=())) as memory:
        for user, own in turns.items():
            memory.add_turns([dict(turn) for turn in own[: -2 * INSERTS]], user=user)
            for name in names:
                seconds, made = bring(memory, sleeper(memory, name, Brief()), user, after(own[-2 * INSERTS - 1]))
                print(f"{user} {name}: {made:,} memories in {seconds:.0f} s", file=sys.stderr, flush=True)
        extractive = ExtractiveSummariser(embedder_of(memory))
        workers = {name: sleeper(memory, name, extractive) for name in names}
        touches.watch()
        for place in range(-2 * INSERTS, 0, 2):
            for user, own in turns.items():
                pair = [dict(turn) for turn in own[place : place + 2 or None]]
                memory.add_turns(pair, user=user)
                for name, worker in workers.items():
                    touches.nodes.clear()
                    seconds, made = bring(memory, worker, user, after(pair[-1]))
                    costs[name, user].add(name, seconds, len(touches.nodes), made)
    report: dict[str, Any] = {"turns": size, "inserts": INSERTS}
    for name in names:
        report[name] = {user: costs[name, user].report() for user in turns}
        report[name]["times_as_long"] = report[name][LONG]["median_s"] / report[name][SHORT]["median_s"]
    return report


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--json", type=Path, required=True, metavar="OUT.json")
    parser.add_argument("--structures", default=",".join(STRUCTURES), help="which, by commas (default all)")
    parser.add_argument("--long", type=int, metavar="TURNS")
    arguments = parser.parse_args()
    names = arguments.structures.split(",")
    if (arguments.file is None) == (arguments.long is None):
        parser.error("give either a file or --long")
    with tempfile.TemporaryDirectory() as folder:
        if arguments.long is not None:
            report = measure_long(arguments.long, names, Path(folder))
        else:
            report = measure(arguments.file, names, Path(folder))
    arguments.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
