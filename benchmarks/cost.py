"""Count the tokens that a language model takes to build the memory of a conversation, in and out.

    python benchmarks/cost.py locomo_dev.json --json OUT.json [--tokenizer o200k_base] [--structures NAME,NAME …|all]
    python benchmarks/cost.py --dialogues --json OUT.json [--batch-turns 80]

Each conversation of LoCoMo is stored and consolidated under the policies `eager` and `recurrence`, with a server on the
loopback interface in the model's place. It answers with what LoCoMo's `observation` holds of the turns that it is shown
(facts that a large model drew from each session, with their turns), in the form that is asked for: each observation as
one fact, or as two where it joins two statements, with its time words where the turn has some, the entities that it
names, and a link where a known fact that was shown says the same.

With --structures, it measures these instead of extraction, each for itself: their texts by the model, and for segtree
and recmem its judgements, all passages at once. The server retells texts by their first words, as many as are allowed,
and says that a text belongs to the passage that shares most words with it (`tests/model_server/played.py`): the tokens
are those of requests as they stand, and of replies that are as long as they may be.

With --dialogues, the ten dialogues of the tests (`tests/model_server/dialogues.yaml`) are stored in one memory and
extracted under `eager` with their own replies: once in their sessions of two to five turns, and once as one session.

Tokens of extraction are told by part as well, for each turn: the instructions with the schema, what is known (names and
facts), the headers of turns (numbers, speakers, days), their words, and the facts and entities of the replies.

What counts is everything that goes over the wire as prompt (instructions, data, the schema of the answer) and as
answer. No tokenizer's data comes with the package, so tokens are estimated as `chronomem.extractors.llm.tokens` does:
about a tenth too many for chat, and right within a tenth for JSON. With `--tokenizer o200k_base`, that of gpt-4.1, they
are counted, where tiktoken is installed and has its data in TIKTOKEN_CACHE_DIR. Published for comparison, with
gpt-4.1-mini: 193,000 RecMem, 401,000 MemoryOS, 1,460,000 A-Mem and 1,521,000 Mem0, as RecMem tells.
"""

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # the server is part of the tests

from tests.model_server.played import Played, by_rule, load_dialogues  # noqa: E402
from tests.model_server.recorded import told_fact, told_kinds, told_line  # noqa: E402
from tests.model_server.server import Answering, Asked, FakeModelServer  # noqa: E402

from chronomem import Consolidated, LanguageModel, Memory, Settings, Turn, Usage  # noqa: E402
from chronomem.engine.consolidation.registry import STRUCTURES  # noqa: E402
from chronomem.engine.importers import Conversation, read_conversations  # noqa: E402
from chronomem.extractors.llm.tokens import estimate_tokens  # noqa: E402
from chronomem.extractors.semantic_time import parse_time  # noqa: E402
from chronomem.graph_schema.model.times import read_time, zone_of  # noqa: E402

Row = dict[str, Any]

LIMITS = {"eager": 45_000, "recurrence": 25_000}
_TURN = re.compile(r"(\d+) ([^:]+): (.*)")
_DAY = re.compile(r"\w+day (\d+ \w+)(?: (\d{4}))?")
_SMALL = frozenset(["a", "an", "the", "is", "was", "are", "were", "has", "have", "had", "been", "being", "be", "to"])
_TARGET_WORDS = 8


class Observations:
    """Answers as a large model would: with what one observed in the turns that it is asked about."""

    def __init__(self, sample: Mapping[str, Any], conversation: Conversation) -> None:
        self._turns = {" ".join(turn.text.split()): turn.id for turn in conversation.turns}
        self._of: defaultdict[str, list[tuple[str, str]]] = defaultdict(list)
        for session in sample["observation"].values():
            for person, observed in session.items():
                for text, turns in observed:
                    first = turns if isinstance(turns, str) else turns[0]
                    self._of[re.split(r"[,; ]", first)[0]].append((person, text))

    def __call__(self, asked: Asked) -> dict[str, Any]:
        facts: list[str] = []
        names: dict[str, str] = {}
        known = asked.data.get("known", [])
        day, year = "2023-01-01", ""
        for line in asked.data["turns"]:
            if found := _DAY.fullmatch(line):
                year = found[2] or year
                day = f"{datetime.strptime(f'{found[1]} {year} +0000', '%d %B %Y %z'):%Y-%m-%d}"
            elif (turn := _TURN.fullmatch(line)) is not None and (turn_id := self._turns.get(turn[3])) is not None:
                for person, text in self._of.get(turn_id, ()):
                    for statement in _statements(person, text):
                        told = _fact(int(turn[1]), person, statement, turn[3], day, known)
                        facts.append(told_line(told, turn[2]))
                        names |= {name: "other" for name in _names(statement) if name != person}
        given = {name for line in asked.data.get("names", []) for name in line.split(": ", 1)[1].split("; ")}
        return {"facts": facts, "entities": told_kinds(each for each in names.items() if each[0] not in given)}


def _statements(person: str, text: str) -> Iterator[str]:
    """Yield what an observation says, without its subject, in one part or two."""
    said = text.removeprefix(f"{person}'s").removeprefix(person).strip(" .")
    parts = said.split(" and ", 1)
    yield from parts if min(len(part.split()) for part in parts) > 2 else [said]


def _fact(turn: int, person: str, statement: str, text: str, day: str, known: Sequence[str]) -> Row:
    words = [word.strip(",.") for word in statement.split()]
    telling = [word for word in words if word.lower() not in _SMALL] or words
    thing = " ".join(words[words.index(telling[0]) + 1 :][:_TARGET_WORDS])
    same = [{"fact": n, "is": "same"} for n, fact in enumerate(known, 1) if thing and fact.endswith(thing)]
    return told_fact(
        turn, person, telling[0].lower(), thing or telling[0],
        sentence=f"{person} {statement}.", time=_time(text, day), links=same,
    )  # fmt: skip


def _time(text: str, day: str) -> dict[str, Any] | None:
    said_at = read_time(f"{day}T12:00:00", zone_of("UTC"))
    spans = [span for span in parse_time(text, now=said_at) if span.resolved and span.kind not in ("instant", "vague")]
    if not spans:
        return None
    first, last = spans[0].start, spans[0].end
    return {"words": spans[0].text, "from": first and f"{first:%Y-%m-%d}", "to": last and f"{last:%Y-%m-%d}"}


def _names(statement: str) -> Iterator[str]:
    for found in re.finditer(r"\b[A-Z][\w'&-]+(?: [A-Z][\w'&-]+)*", statement[1:]):
        yield found[0]


class Parts:
    """Answers as another does, and counts the tokens of each part of the requests and replies."""

    def __init__(self, answering: Answering, count: Callable[[str], int]) -> None:
        self._answering = answering
        self._count = count
        self._spent = Counter[str]()

    def __call__(self, asked: Asked) -> Any:
        reply = self._answering(asked)
        count, data = self._count, asked.data
        turns = [_TURN.fullmatch(line) for line in data["turns"]]
        words = sum(count(turn[3]) for turn in turns if turn is not None)
        system, sent, schema = map(count, asked.texts)
        known = count(_json({name: lines for name, lines in data.items() if name != "turns"})) if len(data) > 1 else 0
        told = {name: count(_json(lines)) for name, lines in reply.items()}
        self._spent.update(
            {"instructions": system + schema, "known": known, "headers": sent - known - words, "words": words, **told}
        )
        return reply

    def per_turn(self, turns: int) -> dict[str, float]:
        """Return the tokens of each part for one of some turns, and count anew from now on."""
        spent, self._spent = self._spent, Counter()
        return {name: round(tokens / turns, 1) for name, tokens in spent.items()}


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def build(
    server: FakeModelServer, conversation: Conversation, policy: Any, batch_turns: int
) -> tuple[Consolidated, Usage, float]:
    """Make the memory of one conversation, and return what was done, what it took, and in how many seconds."""
    model = LanguageModel(model="counted", base_url=server.url, retries=0, batch_turns=batch_turns)
    settings = Settings(model=model, extraction=policy, structures=())  # rules write their summaries, for no tokens
    with tempfile.TemporaryDirectory() as folder, Memory.open(Path(folder) / "memory", settings=settings) as memory:
        memory.add_turns(conversation.turns, user=conversation.user)
        began = time.perf_counter()
        done = memory.consolidate(user=conversation.user)
        seconds = time.perf_counter() - began
        usage = memory.usage(user=conversation.user)
        assert not done.failures, done.failures
        return done, usage[0] if usage else Usage(conversation.user, "", "", 0, 0, 0, 0, 0), seconds


def structure_costs(server: FakeModelServer, conversation: Conversation, names: Sequence[str]) -> Iterator[Row]:
    """Yield what each structure takes for one conversation, whose facts are extracted once, without the model."""
    model = LanguageModel(model="counted", base_url=server.url, retries=0)
    with tempfile.TemporaryDirectory() as folder:
        place, user = Path(folder) / "memory", conversation.user
        with Memory.open(place, settings=Settings(structures=())) as memory:
            memory.add_turns(conversation.turns, user=user)
            memory.consolidate(user=user)
            for name in names:
                before = _spent(memory, user)
                settings = Settings(model=model, summaries="model", judgements="batched", structures=(name,))
                began = time.perf_counter()
                with Memory.open(place, settings=settings) as other:
                    other.consolidate(user=user)
                spent = _spent(memory, user) - before
                yield {
                    "conversation": conversation.id,
                    "structure": name,
                    "turns": len(conversation.turns),
                    "calls": spent["calls"],
                    "tokens": spent["prompt"] + spent["answer"],
                    "answer_tokens": spent["answer"],
                    "seconds": round(time.perf_counter() - began, 1),
                }


def dialogue_costs(tokenizer: str | None, batch_turns: int) -> dict[str, Any]:
    """Return what the dialogues of the tests take, in short sessions and in a long one."""
    dialogues, rows = load_dialogues(), {}
    sessions = [session["turns"] for dialogue in dialogues for session in dialogue.sessions]
    with FakeModelServer.running(count=counting(tokenizer)) as server:
        parts = Parts(Played(dialogues), counting(tokenizer))
        server.answer_with(parts)
        for kind in ("short", "long"):
            turns = [
                Turn(
                    text=turn["says"], speaker=turn["by"], said_at=turn["at"], session=f"{n if kind == 'short' else 0}"
                )
                for n, told in enumerate(sessions)
                for turn in told
            ]
            told = Conversation(id=kind, user=kind, turns=tuple(turns))
            done, usage, _ = build(server, told, "eager", batch_turns)
            rows[kind] = {
                "turns": len(turns),
                "sessions": len({turn.session for turn in turns}),
                "facts": sum(done.operations.values()),
                "calls": usage.calls,
                "tokens_per_turn": round(usage.tokens / len(turns), 1),
                "parts_per_turn": parts.per_turn(len(turns)),
            }
    return {"tokenizer": tokenizer or "estimated", "dialogues": rows}


def _spent(memory: Memory, user: str) -> Counter[str]:
    counted = Counter[str]()
    for usage in memory.usage(user=user):
        counted.update(calls=usage.calls, prompt=usage.prompt_tokens, answer=usage.answer_tokens)
    return counted


def run_structures(path: Path, limit: int | None, tokenizer: str | None, names: Sequence[str]) -> dict[str, Any]:
    rows: list[Row] = []
    with FakeModelServer.running(count=counting(tokenizer)) as server:
        server.answer_with(by_rule)
        for conversation in list(read_conversations(path))[:limit]:
            for row in structure_costs(server, conversation, names):
                print("  ".join(f"{name} {value}" for name, value in row.items()), file=sys.stderr)
                rows.append(row)
    means = {}
    for name in names:
        own = [row for row in rows if row["structure"] == name]
        turns = sum(row["turns"] for row in own)
        means[name] = {
            "tokens_mean": round(statistics.fmean(row["tokens"] for row in own)),
            "tokens_most": max(row["tokens"] for row in own),
            "calls_per_turn": round(sum(row["calls"] for row in own) / turns, 3),
            "tokens_per_turn": round(sum(row["tokens"] for row in own) / turns),
        }
    return {"tokenizer": tokenizer or "estimated", "structures": means, "conversations": rows}


def counting(tokenizer: str | None) -> Callable[[str], int]:
    """Return what counts the tokens of a text."""
    if tokenizer is None:
        return estimate_tokens
    encoding = import_module("tiktoken").get_encoding(tokenizer)
    return lambda text: len(encoding.encode(text))


def run(path: Path, limit: int | None, tokenizer: str | None, batch_turns: int) -> dict[str, Any]:
    samples = {sample["sample_id"]: sample for sample in json.loads(path.read_text(encoding="utf-8"))}
    rows: list[dict[str, Any]] = []
    with FakeModelServer.running(count=counting(tokenizer)) as server:
        for conversation in list(read_conversations(path))[:limit]:
            parts = Parts(Observations(samples[conversation.id], conversation), counting(tokenizer))
            server.answer_with(parts)
            for policy in LIMITS:
                done, usage, seconds = build(server, conversation, policy, batch_turns)
                row = {
                    "conversation": conversation.id,
                    "policy": policy,
                    "turns": len(conversation.turns),
                    "turns_by_model": done.turns_by_model,
                    "calls": usage.calls,
                    "prompt_tokens": usage.prompt_tokens,
                    "answer_tokens": usage.answer_tokens,
                    "tokens": usage.tokens,
                    "parts_per_turn": parts.per_turn(done.turns_by_model),
                    "facts": sum(done.operations.values()),
                    "disputed_dates": done.disputed_dates,
                    "seconds": round(seconds, 1),
                }
                print("  ".join(f"{name} {value}" for name, value in row.items()), file=sys.stderr)
                rows.append(row)
    policies = {}
    for policy, allowed in LIMITS.items():
        tokens = [row["tokens"] for row in rows if row["policy"] == policy]
        policies[policy] = {"allowed": allowed, "mean": round(statistics.fmean(tokens)), "most": max(tokens)}
    return {"tokenizer": tokenizer or "estimated", "policies": policies, "conversations": rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--limit", type=int, help="how many conversations at the most")
    parser.add_argument("--tokenizer", help="a tokenizer of tiktoken; left out, tokens are estimated")
    parser.add_argument("--batch-turns", type=int, default=80, help="as of LanguageModel")
    parser.add_argument("--dialogues", action="store_true", help="the dialogues of the tests, in place of a file")
    parser.add_argument("--structures", help="names with commas between, or all; left out, extraction is measured")
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    if (options.file is None) is not options.dialogues:
        parser.error("give a file or --dialogues")
    if options.dialogues:
        told = dialogue_costs(options.tokenizer, options.batch_turns)
        options.json.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
        for kind, row in told["dialogues"].items():
            print(
                f"{kind} sessions: {row['tokens_per_turn']} tokens a turn, {row['calls']} calls, {row['facts']} facts"
            )
            print("  " + ", ".join(f"{name} {tokens}" for name, tokens in row["parts_per_turn"].items()))
        return
    if options.structures:
        names = list(STRUCTURES) if options.structures == "all" else options.structures.split(",")
        told = run_structures(options.file, options.limit, options.tokenizer, names)
        options.json.write_text(json.dumps(told, indent=2) + "\n", encoding="utf-8")
        for name, row in told["structures"].items():
            print(f"{name}: {row['tokens_mean']:,} tokens a conversation, {row['calls_per_turn']} calls a turn")
        return
    report = run(options.file, options.limit, options.tokenizer, options.batch_turns)
    options.json.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    for policy, tokens in report["policies"].items():
        print(f"{policy}: {tokens['mean']:,} tokens a conversation, {tokens['most']:,} at the most", end="")
        print(f" (allowed: {tokens['allowed']:,})")


if __name__ == "__main__":
    main()
