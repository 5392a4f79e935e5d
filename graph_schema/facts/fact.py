"""A fact: one unbroken interval during which something holds, with its supporting assertions."""

from dataclasses import dataclass
from datetime import datetime

from chronomem.graph_schema.facts.assertion import ExtractedBy, detailed


@dataclass(frozen=True, slots=True)
class FactRecord:
    """A fact derived from the assertions of one group. A value: the same assertions give the same record.

    Attributes:
        id: the id of the assertion that stated it first, by the time of utterance.
        subject: id of the entity that it is about.
        predicate, object, object_name, value, text, negated: as in `Assertion`.
        valid_at, invalid_at: the half-open interval in which it holds in the world; None is open. A fact that was
            corrected or replaced from its start holds for no time: both are equal.
        occurred_until: for an event, the end of the period within which it happened, if words named one.
        created_at: when the memory first learned it.
        expired_at: when the memory learned that it is over or replaced; None while the memory believes it as it stands.
        dated: whether its start is known; otherwise the start is the time of the first utterance.
        minor: whether it is of the minor grade; see `grades`.
        confidence: 0 to 1, growing with the number of supporting turns and sources.
        reinforced_at: when it was last said.
        reinforcements: how often it was said after the first time.
        supporters: ids of the supporting assertions.
        turn_ids: the supporting turns, in order of utterance.
        closed_by: the assertion that ended, contradicted or refined it, or None.
        supersedes: ids of the facts that it closed.
        details: as in `Assertion`.
        operator: whether an operator stated it, or retracted it; then it holds for no time.
        reason: the operator's reason.
        extracted_by: what extracted the assertion that its words are from; as in `Assertion`.
    """

    id: str
    subject: str
    predicate: str
    object: str | None
    object_name: str | None
    value: str | None
    text: str
    negated: bool
    valid_at: datetime | None
    invalid_at: datetime | None
    occurred_until: datetime | None
    created_at: datetime
    expired_at: datetime | None
    dated: bool
    minor: bool
    confidence: float
    reinforced_at: datetime
    reinforcements: int
    supporters: tuple[str, ...]
    turn_ids: tuple[str, ...]
    closed_by: str | None
    supersedes: tuple[str, ...]
    details: tuple[str, ...] = ()
    operator: bool = False
    reason: str | None = None
    extracted_by: ExtractedBy | None = None

    @property
    def words(self) -> str:
        """The object's name, or the value, with the words of its details."""
        return detailed(self.object_name if self.object is not None else self.value, self.details) or ""

    @property
    def is_relation(self) -> bool:
        """Whether it is also a relation between two entities."""
        return self.object is not None and not self.negated

    @property
    def holds_never(self) -> bool:
        return self.invalid_at is not None and self.valid_at == self.invalid_at

    def holds_at(self, moment: datetime) -> bool:
        """Whether the fact holds at a moment."""
        started = self.valid_at is None or self.valid_at <= moment
        return started and (self.invalid_at is None or moment < self.invalid_at)
