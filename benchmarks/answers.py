"""Answers of a memory with a language model over a file of conversations with questions, judged by category.

    python benchmarks/answers.py FILE.jsonl[.gz] --model NAME [--model-url URL] [--judge NAME] [--preset NAME]
                                 [--limit N] [--yes] --work FOLDER --json OUT.json

The key of the model comes from OPENAI_API_KEY. Before anything is asked, the number of questions
and an estimate of the tokens are shown; `--yes` goes on without asking. Every answer is written to FOLDER as soon as it
is judged, and what is there is not asked again: after an interruption, run it again.

A judge is asked whether the answer is right, by criteria that depend on the category of the question: generous on
wording; a date in any form; off by one in a number of days, weeks or months is allowed in temporal reasoning; the
updated value counts in knowledge updates; preferences are judged by a rubric; a question without an answer in the
memory is to be declined. Token F1 compares the words of answer and gold without case, punctuation and articles.
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


def conversations(path: Path, limit: int | None) -> list[Conversation]:
    everything = read_conversations(path, skip_bad=lambda error: print(f"left out: {error}", file=sys.stderr))
    return list(islice(everything, limit))


def questions_of(conversation: Conversation) -> list[BenchmarkQuestion]:
    return [question for question in conversation.questions if question.answer]


def estimate(chosen: Sequence[Conversation], *, thorough: bool = False) -> dict[str, int]:
    """Return how much there is to ask, and about how many tokens it takes.

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


async def judged(judge: ModelClient, user: str, question: BenchmarkQuestion, answer: str) -> bool:
    instructions = f"{_ALWAYS} {CRITERIA[criterion(question.category)]}"
    data: JsonValue = {"question": question.text, "right_answer": question.answer, "answer": answer}
    verdict = await judge.complete("judge", instructions, data, Verdict, user=user)
    return verdict.verdict == "correct"


async def run(
    chosen: Sequence[Conversation], model: LanguageModel, judging: LanguageModel, *, preset: str, work: Path
) -> dict[str, Any]:
    """Answer and judge what isn't yet; return the report."""
    log, ledger = Log(work), TransientLedger()
    judge = ModelClient(judging, ledger=ledger)
    async with await AsyncMemory.open(work / "memory", settings=Settings(model=model)) as memory:
        for conversation in chosen:
            waiting = [q for q in questions_of(conversation) if (conversation.id, q.id) not in log.known]
            if not waiting:
                continue
            await memory.add_turns(conversation.turns, user=conversation.user)
            await memory.consolidate(user=conversation.user)
            for question in waiting:
                try:
                    log.add(await _asked(memory, judge, conversation, question, preset))
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
    memory: AsyncMemory, judge: ModelClient, conversation: Conversation, question: BenchmarkQuestion, preset: str
) -> dict[str, Any]:
    before = sum(usage.tokens for usage in await memory.usage(user=conversation.user))
    found = await memory.ask(question.text, user=conversation.user, now=question.asked_at, preset=preset)
    after = sum(usage.tokens for usage in await memory.usage(user=conversation.user))
    answer = found.text or DECLINED
    return {
        "conversation": conversation.id,
        "question": question.id,
        "category": question.category or "none",
        "answer": answer,
        "gold": question.answer,
        "turn_ids": list(found.turn_ids),
        "declined": found.text is None,
        "correct": await judged(judge, conversation.user, question, answer),
        "f1": token_f1(answer, question.answer or ""),
        "tokens": after - before,
    }


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
        "declined": round(100 * _mean(groups["all"], "declined"), 1),
        "tokens_per_question": round(_mean(groups["all"], "tokens"), 1),
        "tokens_per_conversation": dict(by_conversation),
        "tokens_of_this_run": dict(spent),
    }


def _mean(rows: Sequence[Mapping[str, Any]], key: str) -> float:
    return statistics.fmean(float(row[key]) for row in rows) if rows else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--model", required=True)
    parser.add_argument("--model-url")
    parser.add_argument("--judge", help="the model that judges; left out, the one that answers")
    parser.add_argument("--preset", default="chronomem")
    parser.add_argument("--limit", type=int, help="how many conversations at the most")
    parser.add_argument("--yes", action="store_true", help="go on without asking")
    parser.add_argument("--work", type=Path, required=True, help="where the memory and the answers are kept")
    parser.add_argument("--json", type=Path, required=True)
    options = parser.parse_args()
    chosen = conversations(options.file, options.limit)
    known = Log(options.work).known
    left = sum((c.id, q.id) not in known for c in chosen for q in questions_of(c))
    cost = estimate(chosen, thorough=preset(options.preset).thorough)
    print(f"{cost['questions']} questions, {left} of them not answered yet; about {cost['calls']:,} calls and", end=" ")
    print(f"{cost['tokens']:,} tokens for all of them")
    if not options.yes and input("Go on? [y/N] ").strip().lower() != "y":
        return
    key = os.environ.get("OPENAI_API_KEY")
    place = {"api_key": key, **({"base_url": options.model_url} if options.model_url else {})}
    model = LanguageModel.of(model=options.model, **place)
    judging = LanguageModel.of(model=options.judge or options.model, temperature=0.0, **place)
    done = asyncio.run(run(chosen, model, judging, preset=options.preset, work=options.work))
    text = json.dumps(done, indent=2)
    options.json.write_text(text + "\n", encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
