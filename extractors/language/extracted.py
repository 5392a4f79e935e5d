"""What reading a turn yields: mentions of entities, and statements about them.

These are values: they know nothing of a database, and equal input gives equal output.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from chronomem.graph_schema.facts.given import EntityType

Polarity = Literal["affirmed", "negated"]
Modality = Literal["actual", "planned", "desired", "considered", "able", "obliged", "advised"]
Tense = Literal["past", "present", "future"]


LENGTH = "length"
"""The kind of a time expression that tells how long something has gone on until it was said."""


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
        kind: what sort of expression it is; "open" and "range" bound a state on both sides.
        start_char, end_char: the characters of the text that name it.
        alternatives: what else it may mean.
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


@dataclass(frozen=True, slots=True)
class Mention:
    """A place in the text that names an entity.

    Attributes:
        start, end: characters of the text, half-open.
        text: those characters.
        name: the entity's name: a speaker's name for "I", "Ann's sister" for Ann's "my sister".
        type: what kind of thing it is.
    """

    start: int
    end: int
    text: str
    name: str
    type: EntityType


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that a turn says about an entity, in terms of grammar. The turn's facts are made of it.

    Attributes:
        subject: name of the entity that it is about; never a pronoun.
        predicate: a name of the vocabulary, or an open predicate: lemma, particle and preposition joined by "_".
        object: name of the entity that it relates the subject to, or None.
        value: the same place where it isn't an entity: plain words, no article in front, or None.
            Exactly one of `object` and `value` is given.
        polarity: "negated" where the turn denies it.
        modality: "actual" for what is or was so; the others say in which way it isn't (yet).
        tense: of the clause, relative to the time of saying.
        ended: the turn says that the state has ended ("no longer", "used to", "quit", "sold").
        valid_at, invalid_at: when it holds, as far as the clause names a time; UTC, half-open.
        grain: unit of the time expression behind them, or None.
        confidence: 0 to 1; how safe the construction is that it was read from.
        text: the clause in the third person, names instead of pronouns.
        span: characters of the turn that it was read from, half-open.
        subject_type, object_type: kinds of the two entities.
        begun: the turn tells when it began ("moved in 2015"), and not that it still holds.
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


@dataclass(frozen=True, slots=True)
class Alias:
    """Two names that the turn says are one entity's.

    Attributes:
        name: the proper name ("Tom").
        alias: what else it is called ("Ann's husband").
    """

    name: str
    alias: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything that was read from one turn."""

    mentions: Sequence[Mention]
    statements: Sequence[Statement]
    aliases: Sequence[Alias] = ()
