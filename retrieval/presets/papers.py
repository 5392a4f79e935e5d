"""Presets that follow published systems; docs/presets.md lists the differences."""

from chronomem.retrieval.presets.preset import Preset, step

TSM = Preset(
    name="tsm",
    structures=("topics",),
    thorough=True,
    steps=(
        step("asked_times"),
        step("question"),
        step("turns"),
        step("semantic"),
        step("similar", pool="topic", are_summaries=True),
        step("similar", pool="persona", are_summaries=True),
        step("keep_in_time", only=("topic", "persona")),
        step("best", k=25),
        step("in_time", only=("topic", "persona")),
        step("facts_in_time"),
        step("best", more=10),
        step("items"),
    ),
)

HMEM = Preset(
    name="hmem",
    structures=("hmem",),
    thorough=True,
    steps=(
        step("asked_times"),
        step("question"),
        step("plan"),
        step("multi_hop", similar_seeds=3, beam=20, k=30),
        step("similar", pool="hmem", kinds=("event",), k=30),
        step("events_of_turns", pool="hmem"),
        step("ancestors", pool="hmem"),
        step("scope", pool="hmem"),
        step("semantic", weight=0.70, anew=True),
        step("temporal", weight=0.15),
        step("robustness", weight=0.15),
        step("best", more=10),
        step("items"),
    ),
)

_TIMEM_LEVELS = {
    "simple": {1: 20, 2: 4, 5: 1},
    "hybrid": {1: 20, 2: 4, 3: 2, 5: 1},
    "complex": {1: 20, 2: 8, 3: 4, 4: 2, 5: 1},
}

TIMEM = Preset(
    name="timem",
    structures=("timem",),
    thorough=True,
    steps=(
        step("asked_times"),
        step("question"),
        step("plan"),
        step("similar", pool="timem", kinds=("segment",)),
        step("semantic", weight=0.9, anew=True),
        step("lexical", weight=0.1, words="keywords"),
        step("best", k=20),
        step("ancestors", pool="timem", most=_TIMEM_LEVELS),
        step("gate", most={"simple": 5, "hybrid": 10, "complex": 20}),
        step("by_level"),
        step("best", more=10),
        step("items"),
    ),
)

RECMEM = Preset(
    name="recmem",
    structures=("recmem",),
    thorough=True,
    steps=(
        step("question"),
        step("similar", pool="exchange", k=10),
        step("similar", pool="recmem", kinds=("episode",), k=5, are_summaries=True),
        step("similar", pool="recmem", kinds=("semantic",), k=10, are_summaries=True),
        step("best", more=10),
        step("items"),
    ),
)

SEGTREE = Preset(
    name="segtree",
    structures=("segtree",),
    thorough=True,
    steps=(
        step("question"),
        step("propagation", pool="segtree", alpha=0.10, horizon=2),
        step("best", more=10),
        step("items"),
    ),
)
