"""Answers of a memory with a language model over a file of conversations with questions, judged by category.

    python benchmarks/answers.py FILE.jsonl[.gz] --model NAME [--model-url URL] [--judge NAME] [--preset NAME]
                                 [--published] [--extraction HOW] [--summaries HOW] [--judgements HOW]
                                 [--embedder FOLDER] [--k N] [--no-gate] [--without PART,PART …]
                                 [--judging own|generous] [--simplify] [--limit N] [--dry-run | --yes]
                                 --work FOLDER --json OUT.json

The memory maintains the structures of the preset; `--published` takes the configuration of its paper, in which the
model does all that the paper leaves to one. The key of the model comes from OPENAI_API_KEY; its temperature is 0.
Before anything is asked, the number of questions and an estimate of the calls and tokens are shown; `--dry-run` ends
there, `--yes` goes on without asking. Every answer is written to FOLDER as soon as it is judged, with the plan, what
the gate left, follow-ups and tokens by purpose. What is there is not asked again: after an interruption, run it again.

A judge is asked whether the answer is right, by criteria that depend on the category of the question: generous on
wording; a date in any form; off by one in a number of days, weeks or months is allowed in temporal reasoning; the
updated value counts in knowledge updates; preferences are judged by a rubric; a question without an answer in the
memory is to be declined. With `--judging generous`, the judge is as lenient as those of TSM, H-Mem, TiMem and RecMem on
LoCoMo: an answer that touches on the same matter is right. Token F1 compares the words of answer and gold without case,
punctuation and articles, ROUGE-L their longest common subsequence; `--simplify` lets the model shorten the answer for
these two, as H-Mem does.
"""

import argparse
import asyncio
import json
import os
import re
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, JsonValue

from chronomem import AsyncMemory, LanguageModel, ModelError, Settings
from chronomem.engine.answering.prompts import ANSWER, GATE, PLAN
from chronomem.engine.importers import BenchmarkQuestion, Conversation, read_conversations
from chronomem.extractors.llm.client import ModelClient
from chronomem.extractors.llm.tokens import estimate_tokens
from chronomem.extractors.llm.usage import TransientLedger
from chronomem.retrieval.presets.preset import Preset
from chronomem.retrieval.presets.presets import preset

FRAME, REPLY = 12, 60
"""Tokens around a memory that is shown, and tokens of an answer: for the estimate."""

_ALWAYS = (
    "You judge an answer to a question about somebody's past conversations. You are given the question, the right"
    " answer and the answer to be judged. Say 'correct' or 'wrong'."
)
CRITERIA: Mapping[str, str] = {
    "plain": (
        "It is correct if it says what the right answer says, in whatever words and however much longer; it may add"
        " true details. It is wrong if it lacks what was asked for, names only a part of it, or contradicts it."
    ),
    "dates": (
        "It is correct if it names the same date or time in any form: '7 May', 'May 7th' and 'last Tuesday' may be the"
        " same day. Where a number of days, weeks or months is asked for, one more or one less is correct too."
    ),
    "update": (
        "What is asked about has changed in the course of the conversations. It is correct if it gives the latest"
        " state, also where it tells earlier ones besides; it is wrong if it takes an earlier state for now."
    ),
    "preference": (
        "The right answer describes what a good reply would take into account. It is correct if it makes use of what"
        " the user likes and has, in the way described; it need not mention every point."
    ),
    "abstention": (
        "The conversations don't hold the answer; the right answer explains why. It is correct if it says that this"
        " isn't known or was never said, and wrong if it gives an answer."
    ),
}
GENEROUS = (
    "Be generous: the right answer is short, and the one to be judged may be long. It is correct if it touches on the"
    " same matter as the right answer, though it tells only a part of it or more. A time is correct if it is the same"
    " day, month or period in any form, also a relative one."
)
SIMPLIFY = "Shorten answer to the few words that answer question: names, dates, numbers, things. Add nothing."
BUILDING: Mapping[str, tuple[float, int]] = {
    "calendar": (0.074, 81),
    "topics": (0.224, 142),
    "profiles": (0.014, 13),
    "hmem": (1.220, 394),
    "timem": (0.647, 484),
    "recmem": (0.129, 127),
    "segtree": (3.773, 1_894),
}
"""Calls and tokens for each turn that a structure takes whose texts a model writes: measured by benchmarks/cost.py."""
EXTRACTION = (0.05, 130)
"""The same for facts by a model from all turns."""
_KINDS = (
    ("preference", "preference"),
    ("update", "update"),
    ("temporal", "dates"),
    ("adversarial", "abstention"),
    ("abs", "abstention"),
)
DECLINED = "That isn't in the memory."


class Verdict(BaseModel):
    """Whether the answer is right."""

    verdict: Literal["correct", "wrong"]


class Simplified(BaseModel):
    """The answer in a few words."""

    answer: str


@dataclass(frozen=True)
class Way:
    """How the memory is built and asked, and how answers are judged."""

    preset: Preset
    settings: Settings
    judging: Literal["own", "generous"] = "own"
    simplify: bool = False
    k: int | None = None
    gate: bool | None = None


def way(options: argparse.Namespace, model: LanguageModel) -> Way:
    """Return what the options say; raise `InvalidInput` if there is no such preset."""
    name = f"{options.preset}-published" if options.published else options.preset
    chosen = preset(name).without(*(part for part in options.without.split(",") if part))
    given = {"extraction": options.extraction, "summaries": options.summaries, "judgements": options.judgements}
    settings: dict[str, Any] = {key: value for key, value in given.items() if value} | {"embedder": options.embedder}
    published = options.published
    if chosen.structures and not published:
        settings["structures"] = chosen.structures
    made = (
        Settings.published(options.preset, model=model, **settings) if published else Settings(model=model, **settings)
    )
    judging: Literal["own", "generous"] = options.judging or ("generous" if published else "own")
    return Way(chosen, made, judging, options.simplify, options.k, False if options.no_gate else None)


def criterion(category: str | None) -> str:
    """Return by which criterion questions of a category are judged."""
    return next((kind for part, kind in _KINDS if part in (category or "").lower()), "plain")


def tokens_of(text: str) -> list[str]:
    """Return the words of an answer as F1 compares them."""
    words = re.findall(r"\w+", text.lower())
    return [word for word in words if word not in ("a", "an", "the")]


def token_f1(answer: str, gold: str) -> float:
    """Return the harmonic mean of precision and recall of the words of an answer."""
    given, right = Counter(tokens_of(answer)), Counter(tokens_of(gold))
    shared = sum((given & right).values())
    if not shared:
        return float(not given and not right)
    precision, recall = shared / sum(given.values()), shared / sum(right.values())
    return 2 * precision * recall / (precision + recall)


def rouge_l(answer: str, gold: str) -> float:
    """Return the F-measure of the longest common subsequence of the words of an answer and the right one."""
    given, right = tokens_of(answer), tokens_of(gold)
    lengths = [0] * (len(right) + 1)
    for word in given:
        before = lengths[:]
        for place, other in enumerate(right, 1):
            lengths[place] = before[place - 1] + 1 if word == other else max(before[place], lengths[place - 1])
    if not lengths[-1]:
        return float(not given and not right)
    precision, recall = lengths[-1] / len(given), lengths[-1] / len(right)
    return 2 * precision * recall / (precision + recall)


def conversations(path: Path, limit: int | None) -> list[Conversation]:
    everything = read_conversations(path, skip_bad=lambda error: print(f"left out: {error}", file=sys.stderr))
    return list(islice(everything, limit))


def questions_of(conversation: Conversation) -> list[BenchmarkQuestion]:
    return [question for question in conversation.questions if question.answer]


def building(chosen: Sequence[Conversation], settings: Settings) -> dict[str, int]:
    """Return about how many calls and tokens it takes to build the memory."""
    turns = sum(len(conversation.turns) for conversation in chosen)
    each = [BUILDING[name] for name in settings.structures if settings.summaries == "model"]
    each += [EXTRACTION] if settings.extraction == "eager" else []
    return {
        "calls": round(turns * sum(calls for calls, _ in each)),
        "tokens": round(turns * sum(tokens for _, tokens in each)),
    }


def estimate(chosen: Sequence[Conversation], *, thorough: bool = False) -> dict[str, int]:
    """Return how much there is to ask, and about how many tokens it takes, without building the memory.

    An answer takes one call, a thorough one three; the judge takes another. Follow-ups and parts take more.
    """
    questions = [question for conversation in chosen for question in questions_of(conversation)]
    turns = [estimate_tokens(turn.text) for conversation in chosen for turn in conversation.turns]
    memories = 20 * (FRAME + (statistics.fmean(turns) if turns else 0.0))  # a thorough answer shows ten of them, twice
    prompts = [ANSWER, _ALWAYS + CRITERIA["plain"], *([PLAN, GATE] if thorough else [])]
    each = sum(map(estimate_tokens, prompts)) + memories + len(prompts) * REPLY
    asked = len(prompts) * sum(estimate_tokens(question.text) for question in questions)
    calls = len(prompts) * len(questions)
    return {"questions": len(questions), "calls": calls, "tokens": round(each * len(questions)) + asked}


class Log:
    """The answers that were judged, one a line, by conversation and question."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / "answers.jsonl"
        lines = self.path.read_text(encoding="utf-8").splitlines() if self.path.exists() else []
        self.rows = [row for line in lines if (row := _row(line)) is not None]
        self.known = {(row["conversation"], row["question"]) for row in self.rows}

    def add(self, row: dict[str, Any]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
        self.rows.append(row)
        self.known.add((row["conversation"], row["question"]))


def _row(line: str) -> dict[str, Any] | None:
    try:
        row: dict[str, Any] = json.loads(line)
    except json.JSONDecodeError:  # the last line of a run that was killed
        return None
    return row


async def judged(judge: ModelClient, user: str, question: BenchmarkQuestion, answer: str, how: str) -> bool:
    kind = criterion(question.category)
    generous = how == "generous" and kind != "abstention"
    instructions = f"{_ALWAYS} {GENEROUS if generous else CRITERIA[kind]}"
    data: JsonValue = {"question": question.text, "right_answer": question.answer, "answer": answer}
    verdict = await judge.complete("judge", instructions, data, Verdict, user=user)
    return verdict.verdict == "correct"


async def run(
    chosen: Sequence[Conversation], how: Way, judging: LanguageModel, *, work: Path, folder: Path | None = None
) -> dict[str, Any]:
    """Answer and judge what isn't yet; return the report. The memory is in a folder of its own unless one is given."""
    log, ledger = Log(work), TransientLedger()
    judge = ModelClient(judging, ledger=ledger)
    async with await AsyncMemory.open(folder or work / "memory", settings=how.settings) as memory:
        for conversation in chosen:
            waiting = [q for q in questions_of(conversation) if (conversation.id, q.id) not in log.known]
            if not waiting:
                continue
            await memory.add_turns(conversation.turns, user=conversation.user)
            done = await memory.consolidate(user=conversation.user)
            for error in done.failures.values():
                print(f"{conversation.id}: {error}", file=sys.stderr)
            for question in waiting:
                try:
                    log.add(await _asked(memory, judge, conversation, question, how))
                except ModelError as error:
                    print(f"{conversation.id} {question.id}: {error}", file=sys.stderr)
            print(f"{conversation.id}: {len(waiting)} questions", file=sys.stderr)
        own = await memory.usage()
    await judge.close()
    spent = {
        "answering": sum(usage.tokens for usage in own),
        "judging": sum(s.tokens for s in ledger.accounts.values()),
    }
    return report(log.rows, spent, {c.id for c in chosen})


async def _asked(
    memory: AsyncMemory, judge: ModelClient, conversation: Conversation, question: BenchmarkQuestion, how: Way
) -> dict[str, Any]:
    user = conversation.user
    before = await _spent(memory, user)
    found = await memory.ask(question.text, user=user, now=question.asked_at, preset=how.preset, k=how.k, gate=how.gate)
    tokens = await _spent(memory, user) - before
    answer = found.text or DECLINED
    short = answer
    if how.simplify:
        data: JsonValue = {"question": question.text, "answer": answer}
        short = (await judge.complete("simplify", SIMPLIFY, data, Simplified, user=user)).answer
    return {
        "conversation": conversation.id,
        "question": question.id,
        "category": question.category or "none",
        "answer": answer,
        "gold": question.answer,
        "turn_ids": list(found.turn_ids),
        "declined": found.text is None,
        "correct": await judged(judge, user, question, answer, how.judging),
        "f1": token_f1(short, question.answer or ""),
        "rouge_l": rouge_l(short, question.answer or ""),
        "tokens": tokens.total(),
        "tokens_by_purpose": dict(tokens),
        "plan": None if found.plan is None else {"complexity": found.plan.complexity, "keywords": found.plan.keywords},
        "parts": [
            {
                "question": step.question,
                "scope": found.plan.sub_queries[number].scope if found.plan is not None else None,
                "looked_up": step.looked_up,
                "shown": len(step.items),
                "follow_up": step.follow_up,
            }
            for number, step in enumerate(found.steps)
        ],
    }


async def _spent(memory: AsyncMemory, user: str) -> Counter[str]:
    """Return the tokens that a user's memory has taken, by purpose."""
    spent = Counter[str]()
    for usage in await memory.usage(user=user):
        spent[usage.purpose] += usage.tokens
    return spent


def report(rows: Sequence[Mapping[str, Any]], spent: Mapping[str, int], chosen: set[str]) -> dict[str, Any]:
    groups: defaultdict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        if row["conversation"] in chosen:
            groups["all"].append(row)
            groups[row["category"]].append(row)
    by_conversation = Counter[str]()
    for row in groups["all"]:
        by_conversation[row["conversation"]] += row["tokens"]
    return {
        "questions": len(groups["all"]),
        "accuracy": {name: round(100 * _mean(own, "correct"), 1) for name, own in sorted(groups.items())},
        "f1": {name: round(100 * _mean(own, "f1"), 1) for name, own in sorted(groups.items())},
        "rouge_l": {name: round(100 * _mean(own, "rouge_l"), 1) for name, own in sorted(groups.items())},
        "declined": round(100 * _mean(groups["all"], "declined"), 1),
        "tokens_per_question": round(_mean(groups["all"], "tokens"), 1),
        "tokens_per_conversation": dict(by_conversation),
        "tokens_of_this_run": dict(spent),
    }


def _mean(rows: Sequence[Mapping[str, Any]], key: str) -> float:
    return statistics.fmean(float(row[key]) for row in rows) if rows else 0.0


def parser() -> argparse.ArgumentParser:
    """Return the parser of the options."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--model", required=True)
    parser.add_argument("--model-url")
    parser.add_argument("--judge", help="the model that judges; left out, the one that answers")
    parser.add_argument("--preset", default="chronomem")
    parser.add_argument("--published", action="store_true", help="the configuration of the preset's paper")
    parser.add_argument("--extraction", choices=["offline", "eager", "recurrence"])
    parser.add_argument("--summaries", choices=["extractive", "model"])
    parser.add_argument("--judgements", choices=["cosine", "pointwise", "batched"])
    parser.add_argument("--embedder", type=Path, help="the folder of a sentence transformer")
    parser.add_argument("--k", type=int, help="how many items an answer is given from")
    parser.add_argument("--no-gate", action="store_true", help="don't let the model drop memories")
    parser.add_argument("--without", default="", help="parts of the preset to leave out, with commas between")
    parser.add_argument("--judging", choices=["own", "generous"], help="left out, generous where published")
    parser.add_argument("--simplify", action="store_true", help="shorten answers for F1 and ROUGE-L")
    parser.add_argument("--limit", type=int, help="how many conversations at the most")
    going = parser.add_mutually_exclusive_group()
    going.add_argument("--yes", action="store_true", help="go on without asking")
    going.add_argument("--dry-run", action="store_true", help="only estimate")
    parser.add_argument("--work", type=Path, required=True, help="where the memory and the answers are kept")
    parser.add_argument("--json", type=Path, required=True)
    return parser


def main() -> None:
    options = parser().parse_args()
    chosen = conversations(options.file, options.limit)
    known = Log(options.work).known
    left = sum((c.id, q.id) not in known for c in chosen for q in questions_of(c))
    key = os.environ.get("OPENAI_API_KEY")
    place = {"api_key": key, "temperature": 0.0, **({"base_url": options.model_url} if options.model_url else {})}
    how = way(options, LanguageModel.of(model=options.model, **place))
    cost, first = estimate(chosen, thorough=how.preset.thorough), building(chosen, how.settings)
    print(f"about {first['calls']:,} calls and {first['tokens']:,} tokens to build the memory")
    print(f"{cost['questions']} questions, {left} of them not answered yet; about {cost['calls']:,} calls and", end=" ")
    print(f"{cost['tokens']:,} tokens for all of them")
    if options.dry_run:
        return
    if not options.yes and input("Go on? [y/N] ").strip().lower() != "y":
        return
    judging = LanguageModel.of(model=options.judge or options.model, **place)
    done = asyncio.run(run(chosen, how, judging, work=options.work))
    text = json.dumps(done, indent=2)
    options.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
