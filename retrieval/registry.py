"""Stages and presets by name: those that come with the package, and those that others register.

Another package adds its own under the entry points `chronomem.stages` (a class, or a function that makes a stage
from parameters) and `chronomem.presets` (a `Preset`). A name that comes with the package can't be taken.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any

from pydantic import ValidationError

from chronomem.graph_schema.errors import InvalidInput
from chronomem.graph_schema.model import invalid_input
from chronomem.retrieval.pipeline import Stage

StageFactory = Callable[..., Stage]

STAGES: Mapping[str, str] = {
    "asked_times": "asked_times:ReadAskedTimes",
    "question": "question_reading:ReadQuestion",
    "plan": "planning:PlanByRules",
    "turns": "turn_source:EveryTurn",
    "similar": "similar_source:MostSimilar",
    "worded": "worded_source:MostWorded",
    "multi_hop": "multi_hop:MultiHop",
    "facts_in_time": "facts_in_time:FactsInTime",
    "ancestors": "ancestors:Ancestors",
    "descendants": "descendants:Descendants",
    "neighbours": "neighbours:Neighbours",
    "events_of_turns": "events_of_turns:EventsOfTurns",
    "scope": "scope:KeepScope",
    "propagation": "propagation:Propagate",
    "signs": "sign_scoring:SumSigns",
    "spread": "spreading:SpreadOverSessions",
    "semantic": "semantic:SemanticScore",
    "lexical": "lexical_score:LexicalScore",
    "temporal": "temporal_relevance:TemporalRelevance",
    "robustness": "robustness:Robustness",
    "in_time": "in_time:InTimeFirst",
    "keep_in_time": "keep_in_time:KeepInTime",
    "by_level": "by_level:ByLevelAndTime",
    "fusion": "fusion:ReciprocalRanks",
    "diversity": "diversity:Diversify",
    "gate": "gating:Gate",
    "rerank": "reranking:Rerank",
    "best": "best:KeepBest",
    "currency": "currency:CurrentFirst",
    "changes": "changes:ChangesFirst",
    "items": "assembly:Assemble",
}
"""Where the stages of this package are, by name."""


def stage_named(name: str, **parameters: Any) -> Stage:
    """Make a stage by its name.

    Raises:
        InvalidInput: there is none of that name (the message lists those there are), or it has no such parameters.
    """
    try:
        return _factory(name)(**parameters)
    except ValidationError as error:
        raise InvalidInput(f"stage {name!r}: {invalid_input(error)}") from None


@cache
def _factory(name: str) -> StageFactory:
    if name in STAGES:
        module, _, attribute = STAGES[name].partition(":")
        factory: StageFactory = getattr(import_module(f"chronomem.retrieval.stages.{module}"), attribute)
        return factory
    for entry in entry_points(group="chronomem.stages", name=name):
        found: StageFactory = entry.load()
        return found
    raise InvalidInput(f"unknown stage {name!r}; there are: {', '.join(stage_names())}")


def stage_names() -> list[str]:
    """Return the names of all stages, sorted."""
    return sorted({*STAGES, *entry_points(group="chronomem.stages").names})
