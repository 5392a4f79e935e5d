"""Named ways of recalling."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from chronomem.graph_schema.errors import InvalidInput


class Preset(BaseModel):
    """How much each sign of relevance counts. All but the bonuses are scaled to a maximum of 1 per question."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    turn_words: float = Field(description="BM25 of the turn.")
    turn_meaning: float = Field(description="Cosine of the turn.")
    window_words: float = Field(description="BM25 of the turn with its neighbours.")
    window_meaning: float = Field(description="Cosine of the turn with its neighbours.")
    session_words: float = Field(description="BM25 of the whole session.")
    named_speaker: float = Field(description="Bonus for turns of the one speaker whom the question names.")
    asked_time: float = Field(description="Bonus for turns that were said in the time the question names.")


PRESETS: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            name="chronomem",
            turn_words=1.0,
            turn_meaning=1.0,
            window_words=0.9,
            window_meaning=0.9,
            session_words=0.5,
            named_speaker=0.5,
            asked_time=0.5,
        ),
    )
}


def preset(name: str) -> Preset:
    """Return a preset by name; raise `InvalidInput` that lists those there are."""
    try:
        return PRESETS[name]
    except KeyError:
        raise InvalidInput(f"unknown preset {name!r}; there are: {', '.join(sorted(PRESETS))}") from None
