"""What was said of an entity, as it was said. Assertions are kept and never changed; facts are drawn from them."""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from chronomem.graph_schema.facts.predicates import predicate_named

Dating = Literal["given", "words", "turn"]
"""How the time is known: given by the caller, read from the words, or only that of the turn."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """One thing that one turn or source says.

    Attributes:
        id: the same for the same thing from the same turn or source.
        subject: id of the entity that it is about.
        predicate: of the vocabulary, or any other name.
        object: id of the entity that the subject is related to, or None.
        object_name: that entity's name.
        value: words, where it is no entity. Without object and value it speaks of whatever there is ("quit my job"),
            which only an ending or a negation can.
        text: a sentence that says it.
        valid_at, invalid_at: when it holds, half-open; None where it isn't said. For an event that was dated by
            words, the time within which it happened.
        dating: how these are known.
        negated: it says that this is not so.
        ended: it says that this is over: at `invalid_at`, or by the time it was said.
        present: it speaks of the present, so that an open end reaches at least to `said_at`.
        confidence: 0 to 1, of the reading.
        said_at: when it was said.
        created_at: when the memory learned of it.
        turn_id: the turn that says it, or None.
        source: the name of where it comes from, where that is no turn.
        repeats, refines, contradicts: ids of assertions that it says again, says more precisely, or says are wrong.
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
    repeats: tuple[str, ...] = ()
    refines: tuple[str, ...] = ()
    contradicts: tuple[str, ...] = ()

    @property
    def words(self) -> str | None:
        """The object's name, or the value."""
        return self.object_name if self.object is not None else self.value

    @property
    def group(self) -> str:
        """The key of the assertions that bear on this one: the subject with the group of its predicate."""
        return group_key(self.subject, self.predicate)


def group_key(subject: str, predicate: str) -> str:
    """Return the key of a subject's group of facts."""
    return f"{subject}|{predicate_named(predicate).group_name}"


def digest(*parts: object) -> str:
    """Return an id that is the same for the same parts."""
    text = "\x1f".join("" if part is None else str(part) for part in parts)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
