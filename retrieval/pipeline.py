"""A recall as a sequence of stages, each of which takes the state so far and returns an extended one."""

import asyncio
import time
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from inspect import iscoroutinefunction
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self

from pydantic import BaseModel, ConfigDict

from chronomem.retrieval.candidates import TURNS, Candidates
from chronomem.retrieval.context import NOTHING_LEFT_OUT, Item, LeftOut
from chronomem.retrieval.index.intervals import Interval
from chronomem.retrieval.question.plan import Plan

if TYPE_CHECKING:  # they import all that reads a question, and whoever only names a preset has none
    from chronomem.retrieval.question.question import Question
    from chronomem.retrieval.view import MemoryView

Part = Literal["time", "tree", "graph", "summaries", "propagation", "profile", "robustness", "missing-info"]
"""A part of recalling and asking that a caller can switch off to measure its contribution."""


@dataclass(frozen=True, slots=True)
class State:
    """Whether a candidate's statement holds at the time asked about; if not, its replacement, or since when it is over.

    `holds` is None where no change is known.
    """

    holds: bool | None
    now_so: str | None = None
    over_since: datetime | None = None


@dataclass(frozen=True)
class Recollection:
    """The state of a recall. Stages return a changed copy (`dataclasses.replace`).

    Attributes:
        text: the question.
        now: the time from which it is asked.
        k: the number of items wanted.
        max_tokens: the budget for all items together, or None.
        times: the intervals that the question names.
        time_terms: the index terms of the words that name them.
        time_places: where those stand in the question that name nothing else.
        plan: the plan for answering it.
        is_planned: the caller gave the plan, so the rules don't make one.
        is_gated: a language model sorts the items out afterwards, so the stage `gate` doesn't.
        entities: the ids of the entities reached through the graph, nearest first.
        question: the analysed question; None until a stage has analysed it.
        candidates: the candidates so far.
        states: by pool and number, whether a candidate holds; for candidates whose statement changed.
        standing: the numbers of the standing instructions that hold, those that bear on the question first.
        items: the result, best first.
        stand_ins: the numbers of the found facts that may stand for turns for which a budget has no room.
        told_always: the items of the standing instructions.
        left_out: the counts of items that the budget left out.
    """

    text: str
    now: datetime
    k: int
    max_tokens: int | None
    times: tuple[Interval, ...] = ()
    time_terms: frozenset[str] = frozenset()
    time_places: tuple[tuple[int, int], ...] = ()
    plan: Plan = field(default_factory=Plan)
    is_planned: bool = False
    is_gated: bool = False
    entities: tuple[str, ...] = ()
    question: "Question | None" = None
    candidates: Candidates = field(default_factory=Candidates.none)
    states: Mapping[tuple[str, int], State] = field(default_factory=dict)
    standing: tuple[int, ...] = ()
    items: tuple[Item, ...] = ()
    stand_ins: frozenset[int] = frozenset()
    told_always: tuple[Item, ...] = ()
    left_out: LeftOut = NOTHING_LEFT_OUT

    @property
    def asked(self) -> "Question":
        """The question as it was read.

        Raises:
            ValueError: no stage has analysed it yet.
        """
        if self.question is None:
            raise ValueError("the question isn't analysed yet; put the stage 'question' before those that compare it")
        return self.question


class Stage(Protocol):
    """One step of a recall. `run` may be a coroutine function, for stages that query the graph."""

    @property
    def pools(self) -> frozenset[str]:
        """The pools beside turns that the stage reads."""

    def without(self, part: Part) -> "Stage | None":
        """Return the remaining stage when a part is switched off, or None if nothing remains."""

    def run(self, recollection: Recollection, view: "MemoryView", /) -> "Recollection | Awaitable[Recollection]":
        """Return the state after this step."""


class StageModel(BaseModel):
    """A stage whose fields are its parameters; a preset names the stage and its parameters."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    part: ClassVar[Part | None] = None
    """The part of recall that the stage belongs to; without that part, the stage is left out."""

    @property
    def pools(self) -> frozenset[str]:
        return frozenset({getattr(self, "pool", TURNS)} - {TURNS})

    def without(self, part: Part) -> Self | None:
        return None if part == self.part else self


async def run_stages(stages: Iterable[Stage], recollection: Recollection, view: "MemoryView") -> Recollection:
    """Run stages one after the other; those that only compute run in a thread, so the event loop isn't blocked."""
    for asks_graph, group in groupby(stages, key=lambda stage: iscoroutinefunction(stage.run)):
        if asks_graph:
            for stage in group:
                began = time.perf_counter()
                recollection = _narrowed(await _awaited(stage.run(recollection, view)), view)
                _record(stage, began, recollection, view)
        else:
            loop = asyncio.get_running_loop()
            recollection = await loop.run_in_executor(view.executor, _compute, list(group), recollection, view)
    return recollection


def _compute(stages: Sequence[Any], recollection: Recollection, view: "MemoryView") -> Recollection:
    for stage in stages:
        began = time.perf_counter()
        recollection = _narrowed(stage.run(recollection, view), view)
        _record(stage, began, recollection, view)
    return recollection


def _narrowed(recollection: Recollection, view: "MemoryView") -> Recollection:
    """Return the state after a stage without the candidates that the filter of the recall keeps out.

    Whether a turn still holds is known from all turns; the words of its replacement, which may be those of a turn that
    is kept out, are left out.
    """
    if view.admitted is None:
        return recollection
    return replace(
        recollection,
        candidates=view.narrowed(recollection.candidates),
        states={key: replace(state, now_so=None) for key, state in recollection.states.items()},
        standing=view.passing_instructions(recollection.standing),
    )


async def _awaited(result: Recollection | Awaitable[Recollection]) -> Recollection:
    return result if isinstance(result, Recollection) else await result


def _record(stage: Stage, began: float, recollection: Recollection, view: "MemoryView") -> None:
    if view.trace is not None:
        took = (time.perf_counter() - began) * 1000
        view.trace.stages.append((type(stage).__name__, took, len(recollection.candidates)))
