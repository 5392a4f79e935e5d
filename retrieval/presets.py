"""Named ways of recalling."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.metadata import entry_points
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from chronomem.graph_schema.errors import InvalidInput
from chronomem.retrieval.pipeline import Part, Stage
from chronomem.retrieval.registry import stage_named


class Step(BaseModel):
    """One stage of a preset, by name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    stage: str = Field(description="The name of the stage.")
    parameters: Mapping[str, Any] = Field(default={}, description="Its parameters, where they aren't its defaults.")


class Preset(BaseModel):
    """A way of recalling: a row of stages and their parameters."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(description="How the preset is called.")
    steps: tuple[Step, ...] = Field(description="Its stages, in the order in which they run.")
    structures: tuple[str, ...] = Field(
        default=(), description="What has to be maintained for it, as `Settings.structures` names it."
    )
    left_out: frozenset[Part] = Field(default=frozenset(), description="The parts that it does without.")

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        """The stages themselves; raise `InvalidInput` for one that isn't there or has no such parameters."""
        made = (stage_named(step.stage, **step.parameters) for step in self.steps)
        return tuple(left for stage in made if (left := self._left(stage)) is not None)

    def _left(self, stage: Stage) -> Stage | None:
        left: Stage | None = stage
        for part in sorted(self.left_out):
            left = left.without(part) if left is not None else None
        return left

    @property
    def pools(self) -> frozenset[str]:
        """The pools beside turns that its stages look at."""
        return frozenset().union(*(stage.pools for stage in self.stages))

    def without(self, *parts: Part) -> "Preset":
        """Return the same preset without some of its parts, to see what they give."""
        return Preset(name=self.name, steps=self.steps, structures=self.structures, left_out=self.left_out.union(parts))


def step(stage: str, /, **parameters: Any) -> Step:
    """Return a stage of a preset, by name, with the parameters that differ from its defaults."""
    return Step(stage=stage, parameters=parameters)


_WEIGHTS = {
    "turn_words": 1.0,
    "window_words": 0.9,
    "session_words": 0.7,
    "turn_meaning": 1.0,
    "window_meaning": 0.8,
    "named_speaker": 0.8,
    "own_words": 0.5,
    "asked_time": 1.3,
    "tells_when": 0.5,
    "tells_how_many": 0.4,
    "length": -0.4,
}

CHRONOMEM = Preset(
    name="chronomem",
    steps=(
        step("asked_times"),
        step("question"),
        step("turns"),
        step("signs", weights=_WEIGHTS),
        step("best"),
        step("items"),
    ),
)

PRESETS: Mapping[str, Preset] = {preset.name: preset for preset in (CHRONOMEM,)}


def preset(name: str) -> Preset:
    """Return a preset by name; raise `InvalidInput` that lists those there are."""
    if name in PRESETS:
        return PRESETS[name]
    for entry in entry_points(group="chronomem.presets", name=name):
        found: Preset = entry.load()
        return found
    raise InvalidInput(f"unknown preset {name!r}; there are: {', '.join(preset_names())}")


def preset_names() -> list[str]:
    """Return the names of all presets, sorted."""
    return sorted({*PRESETS, *_registered()})


def _registered() -> Iterable[str]:
    return entry_points(group="chronomem.presets").names
