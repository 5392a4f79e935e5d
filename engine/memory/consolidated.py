"""The outcome of a call of `consolidate`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from chronomem.engine.consolidation.scheduler import Slept
from chronomem.engine.extraction.extracted import Extracted


@dataclass(frozen=True)
class Consolidated:
    """The outcome of a call of `consolidate`.

    Attributes:
        turns: turns that were extracted.
        times: times that these turns refer to.
        mentions: mentions of entities.
        operations: the number of extracted facts by operation: DUPLICATE, ADD, INVALIDATE, UPDATE.
        slept: the structures that were brought up to date.
        turns_by_model: turns that a language model extracted.
        disputed_dates: dates given by the model that were corrected, because the words they came from say otherwise.
        dropped_facts: facts of the model that were left out: they cite no turn, or aren't of the form asked for.
        failed: turns on which extraction by the model failed. They stay in the queue for the next call.
        failures: the number of failed turns by reason.
        tokens: tokens used by language models, in and out, by purpose.
    """

    turns: int = 0
    times: int = 0
    mentions: int = 0
    operations: Mapping[str, int] = field(default_factory=dict)
    slept: Slept = field(default_factory=Slept)
    turns_by_model: int = 0
    disputed_dates: int = 0
    dropped_facts: int = 0
    failed: int = 0
    failures: Mapping[str, int] = field(default_factory=dict)
    tokens: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, extracted: Extracted, slept: Slept) -> Self:
        """Return the outcome of both steps of `consolidate`."""
        return cls(
            turns=extracted.turns,
            times=extracted.times,
            mentions=extracted.mentions,
            operations=extracted.operations,
            slept=slept,
            turns_by_model=extracted.turns_by_model,
            disputed_dates=extracted.disputed_dates,
            dropped_facts=extracted.dropped_facts,
            failed=extracted.failed,
            failures=extracted.failures,
        )
