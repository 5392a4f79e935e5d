"""Facts, entities, operations and changes, as the memory returns them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

Axis = Literal["world", "memory"]
"""The time axis of a change: when it happened in the world, or when the memory learned of it."""
OperationKind = Literal["DUPLICATE", "ADD", "INVALIDATE", "UPDATE"]


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, place or thing that facts are about.

    Attributes:
        id: the id; it stays the same when the entity gets other names.
        name: the name under which it was first mentioned.
        type: person, organization, location, event, product, work, date, time or other, or a kind of the ontology.
        aliases: other names.
        merged: ids of the entities that were merged into this one.
        mention_count: the number of turns in which it speaks or is mentioned.
        first_seen, last_seen: the times of the earliest and the latest mention.
        summary: its lasting traits, in a few sentences; None if `consolidate` has written none.
        recent: recent statements about it, in a few sentences; None if `consolidate` has written none.
    """

    id: str
    name: str
    type: str = "other"
    aliases: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    mention_count: int = 0
    first_seen: datetime | None = None
    last_seen: datetime | None = None
    summary: str | None = None
    recent: str | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact: a statement about an entity that holds over one unbroken interval.

    Attributes:
        id: the id, by which later facts may refer to it.
        subject: the entity that it is about.
        predicate: a predicate of the vocabulary, or any other name.
        object: the entity that the subject is related to, or None.
        value: a text in place of an entity, or None.
        text: a sentence that states it, and nothing else.
        valid_at, invalid_at: the half-open interval in which it holds in the world; None is open. A fact that was
            corrected or replaced from its start holds for no time: both are equal.
        occurred_until: for an event, the end of the period within which it happened, if words named one.
        created_at: when the memory first learned it.
        expired_at: when the memory learned that it has ended or was replaced; None while the memory believes it as it
            stands.
        confidence: 0 to 1.
        negated: whether it is a denial.
        dated: whether its start is known; otherwise the start is the time at which it was first stated.
        turn_ids: the turns that state it, in order of utterance.
        reinforced_at: when it was last stated.
        reinforcements: how often it was stated after the first time.
        supersedes: ids of the facts that it closed.
        minor: whether it is minor: an opinion, a mood, a courtesy or a detail told once.
        score: how well it matches the text that was asked for, 0 to 1; None if there was none.
        details: further words about the object, by name, such as the dose of a medicine.
        operator: whether an operator stated it, or retracted it; a retracted fact holds for no time.
        reason: the operator's reason.
        told: the clause that told it, in the third person, which may tell more; `text` if a caller or a model gave it.
    """

    id: str
    subject: Entity
    predicate: str
    object: Entity | None
    value: str | None
    text: str
    valid_at: datetime | None
    invalid_at: datetime | None
    occurred_until: datetime | None
    created_at: datetime
    expired_at: datetime | None
    confidence: float
    negated: bool
    dated: bool
    turn_ids: tuple[str, ...]
    reinforced_at: datetime
    reinforcements: int
    supersedes: tuple[str, ...]
    minor: bool = False
    score: float | None = None
    details: Mapping[str, str] = field(default_factory=dict, hash=False)
    operator: bool = False
    reason: str | None = None
    told: str = ""

    @property
    def says(self) -> str:
        """The object's name, or the value, with the words of its details."""
        return " ".join([self.object.name if self.object is not None else self.value or "", *self.details.values()])

    def holds_at(self, moment: datetime) -> bool:
        """Whether it holds at a moment."""
        started = self.valid_at is None or self.valid_at <= moment
        return started and (self.invalid_at is None or moment < self.invalid_at)


@dataclass(frozen=True, slots=True)
class Operation:
    """The effect of a new assertion on the facts.

    Attributes:
        kind: "DUPLICATE": the fact was known, and has more evidence now. "ADD": the fact is new. "INVALIDATE": it
            closes or corrects older facts. "UPDATE": it states an older fact more precisely.
        fact: the fact that the assertion supports; for an ending, the fact that it ended, or None if it ended nothing.
        touched: the older facts that it changed.
    """

    kind: OperationKind
    fact: Fact | None
    touched: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A beginning or an end of a fact.

    Attributes:
        at: the time of the change.
        kind: "began" or "ended" in the world; "learned" or "expired" in the memory.
        fact: the fact.
    """

    at: datetime
    kind: Literal["began", "ended", "learned", "expired"]
    fact: Fact
