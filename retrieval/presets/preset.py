"""A preset as data: a sequence of stages and their parameters."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from chronomem.retrieval.pipeline import Part, Stage
from chronomem.retrieval.presets.registry import stage_named


class Step(BaseModel):
    """One stage of a preset, by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stage: str = Field(description="The name of the stage.")
    parameters: Mapping[str, Any] = Field(default={}, description="The parameters that differ from its defaults.")


class Preset(BaseModel):
    """A way of recalling: a sequence of stages and their parameters."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(description="The name of the preset.")
    steps: tuple[Step, ...] = Field(description="Its stages, in the order in which they run.")
    structures: tuple[str, ...] = Field(
        default=(), description="The structures that it needs, by the names in `Settings.structures`."
    )
    k: int | None = Field(default=None, ge=0, description="The number of items, where the caller names none.")
    divides: bool = Field(
        default=False, description="Whether a recall looks up the parts of a question, as the rules divide it, apart."
    )
    thorough: bool = Field(default=False, description="Whether `ask` has the language model plan the question.")
    in_parts: bool = Field(default=True, description="Whether a planned question is answered part by part.")
    gates: bool = Field(
        default=True, description="Whether the language model drops irrelevant memories of a planned question."
    )
    follows_up: bool = Field(default=True, description="Whether `ask` looks up once more what the model misses.")
    shows_facts: bool = Field(default=True, description="Whether `ask` shows facts beside the items of the recall.")
    left_out: frozenset[Part] = Field(default=frozenset(), description="The parts that are switched off.")

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The stages themselves; raise `InvalidInput` for an unknown stage or parameter."""
        made = (stage_named(step.stage, **step.parameters) for step in self.steps)
        return tuple(left for stage in made if (left := self._left(stage)) is not None)

    def _left(self, stage: Stage) -> Stage | None:
        left: Stage | None = stage
        for part in sorted(self.left_out):
            left = left.without(part) if left is not None else None
        return left

    @property
    def pools(self) -> frozenset[str]:
        """The pools beside turns that its stages read."""
        return frozenset().union(*(stage.pools for stage in self.stages))

    def without(self, *parts: Part) -> "Preset":
        """Return the same preset without some of its parts, to measure their contribution."""
        follows_up = self.follows_up and "missing-info" not in parts
        return self._with(left_out=self.left_out.union(parts), follows_up=follows_up)

    def with_steps(self, steps: Iterable[Step]) -> "Preset":
        """Return the same preset with other stages."""
        return self._with(steps=tuple(steps))

    def _with(self, **changes: Any) -> "Preset":
        # made anew: a copy would keep the stages that this one has made already
        return Preset(**{name: getattr(self, name) for name in type(self).model_fields} | changes)


def step(stage: str, /, **parameters: Any) -> Step:
    """Return a stage of a preset, by name, with the parameters that differ from its defaults."""
    return Step(stage=stage, parameters=parameters)
