"""Named ways of recalling."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field, field_validator

from chronomem.graph_schema.errors import InvalidInput
from chronomem.retrieval.signs import SIGNS


class Preset(BaseModel):
    """A way of recalling: which signs of relevance count, and how much."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = Field(description="How the preset is called.")
    weights: Mapping[str, float] = Field(description="The weight of each sign, by its name; others don't count.")

    @field_validator("weights")
    @classmethod
    def _known(cls, weights: Mapping[str, float]) -> Mapping[str, float]:
        if unknown := sorted(set(weights) - set(SIGNS)):
            raise ValueError(f"unknown signs {', '.join(unknown)}; there are: {', '.join(SIGNS)}")
        return weights


PRESETS: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            name="chronomem",
            weights={
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
            },
        ),
    )
}


def preset(name: str) -> Preset:
    """Return a preset by name; raise `InvalidInput` that lists those there are."""
    try:
        return PRESETS[name]
    except KeyError:
        raise InvalidInput(f"unknown preset {name!r}; there are: {', '.join(sorted(PRESETS))}") from None
