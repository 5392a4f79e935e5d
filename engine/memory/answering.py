"""The part of a memory that answers: what bears on a question, and what the answer is.

What understands a question is imported by the first one: most commands have none, and would wait for it.
"""

from dataclasses import replace
from datetime import datetime

from chronomem.engine.answering.answers import Answer
from chronomem.engine.memory.core import MemoryCore
from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import check_count, check_name, check_text
from chronomem.retrieval.context import Context
from chronomem.retrieval.index.turn_vectors import MANY
from chronomem.retrieval.presets.preset import Preset
from chronomem.retrieval.question.plan import Plan


class AnsweringMemory(MemoryCore):
    """Questions to a user's memory. `AsyncMemory` has all of it."""

    @property
    def has_model(self) -> bool:
        """Whether there is a language model, which `ask` needs."""
        return self._model is not None

    async def recall(
        self,
        question: str,
        *,
        user: str,
        now: datetime | str | None = None,
        k: int = 10,
        max_tokens: int | None = None,
        preset: str | Preset = "chronomem",
        explain: bool = False,
    ) -> Context:
        """Return what the memory holds that bears on a question, best first.

        Args:
            question: in plain words.
            user: whose memory is asked.
            now: the time from which the question is asked ("last week"); left out, the current time.
            k: how many items at the most.
            max_tokens: a budget for all items together; one that would break it is left out.
            preset: the way of recalling, by name or as it is.
            explain: also say how it was done: the times and the plan that the question was read for, the stages and
                the Cypher that ran, and each item's scores and its path through graph and tree.

        Raises:
            InvalidText, InvalidInput, InvalidTime: the question, `k`, `max_tokens`, `preset` or `now` can't be used.
            UnknownUser: nothing was ever stored for this user.
        """
        chosen = self._checked(question, k, max_tokens, preset)
        return await self._recall(question, check_name(user, "user"), now, k, max_tokens, chosen, explain=explain)

    async def ask(
        self,
        question: str,
        *,
        user: str,
        now: datetime | str | None = None,
        k: int = 10,
        max_tokens: int | None = None,
        preset: str | Preset = "chronomem",
        gate: bool = True,
    ) -> Answer:
        """Answer a question from the memory by a language model, with the turns that the answer rests on.

        The model plans the look-up, and may divide the question into up to four parts, of which some need the answers
        of others. Each part is recalled, what doesn't help is sorted out, and it is answered from what is left; where
        something is missing that what was found gives a hold on, that is looked up as well. The answers are then put
        together. Where the memory doesn't hold the answer, there is none.

        Args:
            question, user, now, preset: as for `recall`.
            k, max_tokens: as for `recall`, for each part of the question.
            gate: let the model sort out memories before it answers from them, which is one more call for each part.

        Raises:
            InvalidText, InvalidInput, InvalidTime, UnknownUser: as for `recall`; or the settings name no model.
            ModelError, BudgetExceeded: the model can't be asked, or gives no valid answers.
        """
        from chronomem.engine.answering.asking import Asking
        from chronomem.retrieval.question.question import MAX_QUESTION

        chosen = self._checked(question, k, max_tokens, preset)
        if self._model is None:
            raise InvalidInput(
                "ask() needs a language model: open the memory with Settings(model=LanguageModel(model='…')), or set"
                " CHRONOMEM_MODEL for the command line and the servers; recall() needs none"
            )
        owner = await self._owner(user)
        moment = self._moment(now, owner)

        async def look_up(part: str, plan: Plan) -> Context:
            return await self._recall(part[:MAX_QUESTION], owner.id, moment, k, max_tokens, chosen, plan=plan)

        with self._model.run():
            return await Asking(self._model, owner.id, look_up, moment.astimezone(owner.zone), gate).answer(question)

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
    ) -> Context:
        from chronomem.retrieval.pipeline import Recollection
        from chronomem.retrieval.recall import recall
        from chronomem.retrieval.view import MemoryView

        async with self._indexes.current(user, preset.pools) as (owner, index, pools):
            # One thread for all of them: several would only take the interpreter's lock from each other, which costs
            # half as much again. Where most of the work is done without that lock, nobody has to wait for it.
            ranker = self._ranker if len(index) <= MANY else None
            view = MemoryView(self._store, owner, index, pools, self._embedder, explain=explain, executor=ranker)
            begun = Recollection(question, self._moment(now, owner), k, max_tokens)
            if plan is not None:
                begun = replace(begun, plan=plan, is_planned=True)
            return await recall(begun, view, preset)

    def _checked(self, question: str, k: int, max_tokens: int | None, preset: str | Preset) -> Preset:
        """Check what a question is asked with, and return the preset."""
        from chronomem.retrieval.question.question import MAX_QUESTION

        self._check_open()
        check_text(question, "question", limit=MAX_QUESTION)
        check_count("k", k)
        if max_tokens is not None:
            check_count("max_tokens", max_tokens)
        return self._preset(preset)

    def _preset(self, preset: str | Preset) -> Preset:
        """Return a preset whose structures are maintained; raise `InvalidInput` for any other."""
        from chronomem.retrieval.presets.presets import preset as preset_named

        if not isinstance(preset, str | Preset):
            raise InvalidInput(f"preset must be a name or a Preset, not {preset!r:.60}")
        chosen = preset if isinstance(preset, Preset) else preset_named(preset)
        if missing := [name for name in chosen.structures if name not in self._settings.structures]:
            raise InvalidInput(
                f"preset {chosen.name!r} needs {', '.join(map(repr, missing))}, which this memory doesn't maintain:"
                f" open it with Settings(structures={(*self._settings.structures, *missing)!r}) and run consolidate()"
            )
        return chosen
