"""Presets and stages by name: those of the package, and those of others."""

import re
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest
from tests.unit.retrieval.views import ids, run, said, view_of

from chronomem.graph_schema.errors import InvalidInput
from chronomem.retrieval.pipeline import Part, Recollection, StageModel
from chronomem.retrieval.presets import presets, registry
from chronomem.retrieval.presets.preset import Preset, step
from chronomem.retrieval.presets.presets import PRESETS, preset, preset_names
from chronomem.retrieval.presets.registry import STAGES, stage_named, stage_names
from chronomem.retrieval.scoring.signs import SIGNS
from chronomem.retrieval.scoring.similarities import Match
from chronomem.retrieval.stages.signs import TIME_SIGNS
from chronomem.retrieval.view import MemoryView

ROOT = Path(__file__).parents[4]


def test_every_preset_is_made_of_stages_that_exist_and_explained() -> None:
    page = (ROOT / "docs" / "presets.md").read_text(encoding="utf-8")
    for name, one in PRESETS.items():
        assert one.name == name
        assert one.stages
        assert f"## `{name}`" in page
    assert set(PRESETS) == {"chronomem", "tsm", "hmem", "timem", "recmem", "segtree"}


def test_every_stage_has_a_file_of_its_own_and_is_explained() -> None:
    page = (ROOT / "docs" / "presets.md").read_text(encoding="utf-8")
    files = {path.stem for path in (ROOT / "retrieval" / "stages").glob("*.py")} - {"__init__"}
    assert set(STAGES) == files
    assert [name for name in STAGES if f"`{name}`" not in page] == []


def test_every_parameter_of_a_stage_is_described() -> None:
    for name, attribute in STAGES.items():
        made = getattr(__import__(f"chronomem.retrieval.stages.{name}", fromlist=[attribute]), attribute)
        assert issubclass(made, StageModel), name
        assert made.__doc__, name
        assert all(field.description for field in made.model_fields.values()), name


def test_an_unknown_preset_is_an_error_that_lists_those_there_are() -> None:
    with pytest.raises(InvalidInput, match=r"unknown preset 'best'; choose from: chronomem, hmem, .*tsm"):
        preset("best")


@pytest.mark.parametrize("part", ["time", "tree", "graph", "summaries", "propagation", "profile", "robustness"])
def test_a_preset_can_do_without_a_part(part: Part) -> None:
    for one in PRESETS.values():
        less = one.without(part)
        assert less.stages
        assert one.without(part, part).stages == less.stages
        assert one.left_out == frozenset()
    kinds = {type(stage).__name__ for one in PRESETS.values() for stage in one.without(part).stages}
    gone = {
        "time": {"ReadAskedTimes", "TemporalRelevance", "KeepInTime", "InTimeFirst", "FactsInTime"},
        "tree": {"Ancestors", "EventsOfTurns"},
        "graph": {"MultiHop"},
        "summaries": {"Ancestors"},
        "propagation": set(),
        "profile": {"AddProfiles"},
        "robustness": {"Robustness"},
    }[part]
    assert not kinds & gone
    assert gone <= {type(stage).__name__ for one in PRESETS.values() for stage in one.stages}


def test_other_steps_give_other_stages_even_where_those_before_were_made_already() -> None:
    known = preset("chronomem")
    assert len(known.stages) == len(known.steps)
    fewer = known.with_steps(step for step in known.steps if step.stage != "standing")
    assert len(fewer.stages) == len(known.steps) - 1
    assert len(known.stages) == len(known.steps)


def test_without_time_no_sign_looks_at_times() -> None:
    signs = stage_named("signs", weights=dict.fromkeys(SIGNS, 1.0))
    left = signs.without("time")
    assert set(left.weights) == set(SIGNS) - TIME_SIGNS  # type: ignore[union-attr] # the same stage, with less in it


def test_without_propagation_scores_stay_where_they_are() -> None:
    (spread,) = [stage for stage in PRESETS["segtree"].without("propagation").stages if hasattr(stage, "horizon")]
    assert spread.horizon == 0


class Loudest(StageModel):
    """A stage of somebody else's."""

    def run(self, recollection: Recollection, view: MemoryView) -> Recollection:
        from dataclasses import replace

        loud = [sum(c.isupper() for c in turn.text) for turn in view.turns.turns]
        score = recollection.candidates.score + loud
        return replace(recollection, candidates=recollection.candidates.scored(score))


LOUD = Preset(name="loud", steps=(step("question"), step("turns"), step("loudest"), step("best"), step("items")))


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another package registers a stage and a preset."""
    known = {
        "chronomem.stages": EntryPoint("loudest", f"{__name__}:Loudest", "chronomem.stages"),
        "chronomem.presets": EntryPoint("loud", f"{__name__}:LOUD", "chronomem.presets"),
    }

    def entry_points(*, group: str, **chosen: Any) -> EntryPoints:
        return EntryPoints([known[group]]).select(**chosen)

    monkeypatch.setattr(registry, "entry_points", entry_points)
    monkeypatch.setattr(presets, "entry_points", entry_points)
    registry._factory.cache_clear()


@pytest.mark.usefixtures("registered")
def test_others_register_stages_and_presets_by_entry_points() -> None:
    assert "loudest" in stage_names()
    assert "loud" in preset_names()
    view = view_of([said(0, "tea"), said(1, "TEA"), said(2, "Tea")])
    done = run(view, "who?", *[(one.stage, one.parameters) for one in preset("loud").steps])
    assert ids(done, view) == ["t1", "t2", "t0"]


def test_unknown_signs_are_named() -> None:
    with pytest.raises(InvalidInput, match=re.escape("unknown signs loudness; choose from: turn_words")):
        stage_named("signs", weights={"loudness": 1.0})


def test_the_default_preset_ranks_by_the_sum_of_its_signs() -> None:
    turns = [said(n, text) for n, text in enumerate(["My dog drinks tea", "The boat", "Bread and tea!", "Rain"])]
    view = view_of(turns)
    of_the_graph = ("asked_times", "changes", "currency", "facts", "overview", "standing")
    steps = [(one.stage, one.parameters) for one in preset("chronomem").steps if one.stage not in of_the_graph]
    done = run(view, "Who drinks tea?", *steps)
    (weights,) = [one.parameters["weights"] for one in preset("chronomem").steps if one.stage == "signs"]
    match = Match(view.turns, done.asked)
    scores = sum(weight * SIGNS[name](match) for name, weight in weights.items())
    assert [item.score for item in done.items] == sorted(scores.tolist(), reverse=True)
