"""From a question to an answer with a language model: at once, or planned, part by part."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import JsonValue

from chronomem.engine.answering.answers import Answer, SubAnswer
from chronomem.engine.answering.evidence import FACT, shown
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
from chronomem.retrieval.question.plan import Complexity, Plan, SubQuery

LookUp = Callable[[str, Plan | None], Awaitable[Context]]
"""Recalls items relevant to a question, given the model's plan, if it made one."""
LookUpFacts = Callable[[str], Awaitable[Sequence[Item]]]
"""Finds the facts that bear on a question."""


@dataclass(frozen=True)
class Asking:
    """Answers one user's questions.

    Attributes:
        model: the language model.
        user: the user whose memory it is.
        look_up: recalls items.
        facts: finds facts.
        now: the time from which the question is asked.
        thorough: whether the model plans the question. Otherwise it answers from the items that the question itself
            recalls.
        in_parts: whether it answers a planned question part by part.
        gates: whether it filters the memories of a planned question, or of a part, before it answers from them.
        follows_up: whether a second recall follows if the model names missing information.
    """

    model: ModelClient
    user: str
    look_up: LookUp
    facts: LookUpFacts
    now: datetime
    thorough: bool = False
    in_parts: bool = True
    gates: bool = False
    follows_up: bool = True

    async def answer(self, question: str) -> Answer:
        """Answer a question, or find that the memory doesn't hold the answer."""
        if not self.thorough:
            return await self._whole(question, [await self._step(None, SubQuery(question), {})])
        plan = await self.plan(question)
        done: dict[int, SubAnswer] = {}
        while waiting := [n for n in range(len(plan.sub_queries)) if n not in done]:
            ready = [n for n in waiting if all(need in done for need in plan.sub_queries[n].needs)]
            done |= zip(ready, await self._steps(plan, ready, done), strict=True)
        steps = [done[number] for number in sorted(done)]
        return replace(await self._whole(question, steps), plan=plan)

    async def plan(self, question: str) -> Plan:
        """Return the model's plan for a question; without `in_parts`, the whole question is its only part."""
        data: JsonValue = {"question": question, "asked_at": self.now.isoformat()}
        planned = await self.model.complete("plan", PLAN, data, PlanReply, user=self.user)
        parts = [
            SubQuery(
                part.question, tuple(sorted({n for n in part.needs if 0 <= n < number})), part.scope, part.when.strip()
            )
            for number, part in enumerate(planned.parts[:MOST_PARTS])
            if part.question.strip()
        ]
        if len(parts) < 2 or not self.in_parts:  # a mere rewording is replaced by the original question
            only = parts[0] if len(parts) == 1 else SubQuery(question)
            parts = [SubQuery(question, scope=only.scope, when=only.when)]
        scope = parts[0].scope if len(parts) == 1 else "mixed"
        return Plan(planned.complexity, scope, "now", tuple(planned.keywords[:3]), sub_queries=tuple(parts))

    async def _steps(self, plan: Plan, numbers: Sequence[int], done: Mapping[int, SubAnswer]) -> list[SubAnswer]:
        """Answer the parts that can be answered now, concurrently."""
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._step(plan, plan.sub_queries[n], done)) for n in numbers]
        except* ModelError as errors:
            raise errors.exceptions[0] from None
        return [task.result() for task in tasks]

    async def _step(self, plan: Plan | None, part: SubQuery, done: Mapping[int, SubAnswer]) -> SubAnswer:
        known = [done[need] for need in part.needs if done[need].answer is not None]
        own = replace(plan, scope=part.scope, when=part.when, sub_queries=()) if plan is not None else None
        looked_up = await self._items(" ".join([part.text, *(str(step.answer) for step in known)]), own)
        items = await self._gated(part.text, own, looked_up)
        found = await self._found(part.text, items, known)
        follow_up = None
        if self.follows_up and not found.found:
            follow_up = _follow_up(found.missing, part.text, looked_up)
        if follow_up is not None:
            seen = {_same(item) for item in items}
            more = await self._gated(follow_up, own, await self._items(follow_up, own))
            items = [*items, *(item for item in more if _same(item) not in seen)]
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
            looked_up=len(looked_up),
        )

    async def _items(self, question: str, plan: Plan | None) -> list[Item]:
        """Recall items, and find facts beside those among them."""
        found = [*await self.look_up(question, plan)]
        told = {item.text for item in found if item.kind == FACT}
        return [*found, *(fact for fact in await self.facts(question) if fact.text not in told)]

    async def _gated(self, question: str, plan: Plan | None, found: Sequence[Item]) -> list[Item]:
        """Let the model drop memories of a planned question that don't help; facts stay."""
        if plan is None or not self.gates:
            return list(found)
        memories = [item for item in found if item.kind != FACT]
        return [*await self.gate(question, plan.complexity, memories), *(item for item in found if item.kind == FACT)]

    async def gate(self, question: str, complexity: Complexity, items: Sequence[Item]) -> list[Item]:
        """Return the items that help, by the model's judgement; if none does, all."""
        if len(items) < 2:
            return list(items)
        data: JsonValue = {"question": question, "complexity": complexity, **shown(items)}
        reply = await self.model.complete("gate", GATE, data, GateReply, user=self.user)
        numbers = {number for number in reply.numbers if 0 <= number < len(items)}
        return [item for number, item in enumerate(items) if number in numbers] or list(items)

    async def _found(self, question: str, items: Sequence[Item], known: Sequence[SubAnswer]) -> AnswerReply:
        if not items and not known:
            return AnswerReply(found=False, answer="", sources=[], missing="")
        data: dict[str, JsonValue] = {"question": question, "asked_at": f"{self.now:%a %Y-%m-%d %H:%M}"}
        if known:
            data["known"] = [{"question": step.question, "answer": step.answer} for step in known]
        data |= shown(items)
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


def _sources(found: AnswerReply, items: Sequence[Item]) -> list[str]:
    """Return the turns that an answer cites as evidence, of those shown to the model."""
    cited = [items[number] for number in found.sources if 0 <= number < len(items)]
    return [turn for item in cited for turn in item.turn_ids[:2]]


def _same(item: Item) -> tuple[str, str, tuple[str, ...]]:
    """Return the same value for items that tell the same: an event of a turn isn't another event of that turn."""
    return item.kind, item.text, item.turn_ids


def _follow_up(missing: str, asked: str, items: Sequence[Item]) -> str | None:
    """Return a question for the missing information, if it names something found that the first question lacked.

    A mere rewording would find the same items again.
    """
    new = set(terms(missing)) - set(terms(asked))
    told = {term for item in items for term in (*terms(item.text), *terms(item.speaker))}
    return missing.strip() if new & told else None
