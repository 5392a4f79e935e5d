"""The result of extraction from a turn: mentions of entities, and statements about them.

These are plain values, independent of any database; equal input gives equal output.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, Protocol

from chronomem.graph_schema.facts.given import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc  # only for types: spaCy is slow to import

Polarity = Literal["affirmed", "negated"]
Modality = Literal["actual", "planned", "desired", "considered", "able", "obliged", "advised"]
Tense = Literal["past", "present", "future"]


LENGTH = "length"
"""The kind of a time expression for a duration up to the time of the utterance ("for two years")."""


class TimeBounds(Protocol):
    """An interval in UTC, half-open."""

    @property
    def start(self) -> datetime | None: ...
    @property
    def end(self) -> datetime | None: ...


class TimeExpression(Protocol):
    """A time that a text names, as the semantic-time parser returns it.

    Attributes:
        start, end: the interval in UTC, half-open; None where a side is open.
        grain: the unit of the expression ("day", "month", "year", …).
        kind: the kind of the expression; "open" and "range" bound a state on both sides.
        start_char, end_char: the span of the expression in the text, in characters.
        alternatives: its other possible meanings.
    """

    @property
    def start(self) -> datetime | None: ...
    @property
    def end(self) -> datetime | None: ...
    @property
    def grain(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def start_char(self) -> int: ...
    @property
    def end_char(self) -> int: ...
    @property
    def alternatives(self) -> Sequence[TimeBounds]: ...


TELLING, DECLARED = "telling", "declared"
"""The rules of statements that a phrase tells, of the packaged ones and of an ontology."""
LEAVING = "leaving"
"""The rule of statements about a home that is still to be left."""
CORRECTED = "corrected"
"""The rule of statements that repeat an earlier one with other words in it: they are worth what that one is."""


@dataclass(frozen=True, slots=True)
class Utterance:
    """A turn before the one that is extracted, in the same session."""

    text: str
    said_at: datetime
    speaker: str
    role: str


@dataclass(frozen=True, slots=True)
class Earlier:
    """An utterance with its parse."""

    utterance: Utterance
    doc: "Doc"


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of an entity in the text.

    Attributes:
        start, end: its half-open span in the text, in characters.
        text: the text of the span.
        name: the entity's name: a speaker's name for "I", "Ann's sister" for Ann's "my sister".
        type: the entity's type, as far as this turn tells.
        evidence: a type that the sentence gives it, whatever the words of the name are, with the weight of that.
    """

    start: int
    end: int
    text: str
    name: str
    type: EntityType
    evidence: tuple[EntityType, int] = ("other", 0)


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement of a turn about an entity, in grammatical terms. The turn's facts are derived from it.

    Attributes:
        subject: the name of the entity that it is about; never a pronoun.
        predicate: a predicate of the vocabulary, or an open one: lemma, particle and preposition, joined by "_".
        object: the name of the entity that the subject is related to, or None.
        value: plain words in place of an entity, without a leading article, or None. Exactly one of `object` and
            `value` is set.
        polarity: "negated" if the turn denies it.
        modality: "actual" if it is or was so; the others tell in which way it isn't (yet).
        tense: the tense of the clause, relative to the time of the utterance.
        ended: whether the turn says that the state has ended ("no longer", "used to", "quit", "sold").
        valid_at, invalid_at: the half-open interval in which it holds, in UTC, as far as the clause names a time.
        grain: the unit of the time expression, or None.
        confidence: 0 to 1; the reliability of the grammatical construction.
        text: the clause in the third person, with names instead of pronouns.
        span: the half-open span of its clause in the turn, in characters.
        subject_type, object_type: the types of the two entities.
        begun: whether the turn only tells when the state began ("moved in 2015"), not that it still holds.
        rule: the name of the rule that proposes it.
        minor: whether it is too slight for a list of facts, such as a mood of the day or an errand; None: its predicate
            decides.
        details: further words about the object or value, each as "name=words".
    """

    subject: str
    predicate: str
    object: str | None
    value: str | None
    polarity: Polarity
    modality: Modality
    tense: Tense
    ended: bool
    valid_at: datetime | None
    invalid_at: datetime | None
    grain: str | None
    confidence: float
    text: str
    span: tuple[int, int]
    subject_type: EntityType = "person"
    object_type: EntityType | None = None
    begun: bool = False
    rule: str = ""
    minor: bool | None = None
    details: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether it tells that something is or was so: neither denied nor over, nor only planned or wished."""
        return self.polarity == "affirmed" and self.modality == "actual" and not self.ended


@dataclass(frozen=True, slots=True)
class Alias:
    """Two names of one entity, according to the turn.

    Attributes:
        name: the proper name ("Tom").
        alias: the other name ("Ann's husband").
    """

    name: str
    alias: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """The mentions, statements and aliases extracted from one turn."""

    mentions: Sequence[Mention]
    statements: Sequence[Statement]
    aliases: Sequence[Alias] = ()
