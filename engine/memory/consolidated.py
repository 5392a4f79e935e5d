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
        times: times that they are about.
        mentions: mentions of entities.
        operations: facts, by what each did to the facts that were there: DUPLICATE, ADD, INVALIDATE, UPDATE.
        slept: the structures that were brought up to date.
        turns_by_model: turns that a language model extracted.
        disputed_dates: dates of the model that were corrected, since the words that it took them from say otherwise.
        failed: turns that the model could not extract. They stay in the queue for the next call.
        failures: the reasons, with the number of turns.
        tokens: tokens that language models took, in and out, by purpose.
    """

    turns: int = 0
    times: int = 0
    mentions: int = 0
    operations: Mapping[str, int] = field(default_factory=dict)
    slept: Slept = field(default_factory=Slept)
    turns_by_model: int = 0
    disputed_dates: int = 0
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
            failed=extracted.failed,
            failures=extracted.failures,
        )
