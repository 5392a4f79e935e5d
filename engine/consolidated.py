"""What a call of `consolidate` did."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from chronomem.engine.consolidation.sleep import Slept


@dataclass(frozen=True)
class Consolidated:
    """What a call of `consolidate` did.

    Attributes:
        turns: how many turns were read.
        times: how many times they are about.
        mentions: how often they name an entity.
        operations: how many facts they gave, by what each did to the facts that were there: DUPLICATE, ADD,
            INVALIDATE, UPDATE.
        slept: what was made of turns beside that.
        turns_by_model: how many turns a language model read.
        disputed_dates: how many of its dates were put right, since the words that it read them from say otherwise.
        failed: how many turns it could not read. They stay in the queue for the next call.
        failures: the reasons, with the number of turns.
        tokens: what language models took, in and out, by what they were asked for.
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

    def __add__(self, other: "Consolidated") -> "Consolidated":
        return Consolidated(
            self.turns + other.turns,
            self.times + other.times,
            self.mentions + other.mentions,
            dict(Counter(self.operations) + Counter(other.operations)),
            self.slept + other.slept,
            self.turns_by_model + other.turns_by_model,
            self.disputed_dates + other.disputed_dates,
            self.failed + other.failed,
            dict(Counter(self.failures) + Counter(other.failures)),
            dict(Counter(self.tokens) + Counter(other.tokens)),
        )
