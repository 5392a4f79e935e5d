"""Presets that follow published systems; docs/presets.md lists the differences."""

from collections.abc import Mapping

from chronomem.retrieval.presets.preset import Preset, Step, step

TSM = Preset(
    name="tsm",
    structures=("topics",),
    k=25,
    shows_facts=False,
    follows_up=False,
    steps=(
        step("asked_times"),
        step("question"),
        step("turns"),
        step("semantic"),
        step("speakers", weight=0.1),
        step("lexical", weight=0.1),
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
    structures=("hmem", "profiles"),
    thorough=True,
    gates=False,
    shows_facts=False,
    steps=(
        step("asked_times"),
        step("question"),
        step("plan"),
        step("multi_hop", similar_seeds=3, beam=20, k=30),
        step("similar", k=10),
        step("similar", pool="hmem", kinds=("event",), k=30),
        step("events_of_turns", pool="hmem"),
        step("ancestors", pool="hmem"),
        step("scope", pool="hmem"),
        step("profiles"),
        step("semantic", weight=0.70, anew=True),
        step("speakers", weight=0.1),
        step("temporal", weight=0.15),
        step("robustness", weight=0.05),
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
    k=35,
    thorough=True,
    in_parts=False,
    follows_up=False,
    shows_facts=False,
    steps=(
        step("asked_times"),
        step("question", keep_names=True),
        step("plan"),
        step("similar", pool="timem", kinds=("segment",)),
        step("semantic", weight=0.9, anew=True),
        step("lexical", weight=0.1, words="keywords", kinds=("segment",)),
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
    k=25,
    follows_up=False,
    shows_facts=False,
    steps=(
        step("question"),
        step("similar", pool="exchange", k=10),
        step("similar", pool="recmem", kinds=("episode",), k=5, are_summaries=True),
        step("similar", pool="recmem", kinds=("semantic",), k=10, are_summaries=True),
        step("lexical", weight=0.1),
        step("best", more=10),
        step("items"),
    ),
)

SEGTREE = Preset(
    name="segtree",
    structures=("segtree",),
    k=10,
    follows_up=False,
    shows_facts=False,
    steps=(
        step("question"),
        step("propagation", pool="segtree", alpha=0.10, horizon=2),
        step("best", more=10),
        step("items"),
    ),
)


def _published(preset: Preset, *steps: Step, k: int | None) -> Preset:
    fields = {name: getattr(preset, name) for name in Preset.model_fields}
    return Preset(**fields | {"name": f"{preset.name}-published", "steps": steps, "k": k})


_OURS = (step("similar", k=10), step("speakers", weight=0.1), step("lexical", weight=0.1))
"""The steps by which presets differ from their papers."""
_NAMED = step("question", keep_names=True)
_OF_HMEM = {"question": _NAMED, "robustness": step("robustness", weight=0.15)}

PUBLISHED: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        _published(
            TSM,
            step("asked_times"),
            _NAMED,
            step("turns"),
            step("semantic"),
            step("similar", pool="topic", are_summaries=True),
            step("similar", pool="persona", are_summaries=True),
            step("best", k=25),
            step("keep_in_time", only=("topic", "persona")),
            step("in_time", only=("topic", "persona")),
            step("facts_in_time"),
            step("best"),
            step("items"),
            k=25,
        ),
        _published(HMEM, *(_OF_HMEM.get(one.stage, one) for one in HMEM.steps if one not in _OURS), k=30).model_copy(
            update={"divides": True}
        ),
        _published(TIMEM, *(one for one in TIMEM.steps if one.stage != "gate"), k=35),
        _published(RECMEM, _NAMED, *(one for one in RECMEM.steps[1:] if one not in _OURS), k=25),
        _published(SEGTREE, _NAMED, *SEGTREE.steps[1:], k=10),
    )
}
"""The configurations of the papers, by names that end in "-published"; `Settings.published` makes their structures."""
