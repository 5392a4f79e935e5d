"""Stages and presets by name: the built-in ones, and those that other packages register.

Another package adds its own under the entry points `chronomem.stages` (a class, or a function that makes a stage
from parameters) and `chronomem.presets` (a `Preset`). A built-in name can't be replaced.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from pydantic import ValidationError

from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model.checks import invalid_input
from chronomem.retrieval.pipeline import Stage

StageFactory = Callable[..., Stage]

STAGES: Mapping[str, str] = {
    "asked_times": "ReadAskedTimes",
    "question": "ReadQuestion",
    "plan": "PlanByRules",
    "turns": "EveryTurn",
    "similar": "MostSimilar",
    "worded": "MostWorded",
    "multi_hop": "MultiHop",
    "profiles": "AddProfiles",
    "facts_in_time": "FactsInTime",
    "ancestors": "Ancestors",
    "descendants": "Descendants",
    "neighbours": "Neighbours",
    "events_of_turns": "EventsOfTurns",
    "scope": "KeepScope",
    "propagation": "Propagate",
    "speakers": "NamedSpeakers",
    "signs": "SumSigns",
    "spread": "SpreadOverSessions",
    "semantic": "SemanticScore",
    "lexical": "LexicalScore",
    "temporal": "TemporalRelevance",
    "robustness": "Robustness",
    "in_time": "InTimeFirst",
    "keep_in_time": "KeepInTime",
    "by_level": "ByLevelAndTime",
    "fusion": "ReciprocalRanks",
    "diversity": "Diversify",
    "gate": "Gate",
    "rerank": "Rerank",
    "best": "KeepBest",
    "currency": "CurrentFirst",
    "changes": "ChangesFirst",
    "facts": "FactsBeside",
    "overview": "OverviewFirst",
    "standing": "StandingFirst",
    "items": "Assemble",
}
"""The class of each built-in stage, by the stage's name, which is also its module's."""


def stage_named(name: str, **parameters: Any) -> Stage:
    """Make a stage by its name.

    Raises:
        InvalidInput: the name is unknown (the message lists the known names), or a parameter is.
    """
    try:
        return _factory(name)(**parameters)
    except ValidationError as error:
        raise InvalidInput(f"stage {name!r}: {invalid_input(error)}") from None


@cache
def _factory(name: str) -> StageFactory:
    if name in STAGES:
        module = import_module(f"chronomem.retrieval.stages.{name}")
        factory: StageFactory = getattr(module, STAGES[name])
        return factory
    for entry in entry_points(group="chronomem.stages", name=name):
        found: StageFactory = entry.load()
        return found
    raise InvalidInput(f"unknown stage {name!r}; choose from: {', '.join(stage_names())}")


def stage_names() -> list[str]:
    """Return the names of all stages, sorted."""
    return sorted({*STAGES, *entry_points(group="chronomem.stages").names})
