"""Facts, entities and changes as they are returned."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Axis = Literal["world", "memory"]
"""Along which time a change is looked for: when it happened, or when the memory learned of it."""
OperationKind = Literal["DUPLICATE", "ADD", "INVALIDATE", "UPDATE"]


@dataclass(frozen=True, slots=True)
class Entity:
    """Somebody or something that facts are about.

    Attributes:
        id: stays the same when the entity gets other names.
        name: as it was first said.
        type: person, organization, location, event, product, work, date, time or other.
        aliases: other names.
        merged: ids of the entities that were found to be this one.
        mention_count: how many turns it spoke or is named in.
        first_seen, last_seen: the earliest and the latest time at which it was spoken of.
        summary: what lasts of it, in a few sentences; None where `consolidate` has written none.
        recent: what was said of it lately, likewise.
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
    """Something that holds over one unbroken interval.

    Attributes:
        id: by which later facts may refer to it.
        subject: whom or what it is about.
        predicate: of the vocabulary, or any other.
        object: the entity that the subject is related to, or None.
        value: words, where that is no entity.
        text: a sentence that says it.
        valid_at, invalid_at: when it holds in the world, half-open; None is open. A fact that was corrected or
            replaced from its start holds for no time: both are equal.
        occurred_until: of an event, the end of the time within which it happened, where words named one.
        created_at: when the memory first knew of it.
        expired_at: when the memory learned that it is over or replaced; None while it is believed as it stands.
        confidence: 0 to 1.
        negated: it says that this is not so.
        dated: its start is known; otherwise it is the time at which it was first said.
        turn_ids: the turns that say it, in order of saying.
        reinforced_at: when it was last said.
        reinforcements: how often it was said after the first time.
        supersedes: ids of the facts that it closed.
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

    @property
    def says(self) -> str:
        """The object's name, or the value."""
        return self.object.name if self.object is not None else self.value or ""

    def holds_at(self, moment: datetime) -> bool:
        """Whether it holds at a moment."""
        started = self.valid_at is None or self.valid_at <= moment
        return started and (self.invalid_at is None or moment < self.invalid_at)


@dataclass(frozen=True, slots=True)
class Operation:
    """What one more assertion did to the facts.

    Attributes:
        kind: "DUPLICATE", it was known, and has more evidence now; "ADD", it is new; "INVALIDATE", it closed or
            corrected what was believed; "UPDATE", it tells more precisely what was believed.
        fact: the fact that it supports; of an ending, the fact that it ended. None where an ending ended nothing.
        touched: the older facts that changed with it.
    """

    kind: OperationKind
    fact: Fact | None
    touched: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """Something that began or ended.

    Attributes:
        at: when.
        kind: "began" or "ended" in the world; "learned" or "expired" in the memory.
        fact: what.
    """

    at: datetime
    kind: Literal["began", "ended", "learned", "expired"]
    fact: Fact
