"""From a question to an answer with a language model: plan, recall part by part, follow up, combine."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from pydantic import JsonValue

from chronomem.engine.answering.answers import Answer, SubAnswer
from chronomem.engine.answering.prompts import (
    ANSWER,
    GATE,
    MOST_PARTS,
    PLAN,
    SYNTHESIS,
    AnswerReply,
    GateReply,
    PlanReply,
)
from chronomem.extractors.llm.client import ModelClient
from chronomem.graph_schema.errors import ModelError
from chronomem.retrieval.context import Context, Item
from chronomem.retrieval.index.terms import terms
from chronomem.retrieval.question.plan import Plan, SubQuery

LookUp = Callable[[str, Plan], Awaitable[Context]]
"""Recalls items relevant to a question, given its plan."""


@dataclass(frozen=True)
class Asking:
    """Answers one user's questions.

    Attributes:
        model: the language model.
        user: the user whose memory it is.
        look_up: recalls items.
        now: the time from which the question is asked.
        gates: whether the model filters the memories before it answers from them.
    """

    model: ModelClient
    user: str
    look_up: LookUp
    now: datetime
    gates: bool

    async def answer(self, question: str) -> Answer:
        """Answer a question, or find that the memory doesn't hold the answer."""
        plan = await self._plan(question)
        done: dict[int, SubAnswer] = {}
        while waiting := [n for n in range(len(plan.sub_queries)) if n not in done]:
            ready = [n for n in waiting if all(need in done for need in plan.sub_queries[n].needs)]
            done |= zip(ready, await self._steps(plan, ready, done), strict=True)
        steps = [done[number] for number in sorted(done)]
        return await self._whole(question, steps)

    async def _plan(self, question: str) -> Plan:
        data: JsonValue = {"question": question, "asked_at": self.now.isoformat()}
        planned = await self.model.complete("plan", PLAN, data, PlanReply, user=self.user)
        parts = [
            SubQuery(part.question, tuple(sorted({need for need in part.needs if 0 <= need < number})), part.scope)
            for number, part in enumerate(planned.parts[:MOST_PARTS])
            if part.question.strip()
        ]
        if len(parts) < 2:  # a mere rewording is replaced by the original question
            parts = [SubQuery(question, scope=parts[0].scope if parts else "mixed")]
        scope = parts[0].scope if len(parts) == 1 else "mixed"
        return Plan(planned.complexity, scope, "now", tuple(planned.keywords[:3]), tuple(parts))

    async def _steps(self, plan: Plan, numbers: Sequence[int], done: Mapping[int, SubAnswer]) -> list[SubAnswer]:
        """Answer the parts that can be answered now, concurrently."""
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._step(plan, plan.sub_queries[n], done)) for n in numbers]
        except* ModelError as errors:
            raise errors.exceptions[0] from None
        return [task.result() for task in tasks]

    async def _step(self, plan: Plan, part: SubQuery, done: Mapping[int, SubAnswer]) -> SubAnswer:
        known = [done[need] for need in part.needs if done[need].answer is not None]
        own = Plan(plan.complexity, part.scope, plan.tense, plan.keywords)
        items = await self._items(" ".join([part.text, *(str(step.answer) for step in known)]), own)
        found = await self._found(part.text, items, known)
        follow_up = None
        if not found.found and (follow_up := _follow_up(found.missing, part.text, items)) is not None:
            more = await self._items(follow_up, own)
            items = [*items, *(item for item in more if item.turn_ids not in {one.turn_ids for one in items})]
            found = await self._found(part.text, items, known)
        sources = _sources(found, items)
        inherited = [turn for step in known for turn in step.turn_ids]
        turn_ids = tuple(dict.fromkeys([*sources, *inherited]))
        answered = found.found and found.answer.strip() and turn_ids
        return SubAnswer(
            question=part.text,
            needs=part.needs,
            answer=found.answer.strip() if answered else None,
            follow_up=follow_up,
            items=tuple(items),
            turn_ids=turn_ids if answered else (),
        )

    async def _items(self, question: str, plan: Plan) -> list[Item]:
        """Recall items, and let the model drop those that don't help."""
        items = list(await self.look_up(question, plan))
        if not self.gates or len(items) < 2:
            return items
        data: JsonValue = {"question": question, "complexity": plan.complexity, "memories": _shown(items)}
        kept = await self.model.complete("gate", GATE, data, GateReply, user=self.user)
        numbers = {number for number in kept.numbers if 0 <= number < len(items)}
        return [item for number, item in enumerate(items) if number in numbers]

    async def _found(self, question: str, items: Sequence[Item], known: Sequence[SubAnswer]) -> AnswerReply:
        if not items and not known:
            return AnswerReply(found=False, answer="", sources=[], missing="")
        data: JsonValue = {
            "question": question,
            "asked_at": self.now.isoformat(),
            "known": [{"question": step.question, "answer": step.answer} for step in known],
            "memories": _shown(items),
        }
        return await self.model.complete("answer", ANSWER, data, AnswerReply, user=self.user)

    async def _whole(self, question: str, steps: Sequence[SubAnswer]) -> Answer:
        if len(steps) == 1 or all(step.answer is None for step in steps):
            answer, turn_ids = (steps[0].answer, steps[0].turn_ids) if len(steps) == 1 else (None, ())
            missing = "" if answer is not None else "; ".join(step.follow_up or step.question for step in steps)
            return Answer(question, answer, turn_ids, missing, steps)
        parts: list[JsonValue] = [
            {"number": n, "question": s.question, "answer": s.answer} for n, s in enumerate(steps)
        ]
        data: JsonValue = {"question": question, "asked_at": self.now.isoformat(), "parts": parts}
        found = await self.model.complete("synthesis", SYNTHESIS, data, AnswerReply, user=self.user)
        rests_on = [steps[number] for number in found.sources if 0 <= number < len(steps)]
        turn_ids = tuple(dict.fromkeys(turn for step in rests_on for turn in step.turn_ids))
        if found.found and found.answer.strip() and turn_ids:
            return Answer(question, found.answer.strip(), turn_ids, "", steps)
        return Answer(question, None, (), found.missing or "the parts of the question don't answer it", steps)


def _shown(items: Sequence[Item]) -> list[JsonValue]:
    """Return memories in the form shown to the model: in order of time, with the numbers of their ranks."""
    numbered = sorted(enumerate(items), key=lambda pair: (pair[1].when, pair[0]))
    return [
        {
            "number": number,
            "date": f"{item.when:%a %Y-%m-%d %H:%M}",
            "by": item.speaker or item.kind,
            "text": item.text,
            **({"holds": item.holds, "now": item.now_so} if item.holds is not None else {}),
        }
        for number, item in numbered
    ]


def _sources(found: AnswerReply, items: Sequence[Item]) -> list[str]:
    """Return the turns that an answer cites as evidence, of those shown to the model."""
    shown = [items[number] for number in found.sources if 0 <= number < len(items)]
    return [turn for item in shown for turn in item.turn_ids[:2]]


def _follow_up(missing: str, asked: str, items: Sequence[Item]) -> str | None:
    """Return a question for the missing information, if it names something found that the first question lacked.

    A mere rewording would find the same items again.
    """
    new = set(terms(missing)) - set(terms(asked))
    told = {term for item in items for term in (*terms(item.text), *terms(item.speaker))}
    return missing.strip() if new & told else None
