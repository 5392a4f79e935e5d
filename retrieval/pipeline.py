"""A recall is a row of stages, each of which takes what is known so far and returns more."""

import asyncio
import time
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from inspect import iscoroutinefunction
from itertools import groupby
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Protocol, Self

from pydantic import BaseModel, ConfigDict

from chronomem.retrieval.candidates import Candidates
from chronomem.retrieval.context import Item
from chronomem.retrieval.index.intervals import Interval
from chronomem.retrieval.question.plan import Plan

if TYPE_CHECKING:  # they import all that reads a question, and whoever only names a preset has none
    from chronomem.retrieval.question.question import Question
    from chronomem.retrieval.view import MemoryView

Part = Literal["time", "tree", "graph", "summaries", "propagation"]
"""What a preset can be asked to do without, to see what it gives."""


@dataclass(frozen=True, slots=True)
class State:
    """Whether what a candidate says holds at the time asked about, and what took its place."""

    holds: bool
    now_so: str | None = None


@dataclass(frozen=True)
class Recollection:
    """What is known of a question so far. Stages return a changed copy (`dataclasses.replace`).

    Attributes:
        text: the question.
        now: the time from which it is asked.
        k: how many items are wanted.
        max_tokens: the budget for all items together, or None.
        times: the intervals that it names.
        plan: how it is to be answered.
        is_planned: the plan was given with the question, and isn't to be made by rules.
        question: the question, read for what can be looked up; None before a stage has read it.
        candidates: what may bear on it.
        states: of candidates that tell of something that changed, by pool and number, whether it holds.
        items: what is returned, best first.
    """

    text: str
    now: datetime
    k: int
    max_tokens: int | None
    times: tuple[Interval, ...] = ()
    plan: Plan = field(default_factory=Plan)
    is_planned: bool = False
    question: "Question | None" = None
    candidates: Candidates = field(default_factory=Candidates.none)
    states: Mapping[tuple[str, int], State] = field(default_factory=dict)
    items: tuple[Item, ...] = ()

    @property
    def asked(self) -> "Question":
        """The question as it was read.

        Raises:
            ValueError: no stage has read it yet.
        """
        if self.question is None:
            raise ValueError("no stage has read the question yet; a preset puts 'question' before what compares it")
        return self.question


class Stage(Protocol):
    """One step of a recall. `run` may be a coroutine function, for stages that ask the graph."""

    @property
    def pools(self) -> frozenset[str]:
        """The pools beside turns that it looks at."""

    def without(self, part: Part) -> "Stage | None":
        """Return what remains of the stage where a recall has to do without a part; None if nothing does."""

    def run(self, recollection: Recollection, view: "MemoryView", /) -> "Recollection | Awaitable[Recollection]":
        """Return what is known after this step."""


class StageModel(BaseModel):
    """A stage whose fields are its parameters; a preset gives them by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    part: ClassVar[Part | None] = None
    """The part of recalling that it belongs to; a recall without that part leaves it out."""

    @property
    def pools(self) -> frozenset[str]:
        return frozenset()

    def without(self, part: Part) -> Self | None:
        return None if part == self.part else self


async def run_stages(stages: Iterable[Stage], recollection: Recollection, view: "MemoryView") -> Recollection:
    """Run stages one after the other; those that compute run in another thread, and the loop goes on."""
    for asks_graph, group in groupby(stages, key=lambda stage: iscoroutinefunction(stage.run)):
        if asks_graph:
            for stage in group:
                began = time.perf_counter()
                recollection = await _awaited(stage.run(recollection, view))
                _record(stage, began, recollection, view)
        else:
            loop = asyncio.get_running_loop()
            recollection = await loop.run_in_executor(view.executor, _compute, list(group), recollection, view)
    return recollection


def _compute(stages: Sequence[Any], recollection: Recollection, view: "MemoryView") -> Recollection:
    for stage in stages:
        began = time.perf_counter()
        recollection = stage.run(recollection, view)
        _record(stage, began, recollection, view)
    return recollection


async def _awaited(result: Recollection | Awaitable[Recollection]) -> Recollection:
    return result if isinstance(result, Recollection) else await result


def _record(stage: Stage, began: float, recollection: Recollection, view: "MemoryView") -> None:
    if view.trace is not None:
        took = (time.perf_counter() - began) * 1000
        view.trace.stages.append((type(stage).__name__, took, len(recollection.candidates)))
