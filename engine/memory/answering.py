"""Recalling memories for a question, and answering it.

The modules that analyse a question are imported with the first one: most commands ask none, and start faster so.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from chronomem.engine.answering.answers import Answer
from chronomem.engine.memory.searching import SearchingMemory
from chronomem.extractors.llm.client import ModelClient
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.facts.fact_filter import FactFilter
from chronomem.graph_schema.model.checks import check_count, check_name, check_text
from chronomem.graph_schema.model.turn_filter import EVERY_TURN, TurnFilter
from chronomem.retrieval.context import Context, Item
from chronomem.retrieval.presets.preset import Preset
from chronomem.retrieval.question.plan import Plan

_RECALLED, _ITEMS, _ITEMS_OF_A_PART = 10, 20, 10
"""The number of items of a recall, for an answer, and for each part of a thorough answer, unless the preset says."""


class AnsweringMemory(SearchingMemory):
    """The methods of `AsyncMemory` that recall and answer."""

    @property
    def has_model(self) -> bool:
        """Whether the settings name a language model, which `ask` needs."""
        return self._model is not None

    async def recall(
        self,
        question: str,
        *,
        user: str,
        now: datetime | str | None = None,
        k: int | None = None,
        max_tokens: int | None = None,
        preset: str | Preset = "chronomem",
        explain: bool = False,
        planned: bool = False,
        gated: bool = False,
        where: Mapping[str, Any] | str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        speakers: Sequence[str] | None = None,
        roles: Sequence[str] | None = None,
    ) -> Context:
        """Return the memories that are relevant to a question, best first.

        Args:
            question: the question in natural language.
            user: the user whose memory is asked.
            now: the reference time of the question ("last week"); omitted, the current time.
            k: the maximum number of items; omitted, 10, or as the preset says.
            max_tokens: a token budget for all items together; an item that would exceed it is skipped.
            preset: the retrieval preset: its name, or a `Preset`.
            explain: include an explanation: the times and the plan derived from the question, the stages and the
                Cypher that ran, and each item's scores and path through graph and tree.
            where: only from turns whose metadata has these values: `{"channel": "sales"}`, or for a key a list of
                values. A turn has the metadata of its session below its own. None is a missing key.
            since, until: only from turns said in this half-open time range; naive times are in the user's timezone.
            speakers, roles: only from turns of one of these.
            planned: let the language model plan the look-up, in place of rules; this takes a call.
            gated: let the language model drop items that don't help, in place of the stage `gate`; this takes a call.

        With such a filter, a statement counts if one of its turns passes, and a summary if all of its turns pass.

        Raises:
            InvalidText, InvalidInput, InvalidTime: the question, `k`, `max_tokens`, `preset` or `now` is invalid.
            UnknownUser: nothing was ever stored for this user.
            ModelError, BudgetExceeded: with `planned` or `gated`, as for `ask`.
        """
        chosen = self._preset(preset)
        most = k if k is not None else chosen.k if chosen.k is not None else _RECALLED
        self._check(question, most, max_tokens)
        wanted = TurnFilter.of(
            where={} if where is None else where, since=since, until=until, speakers=speakers, roles=roles
        )
        if not planned and not gated:
            owner_id = check_name(user, "user")
            return await self._recall(question, owner_id, now, most, max_tokens, chosen, explain=explain, wanted=wanted)
        from chronomem.engine.answering.asking import Asking
        from chronomem.retrieval.stages.plan import complexity_of

        model, owner = self._required_model("recall() with planned or gated"), await self._owner(user)
        moment = self._moment(now, owner)

        async def look_up(part: str, plan: Plan | None) -> Context:
            return await self._recall(
                part, owner.id, moment, most, max_tokens, chosen, explain=explain, plan=plan, gated=gated, wanted=wanted
            )

        local = moment.astimezone(owner.zone)
        asking = Asking(model, owner.id, look_up, _no_facts, local, in_parts=False)
        with model.run():
            plan = await asking.plan(question) if planned else None
            context = await look_up(question, plan)
            if not gated:
                return context
            complexity = plan.complexity if plan is not None else complexity_of(question)
            return context.of(await asking.gate(question, complexity, context))

    async def ask(
        self,
        question: str,
        *,
        user: str,
        now: datetime | str | None = None,
        k: int | None = None,
        max_tokens: int | None = None,
        preset: str | Preset = "chronomem",
        thorough: bool | None = None,
        gate: bool | None = None,
    ) -> Answer:
        """Answer a question from the memory with a language model, and cite the turns that support the answer.

        The model answers from the items that `recall` finds for the question, together with the facts that bear on it.
        If it says that something is missing, and the memories found give a lead to that, it is looked up as well, and
        the model is asked again. If the memory doesn't hold the answer, none is given.

        A thorough answer takes three to six calls. The model plans the retrieval and may split the question into up to
        four sub-questions, some of which depend on the answers to others. For each one, memories are recalled, the
        model drops the irrelevant ones, and it answers from the rest. The answers are then combined.

        Args:
            question, user, now, preset: as for `recall`.
            k: the maximum number of items; omitted, 20, and 10 for each sub-question of a thorough answer, or as the
                preset says.
            max_tokens: as for `recall`, for each sub-question.
            thorough: whether to plan the question; omitted, as the preset says.
            gate: of a thorough answer, let the model drop irrelevant memories, which takes a call per sub-question;
                omitted, as the preset says.

        Raises:
            InvalidText, InvalidInput, InvalidTime, UnknownUser: as for `recall`; or the settings name no model.
            ModelError, BudgetExceeded: the model can't be reached, gives no valid answer, or would exceed its budget.
        """
        from chronomem.engine.answering.asking import Asking
        from chronomem.engine.answering.evidence import FACTS_LOOKED_AT, fact_items
        from chronomem.retrieval.question.question import MAX_QUESTION

        chosen = self._preset(preset)
        planned = chosen.thorough if thorough is None else thorough
        gates = chosen.gates if gate is None else gate
        usual = chosen.k if chosen.k is not None else _ITEMS_OF_A_PART if planned else _ITEMS
        most = usual if k is None else k
        self._check(question, most, max_tokens)
        model, owner = self._required_model("ask()"), await self._owner(user)
        moment = self._moment(now, owner)

        async def look_up(part: str, plan: Plan | None) -> Context:
            by_model = plan is not None and gates
            return await self._recall(
                part[:MAX_QUESTION], owner.id, moment, most, max_tokens, chosen, plan=plan, gated=by_model
            )

        wanted = FactFilter.of(limit=FACTS_LOOKED_AT, include_invalid=True, include_negated=True, include_minor=True)

        async def facts(part: str) -> list[Item]:
            if not chosen.shows_facts:
                return []
            found = await self._matching(part[:MAX_QUESTION], owner, wanted, moment)
            return fact_items(found, moment, owner.zone, self._store.vocabulary)

        local = moment.astimezone(owner.zone)
        asking = Asking(
            model, owner.id, look_up, facts, local,
            thorough=planned, in_parts=chosen.in_parts, gates=gates, follows_up=chosen.follows_up,
        )  # fmt: skip
        with model.run():
            return await asking.answer(question)

    async def _recall(
        self,
        question: str,
        user: str,
        now: datetime | str | None,
        k: int,
        max_tokens: int | None,
        preset: Preset,
        *,
        explain: bool = False,
        plan: Plan | None = None,
        gated: bool = False,
        wanted: TurnFilter = EVERY_TURN,
    ) -> Context:
        from chronomem.retrieval.pipeline import Recollection
        from chronomem.retrieval.recall import recall

        async with self._viewed(user, preset.pools, explain=explain, wanted=wanted) as view:
            begun = Recollection(question, self._moment(now, view.user), k, max_tokens, is_gated=gated)
            if plan is not None:
                begun = replace(begun, plan=plan, is_planned=True)
            return await recall(begun, view, preset)

    def _required_model(self, what: str) -> ModelClient:
        if self._model is None:
            raise InvalidInput(
                f"{what} needs a language model: open the memory with Settings(model=LanguageModel(model='…')), or set"
                " CHRONOMEM_MODEL for the command line and the servers; recall() needs none"
            )
        return self._model

    def _check(self, question: str, k: int, max_tokens: int | None) -> None:
        """Check the arguments of a question."""
        from chronomem.retrieval.question.question import MAX_QUESTION

        self._check_open()
        check_text(question, "question", limit=MAX_QUESTION)
        check_count("k", k)
        if max_tokens is not None:
            check_count("max_tokens", max_tokens)

    def _preset(self, preset: str | Preset) -> Preset:
        """Return the preset; raise `InvalidInput` if this memory doesn't maintain its structures."""
        from chronomem.retrieval.presets.presets import preset as preset_named

        if not isinstance(preset, str | Preset):
            raise InvalidInput(f"preset must be a name or a Preset, not {preset!r:.60}")
        chosen = preset if isinstance(preset, Preset) else preset_named(preset)
        if not self._settings.standing_instructions:
            steps = tuple(step for step in chosen.steps if step.stage != "standing")
            chosen = chosen.with_steps(steps) if len(steps) < len(chosen.steps) else chosen
        if missing := [name for name in chosen.structures if name not in self._settings.structures]:
            raise InvalidInput(
                f"preset {chosen.name!r} needs {', '.join(map(repr, missing))}, which this memory doesn't maintain:"
                f" open it with Settings(structures={(*self._settings.structures, *missing)!r}) and run consolidate()"
            )
        return chosen


async def _no_facts(_: str) -> list[Item]:
    return []
