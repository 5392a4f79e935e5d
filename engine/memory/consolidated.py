"""The outcome of consolidation, and the work that waits for it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import Self

from chronomem.engine.consolidation.scheduler import Slept
from chronomem.engine.extraction.extracted import Extracted
from chronomem.graph_schema.model.totals import total


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
        set_aside: those of them that the extraction gave up, until its version changes or somebody asks for a retry.
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
    set_aside: int = 0
    tokens: Mapping[str, int] = field(default_factory=dict)

    def __add__(self, other: "Consolidated") -> "Consolidated":
        return total(self, other)

    @classmethod
    def of(cls, extracted: Extracted, slept: Slept) -> Self:
        """Return the outcome of both steps of `consolidate`."""
        return cls(slept=slept, **{each.name: getattr(extracted, each.name) for each in fields(extracted)})


@dataclass(frozen=True)
class Drained:
    """The outcome of a call of `drain`.

    Attributes:
        done: the work that was done.
        left: whether something was left to another worker, which has the lease for it.
        more: whether there is more to do, since the budget was spent.
    """

    done: Consolidated
    left: bool = False
    more: bool = False


@dataclass(frozen=True)
class Backlog:
    """The work that waits for workers, and its disturbances.

    Attributes:
        users: the number of users for whom something is due.
        waited: how long something has been due for the one who has waited longest; zero if nothing is.
        taken_over: the number of leases that this process took from workers that died.
        retries: the number of transactions that this process ran again.
    """

    users: int
    waited: timedelta
    taken_over: int
    retries: int
