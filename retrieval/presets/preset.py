"""A preset as data: a sequence of stages and their parameters."""

from collections.abc import Mapping
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
    thorough: bool = Field(
        default=False, description="Whether `ask` has the language model plan the question and answer it in parts."
    )
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
        return Preset(
            name=self.name,
            steps=self.steps,
            structures=self.structures,
            thorough=self.thorough,
            left_out=self.left_out.union(parts),
        )


def step(stage: str, /, **parameters: Any) -> Step:
    """Return a stage of a preset, by name, with the parameters that differ from its defaults."""
    return Step(stage=stage, parameters=parameters)
