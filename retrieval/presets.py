"""Named ways of recalling."""

from collections.abc import Iterable, Mapping
from importlib.metadata import entry_points

from chronomem.graph_schema.errors import InvalidInput
from chronomem.retrieval.papers import HMEM, RECMEM, SEGTREE, TIMEM, TSM
from chronomem.retrieval.preset import Preset, step

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
        step("plan", divide=False),
        step("turns"),
        step("signs", weights=_WEIGHTS),
        step("best", more=10),
        step("changes"),
        step("currency"),
        step("items"),
    ),
)

PRESETS: Mapping[str, Preset] = {preset.name: preset for preset in (CHRONOMEM, TSM, HMEM, TIMEM, RECMEM, SEGTREE)}


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
