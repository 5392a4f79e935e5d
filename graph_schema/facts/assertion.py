"""Assertions: single statements about entities. They are kept and never changed; facts are derived from them."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from chronomem.graph_schema.facts.vocabulary import FactVocabulary

ExtractedBy = Literal["pipeline", "model"]
Dating = Literal["given", "words", "turn"]
"""The origin of the time: given by the caller, parsed from the words, or only that of the turn."""

OPERATOR = "operator"
"""The source of what an operator of the memory asserts. It outranks what was read in turns."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """A single statement made by a turn or another source.

    Attributes:
        id: the id; the same for the same statement from the same turn or source.
        subject: the id of the entity that it is about.
        predicate: a predicate of the vocabulary, or any other name.
        object: the id of the entity that the subject is related to, or None.
        object_name: that entity's name.
        value: a text in place of an entity. Without object and value, the assertion applies to any value ("quit my
            job"); only an ending or a negation can do so.
        text: a sentence that states it.
        valid_at, invalid_at: the half-open interval in which it holds; None if not stated. For an event dated by words,
            the period within which it happened.
        dating: the origin of these times.
        grain: the period that the words name from which these times were parsed, such as "day" or "year"; None for
            times of another origin, and in what an older version stored.
        negated: whether it denies the fact.
        ended: whether it states that the fact has ended: at `invalid_at`, or by `said_at`.
        present: whether it refers to the present, so that an open end reaches at least to `said_at`.
        confidence: the confidence of the extraction, 0 to 1.
        said_at: when it was stated.
        seq: the place of its turn in the session, which orders what was stated at the same moment.
        created_at: when the memory learned of it.
        turn_id: the turn that states it, or None.
        source: the name of the source, if it is not a turn.
        extracted_by: what extracted it from its turn; None if a caller gave it, or an older version stored it.
        minor: whether it is too slight for a list of facts, such as a courtesy; None: its predicate decides.
        repeats, refines, contradicts: ids of the assertions that it repeats, states more precisely, or corrects.
        details: further words about the object or value, each as "name=words", by name.
        reason: why an operator corrected or retracted a fact.
        withdraws: the origins of the fact that an operator corrected or retracted; see `origin`. The assertion is
            forgotten with the last of them.
        expires_at: when it is to be forgotten, or None.
        retracts: whether it states nothing, but takes back what `contradicts` and `withdraws` name.
    """

    id: str
    subject: str
    predicate: str
    object: str | None
    object_name: str | None
    value: str | None
    text: str
    valid_at: datetime | None
    invalid_at: datetime | None
    dating: Dating
    said_at: datetime
    created_at: datetime
    negated: bool = False
    ended: bool = False
    present: bool = True
    confidence: float = 1.0
    turn_id: str | None = None
    source: str | None = None
    minor: bool | None = None
    repeats: tuple[str, ...] = ()
    refines: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()
    extracted_by: ExtractedBy | None = None
    details: tuple[str, ...] = ()
    reason: str | None = None
    withdraws: tuple[str, ...] = ()
    retracts: bool = False
    expires_at: datetime | None = None
    seq: int = 0
    grain: str | None = None

    @property
    def origin(self) -> str:
        """The turn or the source that states it: "turn:…" or "source:…"."""
        return turn_origin(self.turn_id) if self.turn_id is not None else source_origin(self.source or "")

    @property
    def order(self) -> tuple[datetime, int]:
        """When it was stated; at the same moment, in the order of the session."""
        return self.said_at, self.seq

    @property
    def is_by_operator(self) -> bool:
        return self.source == OPERATOR

    @property
    def words(self) -> str | None:
        """The object's name, or the value, with the words of its details."""
        return detailed(self.object_name if self.object is not None else self.value, self.details)


def turn_origin(turn_id: str) -> str:
    """Return the origin that a turn is."""
    return f"turn:{turn_id}"


def source_origin(source: str) -> str:
    """Return the origin that a source is."""
    return f"source:{source}"


def detailed(words: str | None, details: Iterable[str]) -> str | None:
    """Return words with those of details: "ramipril 5 mg"."""
    return words if words is None else " ".join([words, *details_of(details).values()])


def details_of(details: Iterable[str]) -> dict[str, str]:
    """Return details, each "name=words", by name."""
    return dict(detail.split("=", 1) for detail in details)


def group_key(subject: str, predicate: str, vocabulary: FactVocabulary) -> str:
    """Return the key of a subject's group of facts."""
    return f"{subject}|{vocabulary.named(predicate).group_name}"


def digest(*parts: object) -> str:
    """Return an id that depends only on the parts."""
    text = "\x1f".join("" if part is None else str(part) for part in parts)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
