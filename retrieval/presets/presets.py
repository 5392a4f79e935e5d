"""The built-in presets, and the lookup of presets by name."""

import json
from collections.abc import Iterable, Mapping
from importlib.metadata import entry_points
from pathlib import Path

from chronomem.graph_schema.errors import InvalidInput
from chronomem.retrieval.presets.papers import HMEM, PUBLISHED, RECMEM, SEGTREE, TIMEM, TSM
from chronomem.retrieval.presets.preset import Preset, step

_WEIGHTS: Mapping[str, float] = json.loads((Path(__file__).parent / "weights.json").read_text(encoding="utf-8"))
"""Learned by `benchmarks/train_ranking.py`."""
_STEEPNESS = 3.0
"""The factor with which `benchmarks/train_ranking.py` makes odds of a score."""

CHRONOMEM = Preset(
    name="chronomem",
    steps=(
        step("asked_times"),
        step("question"),
        step("plan", divide=False),
        step("turns"),
        step("signs", weights=_WEIGHTS),
        step("spread"),
        step("best", more=10),
        step("changes"),
        step("currency"),
        step("facts"),
        step("overview"),
        step("standing"),
        step("items", steepness=_STEEPNESS),
    ),
)

PRESETS: Mapping[str, Preset] = {preset.name: preset for preset in (CHRONOMEM, TSM, HMEM, TIMEM, RECMEM, SEGTREE)}


def preset(name: str) -> Preset:
    """Return a preset by name; raise `InvalidInput`, whose message lists the known names, if there is none."""
    if (known := PRESETS.get(name) or PUBLISHED.get(name)) is not None:
        return known
    for entry in entry_points(group="chronomem.presets", name=name):
        found: Preset = entry.load()
        return found
    raise InvalidInput(f"unknown preset {name!r}; choose from: {', '.join(preset_names())}")


def preset_names() -> list[str]:
    """Return the names of all presets, sorted."""
    return sorted({*PRESETS, *_registered()})


def _registered() -> Iterable[str]:
    return entry_points(group="chronomem.presets").names
