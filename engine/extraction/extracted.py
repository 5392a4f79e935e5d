"""The counts of an extraction's results."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from chronomem.graph_schema.model.totals import total


@dataclass(frozen=True, slots=True)
class Extracted:
    """The counts of an extraction's results.

    Attributes:
        turns: turns that the language pipeline extracted.
        times: times that they are about.
        mentions: mentions of entities.
        operations: facts, by the effect of each on the existing facts: DUPLICATE, ADD, INVALIDATE, UPDATE.
        turns_by_model: turns that a language model extracted.
        disputed_dates: dates of the model that were corrected, because the words they came from say otherwise.
        dropped_facts: facts of the model that were left out: they cite no turn, or aren't of the form asked for.
        failed: turns that the model could not extract. They stay in the queue for the next call.
        failures: the reasons, with the number of turns.
        set_aside: those of them that were given up.
    """

    turns: int = 0
    times: int = 0
    mentions: int = 0
    operations: Mapping[str, int] = field(default_factory=dict)
    turns_by_model: int = 0
    disputed_dates: int = 0
    dropped_facts: int = 0
    failed: int = 0
    failures: Mapping[str, int] = field(default_factory=dict)
    set_aside: int = 0

    def __add__(self, other: "Extracted") -> "Extracted":
        return total(self, other)
